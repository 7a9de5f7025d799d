/* SPDX-License-Identifier: BSD-3-Clause */
/* The vector loops of tensor products; see tensor_math.h.
 *
 * Each column is a sum of its own, so a vector of columns adds in the order that one column does. A
 * product of two .f16 is exact in .f32. So it makes no difference whether a processor fuses. */
#include "workloads/ptx/exec/tensor/tensor_math.h"
#include "base/vector_clones.h"

VECTOR_CLONES_256 void tensor_add_short(struct tensor_floats *x, unsigned rows, unsigned depth)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned k = 0; k < depth; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
                x->c[row][column] += x->a[row][k] * x->b[k][column];
}

VECTOR_CLONES_256 void tensor_add_fused(struct tensor_floats *x, unsigned rows, unsigned depth)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned k = 0; k < depth; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
                x->c[row][column] =
                    __builtin_fmaf(x->a[row][k], x->b[k][column], x->c[row][column]);
}

VECTOR_CLONES_256 void tensor_add_doubles(struct tensor_doubles *x, unsigned rows, unsigned depth)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned k = 0; k < depth; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
                x->c[row][column] = __builtin_fma(x->a[row][k], x->b[k][column], x->c[row][column]);
}

/* A sum of 64 products of bytes has 22 bits. */
VECTOR_CLONES_256 void tensor_add_integers(struct tensor_integers *x, unsigned rows, unsigned depth)
{
    for (unsigned row = 0; row < rows; row++) {
        int32_t sum[TENSOR_COLUMNS] = {0};
        for (unsigned k = 0; k < depth; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
                sum[column] += x->a[row][k] * x->b[k][column];
        for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
            x->c[row][column] += sum[column];
    }
}

void tensor_add_bits(struct tensor_integers *x, unsigned rows, unsigned depth, bool is_and)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned k = 0; k < depth; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++) {
                const uint32_t a = (uint32_t)x->a[row][k], b = (uint32_t)x->b[k][column];
                x->c[row][column] += __builtin_popcount(is_and ? a & b : a ^ b);
            }
}
