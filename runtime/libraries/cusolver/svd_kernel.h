/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel behind cuSOLVER's singular values: one-sided Jacobi, one block a matrix.
 *
 * Pairs of columns are turned until all are orthogonal: W = A V. The columns' lengths are the
 * singular values, and the columns divided by them the other vectors. A matrix that is wider than
 * high is taken as its adjoint. Vectors of values that are zero, and those that complete a basis,
 * come from unit vectors, each made orthogonal to the others twice.
 *
 * Source: Hestenes, Inversion of Matrices by Biorthogonalization and Related Results, J. SIAM 6
 *   (1958); Golub, Van Loan, Matrix Computations (4th ed., 2013), section 8.6.3. Twice is enough:
 *   Parlett, The Symmetric Eigenvalue Problem (1980), section 6-9.
 */
#ifndef SIMGPU_CUSOLVER_SVD_KERNEL_H
#define SIMGPU_CUSOLVER_SVD_KERNEL_H

#include "../common/sums.h"
#include "eigen_kernel.h"

enum { SVD_WARPS = EIGEN_THREADS / 32 };

/* Where singular vectors go: `columns` of them, 0: nobody wants them. */
template <class T> struct svd_vectors {
    T *first;
    long long row, column, next; /* steps; next: to the next matrix of a batch */
    int columns;
    bool conjugated;

    __device__ T get(long long at) const
    {
        return conjugated ? conjugate(first[at]) : first[at];
    }
    __device__ void set(long long at, T x) const
    {
        first[at] = conjugated ? conjugate(x) : x;
    }
};

/* In the words of the higher form: `rows` >= `columns`, A or its adjoint. */
template <class T> struct svd_problem {
    int rows, columns, batch;
    bool is_adjoint, is_sorted;
    const T *a;
    long long lda, next_a;
    real_of<T> *values;
    long long next_values;
    int wanted;                 /* values; the rest is only told as `rest` */
    svd_vectors<T> left, right; /* of `rows` and of `columns` elements */
    double *rest;               /* of each matrix: the length of the values that nobody wants */
    int *info;
    double tolerance, *residual;
    int sweeps, *done;
};

/* Numbers of T that one matrix needs: W, V; lengths, places in the order; what is left of each
 * unit vector, and products with the vectors that are there. */
static long long svd_room(long long rows, long long columns)
{
    return (rows + columns) * columns + 2 * columns + 2 * rows;
}

template <class T> struct svd_work {
    T *w, *v, *products;
    real_of<T> *lengths, *left_over;
    int *rank;

    __device__ svd_work(T *room, long long rows, long long columns)
        : w(room), v(w + rows * columns), products(v + columns * columns),
          lengths((real_of<T> *)(products + rows)), left_over((real_of<T> *)((T *)lengths + columns)),
          rank((int *)((T *)left_over + rows))
    {
    }
};

template <class R> static __device__ R rounding_of()
{
    return sizeof(R) == 8 ? R(2.3e-16) : R(1.2e-7);
}

/* The largest part of a block's threads. */
template <class R> static __device__ R most_of_threads(R x, int *at)
{
    __shared__ R found[EIGEN_THREADS];
    __shared__ int places[EIGEN_THREADS];
    __syncthreads();
    found[threadIdx.x] = x;
    places[threadIdx.x] = *at;
    for (unsigned half = EIGEN_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && found[threadIdx.x + half] > found[threadIdx.x]) {
            found[threadIdx.x] = found[threadIdx.x + half];
            places[threadIdx.x] = places[threadIdx.x + half];
        }
    }
    __syncthreads();
    *at = places[0];
    return found[0];
}

/* W = A / scale, V = 1. The scale: the largest element, so that no square overflows. */
template <class T>
static __device__ real_of<T> svd_begin(const svd_problem<T> &p, const T *a, const svd_work<T> &work)
{
    typedef real_of<T> R;
    R most = 0;
    int none = 0;
    for (int i = threadIdx.x; i < p.rows * p.columns; i += EIGEN_THREADS) {
        const int row = i % p.rows, column = i / p.rows;
        const T x = p.is_adjoint ? conjugate(a[column + row * p.lda]) : a[row + column * p.lda];
        work.w[i] = x;
        most = magnitude(x) > most ? magnitude(x) : most;
    }
    most = most_of_threads(most, &none);
    const R scale = most > 0 ? most : R(1);
    for (int i = threadIdx.x; i < p.rows * p.columns; i += EIGEN_THREADS)
        work.w[i] = work.w[i] / T(scale);
    for (int i = threadIdx.x; i < p.columns * p.columns; i += EIGEN_THREADS)
        work.v[i] = T(i % p.columns == i / p.columns ? 1 : 0);
    __syncthreads();
    return scale;
}

template <class T> static __device__ void turn_pair(int n, const rotation<T> &turn, T *x, T *y)
{
    for (int i = threadIdx.x % 32; i < n; i += 32) {
        const T of_x = x[i], of_y = y[i];
        x[i] = T(turn.c) * of_x - conjugate(turn.s) * of_y;
        y[i] = turn.s * of_x + T(turn.c) * of_y;
    }
}

/* A warp makes columns x and y orthogonal, unless they are. `off`: the square of what their product
 * leaves off the diagonal of U' A V. False: they were. */
template <class T>
static __device__ bool svd_pair(const svd_problem<T> &p, const svd_work<T> &work, int x, int y,
                                real_of<T> tolerance, double *off)
{
    typedef real_of<T> R;
    T *of_x = work.w + (long long)x * p.rows, *of_y = work.w + (long long)y * p.rows;
    R xx = 0, yy = 0;
    T xy = T(0);
    for (int i = threadIdx.x % 32; i < p.rows; i += 32) {
        xx += square(of_x[i], R(1));
        yy += square(of_y[i], R(1));
        xy = multiply_add(conjugate(of_x[i]), of_y[i], xy);
    }
    xx = sum_of_warp(xx);
    yy = sum_of_warp(yy);
    xy = sum_of_warp(xy);
    const R nothing = rounding_of<R>() * rounding_of<R>();
    const double product = square_of(xy);
    if (!(xx > nothing && yy > nothing) || product <= (double)tolerance * tolerance * xx * yy)
        return false;
    *off += product / xx + product / yy;
    const rotation<T> turn = rotation_for<T>(xx, yy, xy);
    turn_pair(p.rows, turn, of_x, of_y);
    if (p.right.columns > 0)
        turn_pair(p.columns, turn, work.v + (long long)x * p.columns,
                  work.v + (long long)y * p.columns);
    return true;
}

/* Once around all pairs. How many pairs were turned by this thread's warp; `off` adds up. */
template <class T>
static __device__ int svd_sweep(const svd_problem<T> &p, const svd_work<T> &work,
                                real_of<T> tolerance, double *off)
{
    const int even = p.columns + p.columns % 2;
    int turned = 0;
    for (int step = 0; step < even - 1; step++) {
        for (int i = threadIdx.x / 32; i < even / 2; i += SVD_WARPS) {
            int x, y;
            pair_of(even, step, i, &x, &y);
            if (y < p.columns)
                turned += svd_pair(p, work, x, y, tolerance, off);
        }
        __syncthreads();
    }
    return turned;
}

/* Lengths of the columns, and their places in descending order. */
template <class T>
static __device__ void svd_order(const svd_problem<T> &p, const svd_work<T> &work)
{
    typedef real_of<T> R;
    for (int c = threadIdx.x / 32; c < p.columns; c += SVD_WARPS) {
        R sum = 0;
        for (int i = threadIdx.x % 32; i < p.rows; i += 32)
            sum += square(work.w[i + (long long)c * p.rows], R(1));
        sum = sum_of_warp(sum);
        if (threadIdx.x % 32 == 0)
            work.lengths[c] = sqrt(sum);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < p.columns; i += EIGEN_THREADS) {
        int larger = 0;
        for (int j = 0; j < p.columns; j++)
            larger += work.lengths[j] > work.lengths[i] ||
                      (work.lengths[j] == work.lengths[i] && j < i);
        work.rank[i] = p.is_sorted ? larger : i;
    }
    __syncthreads();
}

/* Column `at` of `out` becomes a unit vector that is orthogonal to the other columns, of which those
 * that nobody has completed are zero. left_over: what they leave of each unit vector. */
template <class T>
static __device__ void svd_complete(int rows, const svd_vectors<T> &out, int at,
                                    const svd_work<T> &work)
{
    typedef real_of<T> R;
    int chosen = 0;
    R most = -1;
    for (int i = threadIdx.x; i < rows; i += EIGEN_THREADS)
        if (work.left_over[i] > most) {
            most = work.left_over[i];
            chosen = i;
        }
    most_of_threads(most, &chosen);
    const long long here = at * out.column;
    for (int i = threadIdx.x; i < rows; i += EIGEN_THREADS)
        out.set(here + i * out.row, T(i == chosen ? 1 : 0));
    double length = 0;
    for (int turn = 0; turn < 2; turn++) {
        __syncthreads();
        for (int c = threadIdx.x / 32; c < out.columns; c += SVD_WARPS) {
            T sum = T(0);
            for (int i = threadIdx.x % 32; c != at && i < rows; i += 32)
                sum = multiply_add(conjugate(out.get(c * out.column + i * out.row)),
                                   out.get(here + i * out.row), sum);
            sum = sum_of_warp(sum);
            if (threadIdx.x % 32 == 0)
                work.products[c] = sum;
        }
        __syncthreads();
        double own = 0;
        for (int i = threadIdx.x; i < rows; i += EIGEN_THREADS) {
            T x = out.get(here + i * out.row);
            for (int c = 0; c < out.columns; c++)
                if (c != at)
                    x = x - work.products[c] * out.get(c * out.column + i * out.row);
            out.set(here + i * out.row, x);
            own += square_of(x);
        }
        length = sqrt(sum_of_threads(own));
    }
    for (int i = threadIdx.x; i < rows; i += EIGEN_THREADS) {
        const T x = out.get(here + i * out.row) / T(R(length));
        out.set(here + i * out.row, x);
        work.left_over[i] -= (R)square_of(x);
    }
    __syncthreads();
}

/* The vectors of `rows` elements. Those that are missing are zero, until they are completed. */
template <class T>
static __device__ void svd_store_left(const svd_problem<T> &p, const svd_vectors<T> &out,
                                      const svd_work<T> &work)
{
    typedef real_of<T> R;
    const int rows = p.rows;
    for (int i = threadIdx.x; i < rows; i += EIGEN_THREADS) {
        R left_over = 1;
        for (int c = 0; c < out.columns; c++)
            out.set(c * out.column + i * out.row, T(0));
        for (int c = 0; c < p.columns; c++) {
            if (work.lengths[c] <= rounding_of<R>() || work.rank[c] >= out.columns)
                continue;
            const T x = work.w[i + (long long)c * rows] / T(work.lengths[c]);
            out.set(work.rank[c] * out.column + i * out.row, x);
            left_over -= (R)square_of(x);
        }
        work.left_over[i] = left_over;
    }
    __syncthreads();
    for (int c = 0; c < p.columns; c++)
        if (work.lengths[c] <= rounding_of<R>() && work.rank[c] < out.columns)
            svd_complete(rows, out, work.rank[c], work);
    for (int c = p.columns; c < out.columns; c++)
        svd_complete(rows, out, c, work);
}

template <class T>
static __global__ void __launch_bounds__(EIGEN_THREADS)
    svd_kernel(svd_problem<T> p, T *room, long long room_each)
{
    typedef real_of<T> R;
    const int matrix = blockIdx.x;
    const svd_work<T> work(room + matrix * room_each, p.rows, p.columns);
    const R scale = svd_begin(p, p.a + matrix * p.next_a, work);
    const R own = rounding_of<R>() * (4 + sqrt((R)p.rows));
    const R tolerance = p.tolerance > own ? (R)p.tolerance : own;
    int sweeps = 0;
    bool is_done = p.columns < 2;
    double off = 0;
    for (; !is_done && sweeps < p.sweeps; sweeps++) {
        double of_warp = 0;
        const int turned = svd_sweep(p, work, tolerance, &of_warp);
        off = sum_of_threads(threadIdx.x % 32 == 0 ? of_warp : 0);
        is_done = !__syncthreads_or(turned);
    }
    svd_order(p, work);
    double rest = 0;
    for (int c = threadIdx.x; c < p.columns; c += EIGEN_THREADS) {
        const R value = work.lengths[c] * scale;
        if (work.rank[c] < p.wanted)
            p.values[matrix * p.next_values + work.rank[c]] = value;
        else
            rest += square_of(value);
    }
    rest = sum_of_threads(rest);
    svd_vectors<T> left = p.left, right = p.right;
    left.first += matrix * left.next;
    right.first += matrix * right.next;
    if (left.columns > 0)
        svd_store_left(p, left, work);
    for (int i = threadIdx.x; i < p.columns * p.columns; i += EIGEN_THREADS)
        if (work.rank[i / p.columns] < right.columns)
            right.set(i % p.columns * right.row + work.rank[i / p.columns] * right.column,
                      work.v[i]);
    if (threadIdx.x == 0) {
        p.info[matrix] = is_done ? 0 : p.columns + 1;
        if (p.rest)
            p.rest[matrix] = sqrt(rest);
        if (p.residual && matrix == 0) {
            *p.residual = sqrt(off) * scale;
            *p.done = sweeps;
        }
    }
}

#endif
