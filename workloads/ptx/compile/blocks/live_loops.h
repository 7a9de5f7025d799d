/* SPDX-License-Identifier: BSD-3-Clause */
/* The registers by which lanes are known that go round a loop once more (exec/actions/spin.h):
 * those that they may still read, and those that the loop has read from memory or other lanes.
 *
 * Others say nothing about whether the lanes get anywhere, and compiled code does not even write
 * them to memory.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LIVE_LOOPS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LIVE_LOOPS_H

#include "workloads/ptx/exec/exec.h"

/* exec_kernel.live_at: of the loop that begins at pc, as long as the code lives. NULL: unknown. */
const struct exec_registers *block_live_at(const struct kernel_code *code, uint32_t pc);
void block_live_loops_free(struct exec_registers **loops, uint32_t n_instructions);

#endif
