/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of products of whole matrices, c += a b, that product.h does not do: of m8n8k4 of .f16, and
 * of single bits. tensor.h says in which order and rounding. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_MATH_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_MATH_H

#include "workloads/ptx/exec/tensor/tensor.h"

enum { QUAD_ROWS = 8, QUAD_DEPTH = 4, BIT_WORDS = 8 /* of 32 bits of k, at most */ };

struct tensor_quad {
    float a[QUAD_ROWS][QUAD_DEPTH], b[QUAD_DEPTH][TENSOR_COLUMNS];
    float c[QUAD_ROWS][TENSOR_COLUMNS];
};

struct tensor_bits {
    uint32_t a[TENSOR_ROWS][BIT_WORDS], b[BIT_WORDS][TENSOR_COLUMNS];
    uint32_t c[TENSOR_ROWS][TENSOR_COLUMNS];
};

void tensor_add_quad(struct tensor_quad *x);
/* words: of k. */
void tensor_add_bits(struct tensor_bits *x, unsigned rows, unsigned words, bool is_and);

#endif
