/* SPDX-License-Identifier: BSD-3-Clause */
/* A = L L' by one block, in place. */
#ifndef SIMGPU_CUSOLVER_CHOLESKY_KERNEL_H
#define SIMGPU_CUSOLVER_CHOLESKY_KERNEL_H

#include "solve_kernel.h"

/* The lower factor L of A = L L', or the upper one as its conjugated transpose. */
template <class T>
static __device__ void cholesky_factor(bool lower, int n, T *a, long long lda, int *info)
{
    __shared__ int problem;
    long long down = lower ? 1 : lda, across = lower ? lda : 1; /* as if it were the lower half */
    if (threadIdx.x == 0)
        problem = 0;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) {
            real_of<T> pivot = real_part(a[k * (down + across)]);
            if (pivot > 0)
                a[k * (down + across)] = T(sqrt(pivot));
            else
                problem = k + 1;
        }
        __syncthreads();
        if (problem)
            break;
        T root = a[k * (down + across)];
        for (int i = k + 1 + threadIdx.x; i < n; i += LU_THREADS)
            a[i * down + k * across] = a[i * down + k * across] / root;
        __syncthreads();
        int left = n - k - 1;
        for (int e = threadIdx.x; e < left * left; e += LU_THREADS) {
            int i = k + 1 + e % left, j = k + 1 + e / left;
            if (i >= j) {
                T x = a[i * down + k * across], y = conjugate(a[j * down + k * across]);
                a[i * down + j * across] = a[i * down + j * across] - x * y;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *info = problem;
}

template <class T>
static __global__ void __launch_bounds__(LU_THREADS)
    cholesky_kernel(bool lower, int n, T *a, long long lda, int *info)
{
    cholesky_factor(lower, n, a, lda, info);
}

#endif
