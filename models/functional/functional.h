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

/* Adds to *counts, and adds the output of device printf to output. False with an error: a fault of
 * the kernel, warps that wait for each other for ever, or the limit. */
bool functional_run(const struct launch *launch, struct device_memory *memory,
                    const struct functional_options *options, struct functional_counts *counts,
                    GString *output, GError **error);

#endif
