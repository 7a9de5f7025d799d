/* SPDX-License-Identifier: BSD-3-Clause */
/* P A = L U with partial pivoting by a block, and solutions from it by a thread. Pivots are counted
 * from 1, as in LAPACK. */
#ifndef SIMGPU_CUBLAS_LU_KERNELS_H
#define SIMGPU_CUBLAS_LU_KERNELS_H

#include "matrix.h"

enum { LU_THREADS = 128 };

/* Exchanges rows i and j in `columns` columns. */
template <class T> static __device__ void lu_exchange(T *a, long long ld, int columns, int i, int j)
{
    for (int c = threadIdx.x; i != j && c < columns; c += LU_THREADS) {
        T held = a[i + c * ld];
        a[i + c * ld] = a[j + c * ld];
        a[j + c * ld] = held;
    }
}

/* pivots (of 32 or 64 bits) may be NULL: then rows are not exchanged. */
template <class T, class P>
static __device__ void lu_factor(T *a, long long ld, int m, int n, P *pivots, int *info)
{
    __shared__ int chosen;
    int problem = 0;
    for (int k = 0; k < m && k < n; k++) {
        if (threadIdx.x == 0) {
            chosen = k;
            for (int i = k + 1; pivots && i < m; i++)
                if (magnitude(a[i + k * ld]) > magnitude(a[chosen + k * ld]))
                    chosen = i;
            if (pivots)
                pivots[k] = chosen + 1;
        }
        __syncthreads();
        lu_exchange(a, ld, n, k, chosen);
        __syncthreads();
        T pivot = a[k + k * ld];
        if (pivot == T(0)) {
            problem = problem ? problem : k + 1;
            continue;
        }
        for (int i = k + 1 + threadIdx.x; i < m; i += LU_THREADS)
            a[i + k * ld] = a[i + k * ld] / pivot;
        __syncthreads();
        int left = m - k - 1;
        for (int e = threadIdx.x; e < left * (n - k - 1); e += LU_THREADS) {
            int i = k + 1 + e % left, j = k + 1 + e / left;
            a[i + j * ld] = a[i + j * ld] - a[i + k * ld] * a[k + j * ld];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *info = problem;
}

/* Solves op(A) x = b for one column by one thread, after b's rows were exchanged where that comes
 * first. */
template <class T>
static __device__ void lu_solve_column(const matrix_of<const T> &lower,
                                       const matrix_of<const T> &upper, int n, T *b)
{
    const matrix_of<const T> &first = lower.transposed ? upper : lower;
    const matrix_of<const T> &second = lower.transposed ? lower : upper;
    for (int i = 0; i < n; i++) {
        T sum = b[i];
        for (int j = 0; j < i; j++)
            sum = sum - first.at(i, j) * b[j];
        b[i] = first.unit ? sum : sum / first.at(i, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        T sum = b[i];
        for (int j = i + 1; j < n; j++)
            sum = sum - second.at(i, j) * b[j];
        b[i] = second.unit ? sum : sum / second.at(i, i);
    }
}

#endif
