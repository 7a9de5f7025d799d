/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of products of whole matrices, c += a b; tensor.h says in which order and rounding. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_MATH_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_MATH_H

#include "workloads/ptx/exec/tensor/tensor.h"

/* Floats of any type up to .tf32, as .f32. */
struct tensor_floats {
    float a[TENSOR_ROWS][TENSOR_DEPTH], b[TENSOR_DEPTH][TENSOR_COLUMNS];
    float c[TENSOR_ROWS][TENSOR_COLUMNS];
};

struct tensor_doubles {
    double a[TENSOR_ROWS][TENSOR_DEPTH], b[TENSOR_DEPTH][TENSOR_COLUMNS];
    double c[TENSOR_ROWS][TENSOR_COLUMNS];
};

/* Integers; of single bits, words of 32 of them. c: exact. */
struct tensor_integers {
    int32_t a[TENSOR_ROWS][TENSOR_DEPTH], b[TENSOR_DEPTH][TENSOR_COLUMNS];
    int64_t c[TENSOR_ROWS][TENSOR_COLUMNS];
};

/* Products that are .f32 numbers (of .f16, .e4m3, .e5m2). */
void tensor_add_short(struct tensor_floats *x, unsigned rows, unsigned depth);
/* Products that may need more of the range of exponents: fused. */
void tensor_add_fused(struct tensor_floats *x, unsigned rows, unsigned depth);
void tensor_add_doubles(struct tensor_doubles *x, unsigned rows, unsigned depth);
void tensor_add_integers(struct tensor_integers *x, unsigned rows, unsigned depth);
/* depth: in words. */
void tensor_add_bits(struct tensor_integers *x, unsigned rows, unsigned depth, bool is_and);

#endif
