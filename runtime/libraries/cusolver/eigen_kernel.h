/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel behind cuSOLVER's eigenvalues: Jacobi's method, one block a matrix.
 *
 * A step turns n/2 pairs of rows and columns at once, so that the element of each pair off the
 * diagonal becomes zero; n - 1 steps, a sweep, meet each pair once. Columns are turned first, then
 * rows. Eigenvalues come in ascending order.
 *
 * Source: Golub, Van Loan, Matrix Computations (4th ed., 2013), sections 8.5.2 for the rotation
 * and 8.5.5 for the order of pairs.
 */
#ifndef SIMGPU_CUSOLVER_EIGEN_KERNEL_H
#define SIMGPU_CUSOLVER_EIGEN_KERNEL_H

#include "../common/numbers.h"

enum { EIGEN_THREADS = 256 };

/* Which matrices, and how good: what every call says in its own words. */
template <class T> struct eigen_problem {
    int n, batch;
    bool lower, wants_vectors, is_sorted;
    T *a;
    long long lda;
    real_of<T> *values;
    int *info;
    double tolerance, *residual;
    int sweeps, *done;
};

/* Numbers of T that one matrix needs: the whole matrix, the vectors; a rotation and a place in the
 * order for each pair and value. */
static inline long long room_of(int n)
{
    return 2ll * n * n + 3ll * n + 4;
}

/* Turns p and q: x_p' = c x_p - conj(s) x_q, x_q' = s x_p + c x_q for columns. */
template <class T> struct rotation {
    real_of<T> c;
    T s;
};

/* What makes the Hermitian pair (app, apq; conj(apq), aqq) diagonal. In doubles, so that c and s are
 * rounded once: else hundreds of rotations make vectors visibly longer or shorter. */
template <class T> static __device__ rotation<T> rotation_for(real_of<T> app, real_of<T> aqq, T apq)
{
    typedef real_of<T> R;
    const R larger = magnitude(apq);
    if (!(larger > 0))
        return {R(1), T(0)};
    const double size = (double)larger * sqrt((double)square(apq, larger));
    const double ratio = ((double)aqq - (double)app) / (2 * size);
    const double tangent = (ratio >= 0 ? 1 : -1) / (fabs(ratio) + sqrt(1 + ratio * ratio));
    const double c = 1 / sqrt(1 + tangent * tangent);
    return {(R)c, apq * T((R)(tangent * c / size))};
}

/* The pair number i of n/2 in a step: a tournament, in which player `even - 1` stays. */
static __device__ void pair_of(int even, int step, int i, int *p, int *q)
{
    const int round = even - 1;
    const int a = i == 0 ? round : (step + i) % round, b = (step + round - i) % round;
    *p = a < b ? a : b;
    *q = a < b ? b : a;
}

static __device__ double sum_of_threads(double x)
{
    __shared__ double sums[EIGEN_THREADS];
    __syncthreads();
    sums[threadIdx.x] = x;
    for (unsigned half = EIGEN_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    __syncthreads();
    return sums[0];
}

template <class R> static __device__ double square_of(R x)
{
    return (double)x * x;
}
template <class R> static __device__ double square_of(complex_of<R> x)
{
    return (double)x.x * x.x + (double)x.y * x.y;
}

/* Sums of squares of the whole matrix, and off its diagonal. */
template <class T> static __device__ void norms(int n, const T *w, double *all, double *off)
{
    double own = 0, own_off = 0;
    for (int i = threadIdx.x; i < n * n; i += EIGEN_THREADS) {
        const double of_this = square_of(w[i]);
        own += of_this;
        if (i / n != i % n)
            own_off += of_this;
    }
    *all = sum_of_threads(own);
    *off = sum_of_threads(own_off);
}

template <class T>
static __device__ void turn_columns(int n, int even, int step, const rotation<T> *turns, T *x)
{
    for (int i = threadIdx.x; i < even / 2 * n; i += EIGEN_THREADS) {
        int p, q;
        pair_of(even, step, i / n, &p, &q);
        if (q >= n)
            continue;
        const rotation<T> turn = turns[i / n];
        T *to_p = x + (long long)p * n + i % n, *to_q = x + (long long)q * n + i % n;
        const T of_p = *to_p, of_q = *to_q;
        *to_p = T(turn.c) * of_p - conjugate(turn.s) * of_q;
        *to_q = turn.s * of_p + T(turn.c) * of_q;
    }
}

template <class T>
static __device__ void turn_rows(int n, int even, int step, const rotation<T> *turns, T *x)
{
    for (int i = threadIdx.x; i < even / 2 * n; i += EIGEN_THREADS) {
        int p, q;
        pair_of(even, step, i % (even / 2), &p, &q);
        if (q >= n)
            continue;
        const rotation<T> turn = turns[i % (even / 2)];
        T *column = x + (long long)(i / (even / 2)) * n;
        const T of_p = column[p], of_q = column[q];
        column[p] = T(turn.c) * of_p - turn.s * of_q;
        column[q] = conjugate(turn.s) * of_p + T(turn.c) * of_q;
        if (column == x + (long long)p * n)
            column[q] = T(0); /* but for rounding, which would never end */
        if (column == x + (long long)q * n)
            column[p] = T(0);
    }
}

template <class T>
static __device__ void sweep(int n, T *w, T *vectors, bool wants_vectors, rotation<T> *turns)
{
    const int even = n + n % 2;
    for (int step = 0; step < even - 1; step++) {
        for (int i = threadIdx.x; i < even / 2; i += EIGEN_THREADS) {
            int p, q;
            pair_of(even, step, i, &p, &q);
            if (q < n)
                turns[i] =
                    rotation_for<T>(real_part(w[p + (long long)p * n]),
                                    real_part(w[q + (long long)q * n]), w[p + (long long)q * n]);
        }
        __syncthreads();
        turn_columns(n, even, step, turns, w);
        if (wants_vectors)
            turn_columns(n, even, step, turns, vectors);
        __syncthreads();
        turn_rows(n, even, step, turns, w);
        __syncthreads();
    }
}

/* Where each value stands in ascending order; equal ones keep theirs. */
template <class T> static __device__ void rank_values(int n, const T *w, bool is_sorted, int *rank)
{
    for (int i = threadIdx.x; i < n; i += EIGEN_THREADS) {
        const real_of<T> value = real_part(w[i + (long long)i * n]);
        int smaller = 0;
        for (int j = 0; j < n; j++) {
            const real_of<T> other = real_part(w[j + (long long)j * n]);
            smaller += other < value || (other == value && j < i);
        }
        rank[i] = is_sorted ? smaller : i;
    }
}

template <class T>
static __global__ void __launch_bounds__(EIGEN_THREADS)
    eigen_kernel(eigen_problem<T> problem, T *room, long long room_each)
{
    const int n = problem.n, matrix = blockIdx.x;
    T *a = problem.a + matrix * problem.lda * n, *w = room + matrix * room_each,
      *vectors = w + (long long)n * n;
    auto *turns = (rotation<T> *)(vectors + (long long)n * n);
    int *rank = (int *)(turns + (n + 1) / 2);
    for (int i = threadIdx.x; i < n * n; i += EIGEN_THREADS) {
        const int row = i % n, column = i / n;
        const bool stored = problem.lower ? row >= column : row <= column;
        const T value =
            stored ? a[row + column * problem.lda] : conjugate(a[column + row * problem.lda]);
        w[i] = row == column ? T(real_part(value)) : value;
        vectors[i] = T(row == column ? 1 : 0);
    }
    __syncthreads();
    double all, off;
    norms(n, w, &all, &off);
    const double rounding = sizeof(real_of<T>) == 8 ? 2.3e-16 : 1.2e-7;
    const double tolerance = problem.tolerance > 0 ? problem.tolerance : rounding;
    int sweeps = 0;
    while (off > tolerance * tolerance * all && sweeps < problem.sweeps) {
        sweep(n, w, vectors, problem.wants_vectors, turns);
        norms(n, w, &all, &off);
        sweeps++;
    }
    rank_values(n, w, problem.is_sorted, rank);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += EIGEN_THREADS)
        problem.values[(long long)matrix * n + rank[i]] = real_part(w[i + (long long)i * n]);
    for (int i = threadIdx.x; i < n * n && problem.wants_vectors; i += EIGEN_THREADS)
        a[i % n + rank[i / n] * problem.lda] = vectors[i];
    if (threadIdx.x == 0) {
        problem.info[matrix] = off > tolerance * tolerance * all ? n + 1 : 0;
        if (problem.residual && matrix == 0) {
            *problem.residual = sqrt(off);
            *problem.done = sweeps;
        }
    }
}

#endif
