/* SPDX-License-Identifier: BSD-3-Clause */
/* Functional execution: what a launch computes, without the time it takes.
 *
 * It checks programs fast, and runs the parts of a program that are not simulated in detail. Memory
 * is read and written at once. Blocks run one after the other, the warps of a block in turn. A
 * block that takes long, perhaps because it waits for another one, shares with the next.
 */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_H

#include "base/status_request.h"
#include "models/core/counters.h"
#include "models/launch/execution_watch.h"
#include "models/memory/device_memory.h"
#include "workloads/issued.h"

/* Codes of INPUT_ERROR for runs that were cut off, not wrong. */
enum functional_cut { FUNCTIONAL_LIMIT = 1, FUNCTIONAL_INTERRUPTED };

/* Hears of each instruction before its effect on global memory. */
struct functional_listener {
    void *data;
    void (*issued)(void *data, const struct instruction *instruction, struct issued *what);
};

struct functional_options {
    uint64_t first_block, n_blocks;      /* which blocks of the grid, by linear index */
    uint64_t max_instructions;           /* 0: no limit; a launch that needs more is an error */
    const volatile int *interrupted;     /* may be NULL: becomes non-zero to give up */
    const struct status_request *status; /* may be NULL */
    const struct functional_listener *listener; /* may be NULL */
    const struct execution_watch *watch;        /* may be NULL */
};

struct functional_counts {
    uint64_t warp_instructions, thread_instructions, blocks;
};

extern const struct counter functional_counter_table[];

/* Adds to *counts, and adds the output of device printf to output. False with an error: a fault of
 * the kernel, warps that wait for each other for ever, or the limit. */
bool functional_run(const struct launch *launch, struct device_memory *memory,
                    const struct functional_options *options, struct functional_counts *counts,
                    GString *output, GError **error);

#endif
