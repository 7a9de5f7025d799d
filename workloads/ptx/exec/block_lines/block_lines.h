/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of device memory that each block of a launch reads, before it runs.
 *
 * The part of the kernel that its global loads' addresses, and the ways to them, depend on
 * (slice.h) is evaluated warp by warp with the executor's own functions over 32 lanes. Each
 * register has a mask of the lanes whose value is known. Known are parameters, constant memory,
 * %tid, %ctaid and their kin, and what is computed from known values. Not known is what memory
 * holds that kernels write (global, shared, local), what a function returns, and what depends on
 * where and when the warp runs (%smid, %warpid, %clock).
 *
 * Where a branch's condition is not known in some lanes, these go on at the point where its ways
 * meet again. What is written on the ways is then unknown in them, and so are the loads there. If
 * the ways meet nowhere, the lanes end, and all loads behind are unknown. So the lines found are
 * surely read, and they are all that is read if no load is unknown.
 *
 * Source: D. Tripathy et al., "PAVER: Locality Graph-Based Thread Block Scheduling for GPUs", ACM
 *   TACO 18(3), 2021, section 3.3: static memory locations are those whose index is a function of
 *   parameters, thread and block numbers and loop counters.
 * Differs: nothing is solved; loops are gone through. What PAVER does with a read under a condition
 *   that depends on data isn't said; here it is unknown.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_BLOCK_LINES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_BLOCK_LINES_H

#include "policies/block_lines.h"
#include "workloads/launch.h"

/* How much is looked at: instructions of the slice, each for a warp. Where a limit is reached, what
 * has been found stays, and all of the kernel's loads count as unknown. */
struct block_lines_limits {
    uint64_t block_steps, launch_steps;
    uint64_t lines; /* of all blocks together */
};

/* instruction_source_ops.block_lines, with the limits below. ASSUMED: a block takes at most some
 * 0.1 s of host time, a launch some 20 s and 512 MiB. */
struct block_lines *exec_block_lines(const struct launch *launch, uint64_t n_blocks,
                                     uint32_t line_bytes);
enum {
    BLOCK_LINES_BLOCK_STEPS = 1 << 23,
    BLOCK_LINES_LAUNCH_STEPS = 1 << 30,
    BLOCK_LINES_MOST = 1 << 26
};

struct block_lines *exec_block_lines_within(const struct launch *launch, uint64_t n_blocks,
                                            uint32_t line_bytes,
                                            const struct block_lines_limits *limits);

#endif
