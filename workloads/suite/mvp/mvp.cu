/* SPDX-License-Identifier: BSD-3-Clause */
/* MVP: product of a dense matrix and a vector, a thread a row.
 *
 * The 32 lanes of a warp read 32 rows at once, so each load touches 32 lines, of which it uses a
 * word each; the other words are used by the next loads if the line is still in L1. A few warps
 * fill L1: more of them on an SM make each other's lines go.
 *
 * Source: S. Grauer-Gray and others, PolyBench/GPU (mvt), InPar 2012; blocks of 192 as of MVP in
 * Q. Xu and others, "Warped-Slicer", ISCA 2016, table II, which is Parboil's sparse product
 * (../spmv).
 */
#include "../common/program.h"

enum { BLOCK = 192 };

__global__ void product(const float *matrix, const float *x, float *y, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j < columns; j++)
        sum += matrix[(size_t)row * columns + j] * x[j];
    y[row] = sum;
}

int main(int argc, char **argv)
{
    int rows = (int)program_argument(argc, argv, 1, "ROWS", 24576, 1, 1L << 22);
    int columns = (int)program_argument(argc, argv, 2, "COLUMNS", 32, 1, 1L << 16);

    uint64_t random = 1;
    float *matrix = host_array<float>((size_t)rows * columns), *x = host_array<float>(columns);
    float *y = host_array<float>(rows), *expected = host_array<float>(rows);
    for (int j = 0; j < columns; j++)
        x[j] = random_float(&random, -1, 1);
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            float element = random_float(&random, -1, 1);
            matrix[(size_t)i * columns + j] = element;
            sum += (double)element * (double)x[j];
        }
        expected[i] = (float)sum;
    }
    float *matrix_device = device_copy(matrix, (size_t)rows * columns);
    float *x_device = device_copy(x, columns), *y_device = device_array<float>(rows);
    product<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(matrix_device, x_device, y_device, rows,
                                                   columns);
    CHECK(cudaGetLastError());
    copy_back(y, y_device, rows);
    /* Sums of products below 1 in single precision: the error grows with the number of terms. */
    size_t wrong = count_wrong("y", y, expected, rows, 1e-6f * (float)columns, 0);

    float *const on_device[] = {matrix_device, x_device, y_device};
    for (float *array : on_device)
        CHECK(cudaFree(array));
    float *const on_host[] = {matrix, x, y, expected};
    for (float *array : on_host)
        free(array);
    return program_verdict("mvp", wrong);
}
