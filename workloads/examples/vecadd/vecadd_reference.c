/* SPDX-License-Identifier: BSD-3-Clause */
/* What vecadd must leave in c. One rounding an element, as on the GPU: results are equal. */
#include "workloads/reference.h"

void vecadd_reference(struct reference_case *c);

void vecadd_reference(struct reference_case *c)
{
    size_t n = 0;
    const float *a = reference_buffer(c, "a", &n);
    const float *b = reference_buffer(c, "b", NULL);
    float *sum = reference_buffer(c, "c", NULL);

    for (size_t i = 0; i < n; i++)
        sum[i] = a[i] + b[i];
}
