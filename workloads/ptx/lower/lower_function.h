/* SPDX-License-Identifier: BSD-3-Clause */
/* One function of a kernel: analyses, layout of its frames, an exec_op and facts an instruction. */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_LOWER_FUNCTION_H
#define SIMGPU_WORKLOADS_PTX_LOWER_LOWER_FUNCTION_H

#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/lower/lowering.h"

struct lowered_function {
    struct exec_function code; /* stack_bytes is left to the caller, who knows of recursion */
    uint32_t registers;        /* 32-bit ones that a thread needs */
    uint32_t registers_kept;   /* of these, the most that are live across a call */
};

/* Appends to l->ops, facts, places, loops and to what else the functions of a kernel share. What
 * needs more than most_registers is spilled (spill.h). */
void lower_function(struct lowering *l, const struct ptx_function *named, uint32_t most_registers,
                    struct lowered_function *result);
void lowered_function_finish(struct exec_function *function);

#endif
