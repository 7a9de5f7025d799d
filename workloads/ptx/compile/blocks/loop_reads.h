/* SPDX-License-Identifier: BSD-3-Clause */
/* What a loop computes with, and does not follow from registers alone: it comes from memory, other
 * lanes or a clock. Lanes whose other registers stay the same may still get on by it, as those that
 * take work from a queue. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LOOP_READS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LOOP_READS_H

#include "workloads/ptx/exec/exec.h"

/* Whether the instruction closes a loop: it may go back to its target. */
bool block_closes_loop(const struct exec_op *op);
/* Of the loop that the instruction at pc closes: offsets of registers, uint32_t. */
GArray *block_loop_reads(const struct kernel_code *code, uint32_t pc);

#endif
