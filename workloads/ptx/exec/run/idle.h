/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that find nothing to do: instruction_source_ops.idle_blocks.
 *
 * Grids are rounded up, and some are as large as the largest of many steps needs. Of the blocks
 * beyond, each thread compares its number with a parameter, and ends. Here the kernel is run once
 * for many blocks, up to such an end: each register has the range of what it holds in any of their
 * threads. Where a branch does not go the same way for the whole range, nothing is known.
 *
 * Of a kernel that was looked at some times, and never was found idle, most questions are answered
 * without a look, in later launches, too: small blocks of many short launches took a quarter more
 * host instructions for it.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_IDLE_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_IDLE_H

#include "workloads/ptx/exec/exec.h"

struct idle_blocks exec_idle_blocks(const struct launch *launch, const uint32_t first[3],
                                    const uint32_t last[3]);

#endif
