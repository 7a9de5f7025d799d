/* SPDX-License-Identifier: BSD-3-Clause */
/* What matmul must leave in c: plain rows times columns, in double precision. The kernel adds
 * in single precision with fused multiply-adds, hence the tolerance in matmul.json. */
#include "workloads/reference.h"

void matmul_reference(struct reference_case *c);

void matmul_reference(struct reference_case *c)
{
    const float *a = reference_buffer(c, "a", NULL);
    const float *b = reference_buffer(c, "b", NULL);
    float *product = reference_buffer(c, "c", NULL);
    const size_t n = (size_t)reference_integer(c, "n");

    if (n % 16 != 0)
        reference_fail(c, "matmul works on tiles of 16 x 16: n must be a multiple of 16");
    for (size_t row = 0; row < n; row++) {
        for (size_t column = 0; column < n; column++) {
            double sum = 0;

            for (size_t k = 0; k < n; k++)
                sum += (double)a[row * n + k] * (double)b[k * n + column];
            product[row * n + column] = (float)sum;
        }
    }
}
