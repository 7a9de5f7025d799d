/* SPDX-License-Identifier: BSD-3-Clause */
/* Each column is a sum of its own, so a vector of columns adds in the order that one column does. A
 * product of two .f16 is exact in .f32. So it makes no difference whether a processor fuses. */
#include "workloads/ptx/exec/tensor/tensor_math.h"
#include "base/vector_clones.h"

VECTOR_CLONES_256 void tensor_add_quad(struct tensor_quad *x)
{
    for (unsigned row = 0; row < QUAD_ROWS; row++)
        for (unsigned k = 0; k < QUAD_DEPTH; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++)
                x->c[row][column] += x->a[row][k] * x->b[k][column];
}

void tensor_add_bits(struct tensor_bits *x, unsigned rows, unsigned words, bool is_and)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned k = 0; k < words; k++)
            for (unsigned column = 0; column < TENSOR_COLUMNS; column++) {
                const uint32_t a = x->a[row][k], b = x->b[k][column];
                x->c[row][column] += (uint32_t)__builtin_popcount(is_and ? a & b : a ^ b);
            }
}
