/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices for a product C = A B of halves with sums as floats, and the check of C.
 *
 * The values are eighths from -1 to 1. So every sum is a multiple of 1/64 that a float has exactly,
 * and the result does not depend on the order of the additions. All of C is checked: C x = A (B x)
 * for a random vector x of 64-bit integers, in arithmetic modulo 2^64. A wrong row passes in fewer
 * than one of 2^40 cases.
 *
 * Source: R. Freivalds, "Probabilistic Machines Can Use Less Running Time", IFIP 1977.
 */
#ifndef SIMGPU_TENSOR_COMMON_PRODUCT_H
#define SIMGPU_TENSOR_COMMON_PRODUCT_H

#include "../../suite/common/program.h"
#include <cuda_fp16.h>

/* What a program has of its product: A of m x k, B of k x n, C of m x n. */
struct product {
    int m, n, k;
    signed char *a, *b; /* in eighths */
    __half *device_a, *device_b;
    float *device_c;
};

/* -8 to 8, in eighths; and the halves on the device. */
static __half *product_matrix(signed char *eighths, size_t count, uint64_t *state)
{
    __half *halves = host_array<__half>(count);
    for (size_t i = 0; i < count; i++) {
        eighths[i] = (signed char)((int)random_below(state, 17) - 8);
        halves[i] = __float2half((float)eighths[i] / 8);
    }
    __half *device = device_copy(halves, count);
    free(halves);
    return device;
}

static product product_new(int m, int n, int k)
{
    uint64_t state = 11;
    size_t a_count = (size_t)m * k, b_count = (size_t)k * n;
    product p = {m, n, k, host_array<signed char>(a_count), host_array<signed char>(b_count)};
    p.device_a = product_matrix(p.a, a_count, &state);
    p.device_b = product_matrix(p.b, b_count, &state);
    p.device_c = device_array<float>((size_t)m * n);
    return p;
}

/* to = matrix x vector. */
static void product_apply(uint64_t *to, const signed char *matrix, const uint64_t *vector,
                          size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        uint64_t sum = 0;
        for (size_t column = 0; column < columns; column++)
            sum += (uint64_t)(int64_t)matrix[row * columns + column] * vector[column];
        to[row] = sum;
    }
}

/* Wrong rows of C. */
static size_t product_check(const product *p, const float *c)
{
    const int m = p->m, n = p->n, k = p->k;
    uint64_t state = 7;
    uint64_t *x = host_array<uint64_t>(n), *bx = host_array<uint64_t>(k);
    uint64_t *abx = host_array<uint64_t>(m);
    size_t wrong = 0;
    for (int column = 0; column < n; column++)
        x[column] = random_next(&state);
    product_apply(bx, p->b, x, k, n);
    product_apply(abx, p->a, bx, m, k);
    for (int row = 0; row < m; row++) {
        uint64_t sum = 0;
        bool whole = true;
        for (int column = 0; column < n; column++) {
            float value = c[(size_t)row * n + column] * 64;
            whole = whole && value == rintf(value);
            sum += (uint64_t)(int64_t)value * x[column];
        }
        if (whole && sum == abx[row])
            continue;
        if (wrong++ == 0)
            printf("row %d of c is wrong\n", row);
    }
    free(x);
    free(bx);
    free(abx);
    return wrong;
}

/* Fetches C, checks it, frees everything. Returns the wrong rows of C. */
static size_t product_end(product *p)
{
    size_t count = (size_t)p->m * p->n;
    float *c = host_array<float>(count);
    copy_back(c, p->device_c, count);
    size_t wrong = product_check(p, c);
    CHECK(cudaFree(p->device_a));
    CHECK(cudaFree(p->device_b));
    CHECK(cudaFree(p->device_c));
    free(p->a);
    free(p->b);
    free(c);
    return wrong;
}

/* Blocks of a grid: one for each tile of T::rows x T::columns. */
template <class T> static dim3 product_grid(int m, int n)
{
    return dim3((n + T::columns - 1) / T::columns, (m + T::rows - 1) / T::rows);
}

/* Elements of C that the busiest SM makes, if an SM takes a block at a time. */
template <class T> static size_t product_share(int m, int n, int sms)
{
    dim3 grid = product_grid<T>(m, n);
    return ((size_t)grid.x * grid.y + sms - 1) / sms * T::rows * T::columns;
}

#endif
