/* SPDX-License-Identifier: BSD-3-Clause */
/* What spmv must leave in y: each row summed in double precision. The kernel sums in single
 * precision with fused multiply-adds, hence the tolerance in spmv.json. */
#include "workloads/reference.h"

void spmv_reference(struct reference_case *c);

void spmv_reference(struct reference_case *c)
{
    size_t rows = 0;
    const int32_t *offsets = reference_buffer(c, "offsets", NULL);
    const int32_t *columns = reference_buffer(c, "columns", NULL);
    const float *values = reference_buffer(c, "values", NULL);
    const float *x = reference_buffer(c, "x", NULL);
    float *y = reference_buffer(c, "y", &rows);

    for (size_t row = 0; row < rows; row++) {
        double sum = 0;

        for (int32_t entry = offsets[row]; entry < offsets[row + 1]; entry++)
            sum += (double)values[entry] * (double)x[columns[entry]];
        y[row] = (float)sum;
    }
}
