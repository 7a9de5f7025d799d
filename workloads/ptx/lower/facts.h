/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop must know of a PTX instruction without executing it: struct instruction. */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_FACTS_H
#define SIMGPU_WORKLOADS_PTX_LOWER_FACTS_H

#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/allocation.h"
#include "workloads/ptx/analysis/loops.h"
#include "workloads/ptx/exec/exec.h"

/* The class of hardware operation that an opcode and its modifiers amount to. */
enum op_class exec_op_class(const struct ptx_instruction *instruction);

/* Fills *facts for instruction pc, which was lowered to op. */
void exec_facts(struct instruction *facts, const struct ptx_function *function, uint32_t pc,
                const struct exec_op *op, const struct ptx_allocation *allocation,
                const struct ptx_loops *loops, struct ptx_accesses *accesses);

#endif
