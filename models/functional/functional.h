/* SPDX-License-Identifier: BSD-3-Clause */
/* Functional execution: what a launch computes, without the time it takes.
 *
 * It checks programs fast, and runs the parts of a program that are not simulated in detail. Memory
 * is read and written at once. Blocks run one after the other, the warps of a block in turn. A
 * block that takes long, perhaps because it waits for another one, shares with the next.
 */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_H

#include "models/core/counters.h"
#include "models/functional/functional_options.h"
#include "models/memory/device_memory.h"

extern const struct counter functional_counter_table[];

/* A launch that has stopped: all its blocks can only wait for others (functional_look.h), and none
 * is left to begin. While it is there, no digest of memory is kept, and nothing is owed. */
struct functional_stopped;

/* Adds to *counts, and adds the output of device printf to output. False with an error: a fault of
 * the kernel, warps that wait for each other for ever, or the limit. *stopped: NULL, or the launch
 * has not ended; launch and counts are then borrowed until it is gone. */
bool functional_begin(const struct launch *launch, struct device_memory *memory,
                      const struct functional_options *options, struct functional_counts *counts,
                      GString *output, struct functional_stopped **stopped, GError **error);
/* It goes on. *stopped becomes NULL if it has ended or failed. *moved: it has done more than wait.
 */
bool functional_go_on(struct functional_stopped **stopped, GString *output, bool *moved,
                      GError **error);
/* Nobody else will write. If its loops read a clock, it goes on by the time that they take: it
 * stops no more. False: it waits for ever. */
bool functional_insist(struct functional_stopped *stopped);
/* Where it waits, with the text, as an error of the kernel. */
GError *functional_complain(const struct functional_stopped *stopped, const char *text);
/* It ends here. NULL: nothing. */
void functional_drop(struct functional_stopped *stopped);

/* The same as functional_begin, for who cannot go on later: then it is an error to stop. */
bool functional_run(const struct launch *launch, struct device_memory *memory,
                    const struct functional_options *options, struct functional_counts *counts,
                    GString *output, GError **error);

#endif
