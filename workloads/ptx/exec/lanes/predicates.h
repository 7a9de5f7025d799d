/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions whose operands or results are predicates: exec_alus.
 *
 * Comparisons of 16-bit floats have source_type VALUE_F16 or VALUE_BF16 and compare() of floats;
 * all others have a source_type below VALUE_F16.
 *
 * Source: PTX ISA: setp, set, testp, lop3, and/or/xor/not/mov.pred.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_PREDICATES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_PREDICATES_H

#include "workloads/ptx/exec/exec.h"

enum predicate_logic { LOGIC_FIRST, LOGIC_AND, LOGIC_OR, LOGIC_XOR };

/* setp p with exec_op.compare, nothing to combine. */
void exec_setp(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* The same with .ftz, 16-bit floats, p|q, or a source 2 to combine with (variant:
 * predicate_logic). Destinations may be the sink. */
void exec_setp_general(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* setp p|q of pairs of 16-bit floats: p of the lower ones, q of the upper ones. */
void exec_setp_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* set: the result as 0 or immediate (all ones, or the bits of 1.0). */
void exec_set(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* The same of pairs; immediate has 16 bits. */
void exec_set_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* lop3.or d|p, a, b, c, immediate, q: p = (d != 0) or q; variant: predicate_logic. */
void exec_lop3_predicate(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

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

/* variant: predicate_logic of sources 0 and 1; bit k of immediate: source k is inverted;
 * MODIFIER_INVERT: the opposite. */
void exec_predicate_logic(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
