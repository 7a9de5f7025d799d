/* SPDX-License-Identifier: BSD-3-Clause */
/* Float arithmetic with modifiers (.ftz, .sat, .NaN, .xorsign.abs, directed rounding), three-input
 * min and max, and the approximate functions.
 *
 * One lane at a time: exact rather than fast. exec_op.variant is the function, rounding and
 * modifiers say the rest.
 *
 * Source: PTX ISA, "Floating Point Instructions".
 * Differs: sin, cos, lg2, ex2, tanh, rsqrt are computed in double precision and rounded once, which
 *   is more precise than hardware's and doesn't depend on the host's library (math_lanes.h; tanh is
 *   the library's).
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_FLOAT_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_FLOAT_OPS_H

#include "workloads/ptx/exec/exec.h"

enum float_function {
    FLOAT_ADD,
    FLOAT_SUB,
    FLOAT_MUL,
    FLOAT_FMA,
    FLOAT_DIV,
    FLOAT_RCP,
    FLOAT_SQRT,
    FLOAT_RSQRT,
    FLOAT_MIN,
    FLOAT_MAX,
    FLOAT_MIN_NAN, /* .NaN: a NaN if either is one */
    FLOAT_MAX_NAN,
    FLOAT_ABS,
    FLOAT_NEG,
    FLOAT_SIN,
    FLOAT_COS,
    FLOAT_LG2,
    FLOAT_EX2,
    FLOAT_TANH,
    FLOAT_RCP_GROSS, /* rcp.approx.ftz.f64: on the upper halves of the double */
    FLOAT_RSQRT_GROSS,
    FLOAT_FUNCTIONS
};

/* exec_alus for .f32 and .f64. */
void exec_float_32(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
void exec_float_64(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* The functions that need no rounding in between, and the approximate ones (in double precision)
 * for n_sources operands x of any width: all but the arithmetic from FLOAT_ADD to FLOAT_SQRT. */
double exec_float_wide(const struct exec_op *op, const double x[3]);

/* Sets the host's rounding to that of PTX; exec_rounding_end sets it back to nearest. */
void exec_rounding_begin(enum exec_rounding rounding);
void exec_rounding_end(enum exec_rounding rounding);

/* A subnormal as zero of its sign. */
float exec_flush(float x);
/* [0, 1], NaN as 0. */
double exec_saturate(double x);
/* The NaN that the hardware makes instead of any NaN x; else x. */
float exec_canonical_32(float x);
double exec_canonical_64(double x);

#endif
