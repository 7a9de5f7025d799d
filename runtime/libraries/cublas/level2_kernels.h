/* SPDX-License-Identifier: BSD-3-Clause */
/* A matrix and a vector: products, solutions, updates, for every storage and shape. */
#ifndef SIMGPU_CUBLAS_LEVEL2_KERNELS_H
#define SIMGPU_CUBLAS_LEVEL2_KERNELS_H

#include "matrix.h"

/* y = alpha A x + beta y, for rows x columns. A block has 32 rows: its eight warps take turns along
 * a row, lanes being rows. With `across` lanes go along a row instead, for what lies by rows, and
 * a warp has one row at a time. T: the elements of A and x, Y: those of y, S: what is computed
 * with.
 */
template <class T, class Y = T, class S = T> struct mv_problem {
    matrix_of<const T> a;
    int rows, columns;
    factor<S> alpha, beta;
    vector_of<const T> x;
    vector_of<Y> y;
    bool across;
    int batches;                            /* of mv_batch_kernel */
    long long a_stride, x_stride, y_stride; /* between batches */
    const T *const *a_list;                 /* of batches, or NULL */
    const T *const *x_list;
    Y *const *y_list;
    long long x_begin, y_begin; /* of a listed vector that runs backwards: where it begins */
};

template <class T, class Y, class S> static __device__ void mv_block(const mv_problem<T, Y, S> &p)
{
    __shared__ __align__(16) S sums[8][33];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    S alpha = p.alpha.get(), beta = p.beta.get();
    int columns = alpha == S(0) ? 0 : p.columns;
    int from = p.across ? lane : warp, step = p.across ? 32 : 8, turns = p.across ? 4 : 1;
    for (int turn = 0; turn < turns; turn++) {
        int row = blockIdx.x * 32 + (p.across ? warp * 4 + turn : lane);
        S sum(0);
        for (int j = from; row < p.rows && j < columns; j += step)
            sum = multiply_add(convert<S>(p.a.at(row, j)), convert<S>(p.x[j]), sum);
        sums[warp][lane] = sum;
        __syncthreads();
        if (p.across ? lane == 0 : warp == 0) {
            S all(0);
            for (int i = 0; i < (p.across ? 32 : 8); i++)
                all = all + (p.across ? sums[warp][i] : sums[i][lane]);
            if (row < p.rows)
                p.y[row] = convert<Y>(beta == S(0)
                                          ? alpha * all
                                          : multiply_add(beta, convert<S>(p.y[row]), alpha * all));
        }
        __syncthreads();
    }
}

template <class T> __global__ void __launch_bounds__(256) mv_kernel(mv_problem<T> p)
{
    mv_block(p);
}

/* The same for batches: row y of the grid has each gridDim.y-th of them. */
template <class T, class Y, class S>
__global__ void __launch_bounds__(256) mv_batch_kernel(mv_problem<T, Y, S> p)
{
    const mv_problem<T, Y, S> all = p;
    for (int batch = blockIdx.y; batch < p.batches; batch += gridDim.y) {
        p.a.first = all.a_list ? all.a_list[batch] : all.a.first + batch * p.a_stride;
        p.x.first = all.x_list ? all.x_list[batch] + p.x_begin : all.x.first + batch * p.x_stride;
        p.y.first = all.y_list ? all.y_list[batch] + p.y_begin : all.y.first + batch * p.y_stride;
        mv_block(p);
    }
}

/* Solves A x = alpha b in place for columns of B, one a block. A is triangular, and what it is used
 * as is lower if `forward`. */
template <class T> struct solve_problem {
    matrix_of<const T> a;
    const T *const *a_list; /* of batches, or NULL */
    T *const *b_list;
    int n, columns, batches;
    bool forward;
    factor<T> alpha;
    T *b;
    long long step,
        next; /* from an element of a column to the next one; from a column to the next one */
};

template <class T> __global__ void __launch_bounds__(128) solve_kernel(solve_problem<T> p)
{
    __shared__ T pivot;
    T alpha = p.alpha.get();
    for (int batch = blockIdx.y; batch < p.batches; batch += gridDim.y) {
        matrix_of<const T> a = p.a;
        if (p.a_list)
            a.first = p.a_list[batch];
        T *b = (p.b_list ? p.b_list[batch] : p.b) + blockIdx.x * p.next;
        for (int i = threadIdx.x; i < p.n; i += blockDim.x)
            b[i * p.step] = alpha == T(0) ? T(0) : alpha * b[i * p.step];
        __syncthreads();
        for (int done = 0; done < p.n && !(alpha == T(0)); done++) {
            int i = p.forward ? done : p.n - 1 - done;
            if (threadIdx.x == 0)
                pivot = b[i * p.step] = a.unit ? b[i * p.step] : b[i * p.step] / a.at(i, i);
            __syncthreads();
            T x = pivot;
            int from = p.forward ? i + 1 : 0, to = p.forward ? p.n : i;
            for (int j = from + threadIdx.x; j < to; j += blockDim.x)
                b[j * p.step] = b[j * p.step] - a.at(j, i) * x;
            __syncthreads();
        }
    }
}

/* A = A + alpha x y', and with `twice` also what makes that symmetric or Hermitian. */
template <class T> struct update_problem {
    matrix_of<T> a;
    int rows, columns;
    factor<T> alpha;
    vector_of<const T> x, y;
    bool conjugated; /* y is */
    bool twice;
};

template <class T> __global__ void __launch_bounds__(256) update_kernel(update_problem<T> p)
{
    T alpha = p.alpha.get();
    int i = blockIdx.x * 32 + threadIdx.x % 32;
    int j = blockIdx.y * 8 + threadIdx.x / 32;
    if (i >= p.rows || alpha == T(0))
        return;
    for (; j < p.columns; j += gridDim.y * 8) {
        if (p.a.shape != SHAPE_GENERAL && i != j && (i > j) != p.a.lower)
            continue;
        T more = alpha * p.x[i] * (p.conjugated ? conjugate(p.y[j]) : p.y[j]);
        if (p.twice)
            more = more + (p.conjugated ? conjugate(alpha) * p.y[i] * conjugate(p.x[j])
                                        : alpha * p.y[i] * p.x[j]);
        T *to = p.a.first + p.a.place(i, j);
        T sum = *to + more;
        *to = p.a.shape == SHAPE_HERMITIAN && i == j ? T(real_part(sum)) : sum;
    }
}

#endif
