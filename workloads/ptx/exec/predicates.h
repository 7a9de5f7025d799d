/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions whose operands or results are predicates: exec_alus.
 *
 * Source: PTX ISA: setp, set, testp, and/or/xor/not/mov.pred.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_PREDICATES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_PREDICATES_H

#include "workloads/ptx/exec/exec.h"

enum predicate_logic { LOGIC_FIRST, LOGIC_AND, LOGIC_OR, LOGIC_XOR };

/* setp p with exec_op.compare, nothing to combine. */
void exec_setp(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* The same with .ftz, p|q, or a source 2 to combine with (variant: predicate_logic). */
void exec_setp_general(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* set: the result as 0 or immediate (all ones, or the bits of 1.0). */
void exec_set(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

enum test_property {
    TEST_FINITE,
    TEST_INFINITE,
    TEST_NUMBER,
    TEST_NOT_A_NUMBER,
    TEST_NORMAL,
    TEST_SUBNORMAL
};
/* variant: test_property; source_type: VALUE_F32 or VALUE_F64. */
void exec_testp(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* variant: predicate_logic of sources 0 and 1; MODIFIER_INVERT: the opposite. */
void exec_predicate_logic(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
