/* SPDX-License-Identifier: BSD-3-Clause */
/* Which registers an instruction writes and reads.
 *
 * PTX writes the destination first, so the rule is: an instruction writes the registers of its
 * first operand, unless that operand is an address; the exceptions (st-like operations have an
 * address there already) are a short table in accesses.c: bar, brx, nanosleep and the like; call
 * writes its return list. Unknown opcodes follow the rule. Registers inside an address, the guard,
 * and all other operands are read.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_ACCESSES_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_ACCESSES_H

#include "workloads/ptx/syntax/ptx.h"

/* Register indices in operand order, repetitions kept. Reused from call to call. */
struct ptx_accesses {
    GArray *writes; /* uint32_t */
    GArray *reads;  /* uint32_t; the guard first */
};

void ptx_accesses_init(struct ptx_accesses *a);
void ptx_accesses_finish(struct ptx_accesses *a);
/* Replaces the contents of a by those of the instruction. */
void ptx_accesses_of(struct ptx_accesses *a, const struct ptx_instruction *instruction);
/* Whether the first operand (for call: the return list) is a destination. */
bool ptx_writes_first_operand(const struct ptx_instruction *instruction);

#endif
