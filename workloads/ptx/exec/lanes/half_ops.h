/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic on .f16, .f16x2, .bf16 and .bf16x2 with modifiers (.ftz .sat .relu .NaN .xorsign.abs),
 * and their ex2 and tanh. One lane at a time; what has no modifier is in half_list.h.
 *
 * Source: PTX ISA, "Half Precision Floating-Point Instructions".
 * Differs: ex2 and tanh are computed in double precision and rounded once. .relu turns -0 into +0,
 *   which the document leaves open.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_HALF_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_HALF_OPS_H

#include "workloads/ptx/exec/exec.h"

/* exec_alus. variant: enum float_function; source_type: VALUE_F16 or VALUE_BF16; modifiers. The
 * second works on pairs in 32-bit registers. */
void exec_half(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
void exec_half_pairs(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* A subnormal of the format as zero of its sign. */
double exec_flush_half(double x, enum value_type type);

#endif
