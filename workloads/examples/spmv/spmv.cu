/* SPDX-License-Identifier: BSD-3-Clause */
/* y = A x for a sparse matrix in compressed sparse row form, one thread a row.
 *
 * The simplest CSR kernel, and on purpose not the fastest: a warp runs as long as the longest of
 * its 32 rows (divergence), lanes read columns and values of different rows (few lanes share a
 * line), and x is gathered through column numbers (irregular).
 * Row r's entries are offsets[r] .. offsets[r + 1] - 1 of columns[] and values[].
 */

extern "C" __global__ void spmv(const int *offsets, const int *columns, const float *values,
                                const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;

    float sum = 0;
    int end = offsets[row + 1];
    /* Not unrolled: lengths differ from lane to lane, and one loop is easier to follow than the
     * compiler's four-fold one with its remainder loop. */
#pragma unroll 1
    for (int entry = offsets[row]; entry < end; entry++)
        sum = fmaf(values[entry], x[columns[entry]], sum);
    y[row] = sum;
}
