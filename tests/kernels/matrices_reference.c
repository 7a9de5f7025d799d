/* SPDX-License-Identifier: BSD-3-Clause */
/* What matrices.ptx must leave: for each block twice 1 + rounds a b, by rows. */
#include "workloads/reference.h"

enum { SIDE = 16, MATRIX = SIDE * SIDE };

void matrices_reference(struct reference_case *c);

void matrices_reference(struct reference_case *c)
{
    size_t n_in, n_out;
    const int8_t *in = reference_buffer(c, "in", &n_in);
    int32_t *out = reference_buffer(c, "out", &n_out);
    const int32_t rounds = (int32_t)reference_integer(c, "rounds");

    for (size_t block = 0; block < n_out / (2 * MATRIX); block++)
        for (size_t i = 0; i < MATRIX; i++) {
            const int8_t *a = in + block * 2 * MATRIX + i / SIDE * SIDE;
            const int8_t *b = in + block * 2 * MATRIX + MATRIX + i % SIDE * SIDE;
            int32_t sum = 0;
            for (size_t k = 0; k < SIDE; k++)
                sum += a[k] * b[k];
            out[block * 2 * MATRIX + i] = out[block * 2 * MATRIX + MATRIX + i] = 1 + rounds * sum;
        }
}
