/* SPDX-License-Identifier: BSD-3-Clause */
/* C = A x B with a tile of C in registers: a thread computes 16 elements of a column of C's 128 x
 * 16 tile's row, so that an element of A is read once for 16 products, and elements of B are shared
 * by the block's 128 threads.
 *
 * A, B and C lie by columns, B transposed, so that all loads of a warp are whole lines.
 *
 * Source: V. Volkov, J. Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC 2008; shape:
 *   J. Stratton and others, "Parboil", 2012 (sgemm): 128 threads, tiles of 128 x 16, 8 rows of B
 *   at a time.
 */
#ifndef SIMGPU_PROGRAMS_MATMUL_REGISTERS_H
#define SIMGPU_PROGRAMS_MATMUL_REGISTERS_H

#include "../common/program.h"

enum { REGISTER_ROWS = 128, REGISTER_COLUMNS = 16, REGISTER_DEPTH = 8 };

/* Element (row, column) of C is c[column * n + row]; of A a[k * n + row]; of B b[k * n + column].
 */
__global__ void __launch_bounds__(REGISTER_ROWS)
    multiply_registers(const float *a, const float *b, float *c, int n, int depth)
{
    __shared__ float tile[REGISTER_DEPTH][REGISTER_COLUMNS];
    int row = blockIdx.x * REGISTER_ROWS + threadIdx.x;
    int first = blockIdx.y * REGISTER_COLUMNS;
    int own_k = threadIdx.x / REGISTER_COLUMNS, own_column = threadIdx.x % REGISTER_COLUMNS;
    float sum[REGISTER_COLUMNS] = {};

    for (int start = 0; start < depth; start += REGISTER_DEPTH) {
        tile[own_k][own_column] = b[(start + own_k) * n + first + own_column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < REGISTER_DEPTH; k++) {
            float factor = a[(start + k) * n + row];
#pragma unroll
            for (int column = 0; column < REGISTER_COLUMNS; column++)
                sum[column] += factor * tile[k][column];
        }
        __syncthreads();
    }
#pragma unroll
    for (int column = 0; column < REGISTER_COLUMNS; column++)
        c[(first + column) * n + row] = sum[column];
}

/* n x depth times depth x n, random; how many elements are wrong. */
static inline size_t run_registers(int n, int depth)
{
    size_t factors = (size_t)n * depth, count = (size_t)n * n;
    float *a = host_array<float>(factors), *b = host_array<float>(factors);
    float *c = host_array<float>(count), *expected = host_array<float>(count);
    uint64_t state = 3;
    for (size_t i = 0; i < factors; i++) {
        a[i] = random_float(&state, -1.0f, 1.0f);
        b[i] = random_float(&state, -1.0f, 1.0f);
    }
    memset(expected, 0, count * sizeof(float));
    for (int column = 0; column < n; column++)
        for (int k = 0; k < depth; k++)
            for (int row = 0; row < n; row++)
                expected[(size_t)column * n + row] +=
                    a[(size_t)k * n + row] * b[(size_t)k * n + column];

    float *device_a = device_copy(a, factors), *device_b = device_copy(b, factors);
    float *device_c = device_array<float>(count);
    dim3 grid(n / REGISTER_ROWS, n / REGISTER_COLUMNS);
    multiply_registers<<<grid, REGISTER_ROWS>>>(device_a, device_b, device_c, n, depth);
    CHECK(cudaGetLastError());
    copy_back(c, device_c, count);
    size_t wrong = count_wrong("registers", c, expected, count, 1e-4f, 1e-5f);

    float *const on_device[] = {device_a, device_b, device_c};
    for (float *array : on_device)
        CHECK(cudaFree(array));
    float *const on_host[] = {a, b, c, expected};
    for (float *array : on_host)
        free(array);
    return wrong;
}

#endif
