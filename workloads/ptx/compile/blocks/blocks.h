/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's code in blocks, as it is compiled.
 *
 * A block begins at a leader and ends before the next one, or with a branch. Control enters at
 * leaders only, so a warp stops at them too when its turn is over: then interpreted and compiled
 * warps take the same turns. What is a leader depends on the code alone, not on whether it has been
 * compiled, and so does what its turn may end at (enum turn_end): before a block that touches what
 * warps of a block share, and where a loop begins.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_BLOCKS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_BLOCKS_H

#include "workloads/ptx/exec/exec.h"
#include "workloads/warp_runner.h"

/* How compiled code does an instruction. */
enum block_way {
    WAY_INSIDE, /* within a block: by code of its own, or by execute() */
    WAY_BRANCH, /* ends a block */
    WAY_ISSUE   /* is a block, which the interpreter issues: barriers, calls, exits */
};

enum block_way block_way_of(const struct exec_op *op, const struct instruction *facts);

/* What has no effect without time: it waits for asynchronous copies, or makes groups of them. */
bool block_waits_for_copies(const struct exec_op *op);

/* Whether all running lanes wait there for all warps of the block, and nothing else. *id: where. */
bool block_meets(const struct exec_kernel *kernel, uint32_t pc, uint32_t *id);

/* enum turn_end by pc, g_free. Leaders are all but TURN_GOES_ON. */
uint8_t *block_turn_ends(const struct kernel_code *code);
/* The same without enum turn_hold, for those who know no turns. */
uint8_t *block_leaders(const struct kernel_code *code);

/* Code that is left to the interpreter, which any code may be: lower/lower_unlikely.c. */
bool block_is_unlikely(const struct exec_kernel *kernel, uint32_t pc);
/* Whether an instruction is of no block that is made into code: all unlikely ones, but for those to
 * which control comes from others. By pc; g_free. */
bool *block_left_out(const struct kernel_code *code);

#endif
