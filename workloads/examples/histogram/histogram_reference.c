/* SPDX-License-Identifier: BSD-3-Clause */
/* What histogram must leave in counts. */
#include "workloads/reference.h"

void histogram_reference(struct reference_case *c);

void histogram_reference(struct reference_case *c)
{
    size_t n = 0, bins = 0;
    const uint32_t *values = reference_buffer(c, "values", &n);
    uint32_t *counts = reference_buffer(c, "counts", &bins);

    for (size_t i = 0; i < n; i++) {
        if (values[i] >= bins)
            reference_fail(c, "a value is not below the number of bins");
        counts[values[i]]++;
    }
}
