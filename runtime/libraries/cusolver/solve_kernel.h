/* SPDX-License-Identifier: BSD-3-Clause */
/* Solutions from the factors of a small matrix: a column of the right sides by a thread. */
#ifndef SIMGPU_CUSOLVER_SOLVE_KERNEL_H
#define SIMGPU_CUSOLVER_SOLVE_KERNEL_H

#include "../cublas/lu_kernels.h"
#include "solver.h"

/* `first` and `second` are triangular: lower, then upper as they are used. P: of pivots, 32 or 64
 * bits. */
template <class T, class P = int> struct solve_columns {
    matrix_of<const T> first, second;
    int n, columns;
    const P *pivots; /* NULL: no exchanges */
    bool exchanges_last;
    T *b;
    long long ldb;
};

template <class T, class P>
static __device__ void exchange_rows(const solve_columns<T, P> &p, T *b)
{
    for (int i = 0; p.pivots && i < p.n; i++) {
        const long long at = p.exchanges_last ? p.n - 1 - i : i, other = p.pivots[at] - 1;
        T held = b[at];
        b[at] = b[other];
        b[other] = held;
    }
}

template <class T, class P>
static __device__ void solve_column(const solve_columns<T, P> &p, T *b)
{
    if (!p.exchanges_last)
        exchange_rows(p, b);
    for (int i = 0; i < p.n; i++) {
        T sum = b[i];
        for (int j = 0; j < i; j++)
            sum = sum - p.first.at(i, j) * b[j];
        b[i] = p.first.unit ? sum : sum / p.first.at(i, i);
    }
    for (int i = p.n - 1; i >= 0; i--) {
        T sum = b[i];
        for (int j = i + 1; j < p.n; j++)
            sum = sum - p.second.at(i, j) * b[j];
        b[i] = p.second.unit ? sum : sum / p.second.at(i, i);
    }
    if (p.exchanges_last)
        exchange_rows(p, b);
}

template <class T, class P>
static __global__ void __launch_bounds__(LU_THREADS)
    solve_kernel_of(solve_columns<T, P> p, int *info)
{
    int c = blockIdx.x * LU_THREADS + threadIdx.x;
    if (c == 0)
        *info = 0;
    if (c < p.columns)
        solve_column(p, p.b + c * p.ldb);
}

template <class T, class P>
static cusolverStatus_t solve_run(cusolverDnHandle_t handle, const solve_columns<T, P> &p,
                                  int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(p.n >= 0 && p.columns >= 0 && p.ldb >= p.n && p.first.ld >= p.n && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    solve_kernel_of<<<p.columns / LU_THREADS + 1, LU_THREADS, 0, handle->stream>>>(p, info);
    return launched();
}

#endif
