/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of products of a sparse matrix with a dense one.
 *
 * What lies by rows of the result takes lanes of a warp for each row, about as many as it has
 * entries, and SlicedEll a thread. Otherwise C is scaled first, and then each entry adds what it
 * has by atomics.
 *
 * Source: Bell, Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented
 *   Processors, 2009.
 *
 * T: what is computed with; S: what is stored; I: indices. The grid's y is a column of C, its z a
 * matrix of a batch.
 */
#ifndef SIMGPU_CUSPARSE_PRODUCT_KERNELS_H
#define SIMGPU_CUSPARSE_PRODUCT_KERNELS_H

#include "sparse.h"

template <class T, class S, class I> struct product {
    bool conjugated, turned; /* turned: rows and columns of what is stored change places */
    bool has_rows;           /* COO: `offsets` has a row for each entry */
    int m, n;                /* of C */
    int64_t entries;
    const I *offsets, *indices;
    const S *values;
    int lines, base; /* rows (CSR) or columns (CSC) that `offsets` has */
    int block,
        wide; /* BlockedEll: rows of a block, columns of values; SlicedEll: rows of a slice */
    const S *b;
    S *c;
    long long b_row, b_column, c_row, c_column;          /* steps */
    long long offsets_next, values_next, b_next, c_next; /* from a matrix of a batch to the next */
    sparse_factor<T> alpha, beta;
    bool conjugates_b;

    __device__ __forceinline__ T value(long long e) const
    {
        const T x = convert<T>(values[blockIdx.z * values_next + e]);
        return conjugated ? conjugate(x) : x;
    }
    __device__ __forceinline__ I index(long long e) const
    {
        return indices[blockIdx.z * values_next + e] - base;
    }
    __device__ __forceinline__ I offset(long long line) const
    {
        return offsets[blockIdx.z * offsets_next + line] - base;
    }
    __device__ __forceinline__ T b_at(long long row, int column) const
    {
        const T x = convert<T>(b[blockIdx.z * b_next + row * b_row + column * b_column]);
        return conjugates_b ? conjugate(x) : x;
    }
    __device__ __forceinline__ S *c_at(long long row) const
    {
        return c + blockIdx.z * c_next + row * c_row + blockIdx.y * c_column;
    }
    __device__ __forceinline__ void store(long long row, T sum) const
    {
        S *to = c_at(row);
        const T b_factor = beta.get();
        *to = convert<S>(b_factor == T(0)
                             ? alpha.get() * sum
                             : multiply_add(b_factor, convert<T>(*to), alpha.get() * sum));
    }
};

template <class T> static __device__ __forceinline__ T shuffle_down(T x, int by)
{
    if constexpr (number_of<T>::is_complex)
        return T(__shfl_down_sync(~0u, x.x, by), __shfl_down_sync(~0u, x.y, by));
    else
        return __shfl_down_sync(~0u, x, by);
}

/* lanes: a power of two; for a row. */
template <class T, class S, class I>
__global__ void __launch_bounds__(SPARSE_THREADS) rows_kernel(const product<T, S, I> p, int lanes)
{
    const int lane = threadIdx.x % lanes, column = blockIdx.y, rows = SPARSE_THREADS / lanes;
    for (int first = blockIdx.x * rows; first < p.m; first += gridDim.x * rows) {
        const int row = first + threadIdx.x / lanes;
        T sum(0);
        if (row < p.m) {
            const I end = p.offset(row + 1);
            for (I e = p.offset(row) + lane; e < end; e += lanes)
                sum = multiply_add(p.value(e), p.b_at(p.index(e), column), sum);
        }
        for (int by = lanes / 2; by > 0; by /= 2)
            sum = sum + shuffle_down(sum, by);
        if (lane == 0 && row < p.m)
            p.store(row, sum);
    }
}

/* SlicedEll: a slice has its rows' first entries, then their second ones, and so on. */
template <class T, class S, class I>
__global__ void __launch_bounds__(SPARSE_THREADS) slices_kernel(const product<T, S, I> p)
{
    for (int row = blockIdx.x * SPARSE_THREADS + threadIdx.x; row < p.m;
         row += gridDim.x * SPARSE_THREADS) {
        T sum(0);
        const int slice = row / p.block;
        const I end = p.offset(slice + 1);
        for (I e = p.offset(slice) + row % p.block; e < end; e += p.block) {
            const I other = p.index(e);
            if (other >= 0)
                sum = multiply_add(p.value(e), p.b_at(other, blockIdx.y), sum);
        }
        p.store(row, sum);
    }
}

/* BlockedEll: each row of blocks has as many of them, and `indices` has their columns. */
template <class T, class S, class I>
__global__ void __launch_bounds__(SPARSE_THREADS) blocks_kernel(const product<T, S, I> p)
{
    const int lane = threadIdx.x % 32;
    for (int row = blockIdx.x * (SPARSE_THREADS / 32) + threadIdx.x / 32; row < p.m;
         row += gridDim.x * (SPARSE_THREADS / 32)) {
        T sum(0);
        for (int at = lane; at < p.wide; at += 32) {
            const long long block =
                p.index((long long)(row / p.block) * (p.wide / p.block) + at / p.block);
            if (block >= 0)
                sum = multiply_add(p.value((long long)row * p.wide + at),
                                   p.b_at(block * p.block + at % p.block, blockIdx.y), sum);
        }
        for (int by = 16; by > 0; by /= 2)
            sum = sum + shuffle_down(sum, by);
        if (lane == 0)
            p.store(row, sum);
    }
}

template <class T, class S, class I>
__global__ void __launch_bounds__(SPARSE_THREADS) scale_kernel(const product<T, S, I> p)
{
    const T beta = p.beta.get();
    for (int row = blockIdx.x * SPARSE_THREADS + threadIdx.x; row < p.m;
         row += gridDim.x * SPARSE_THREADS) {
        S *to = p.c_at(row);
        *to = beta == T(0) ? S(0) : S(beta * T(*to));
    }
}

static __device__ __forceinline__ void add(float *to, float x)
{
    atomicAdd(to, x);
}
static __device__ __forceinline__ void add(double *to, double x)
{
    atomicAdd(to, x);
}
template <class R> static __device__ __forceinline__ void add(complex_of<R> *to, complex_of<R> x)
{
    atomicAdd(&to->x, x.x);
    atomicAdd(&to->y, x.y);
}

template <class T, class I>
static __device__ __forceinline__ void add_entry(const product<T, T, I> &p, I line, I e, T alpha)
{
    const I other = p.index(e), row = p.turned ? other : line, column = p.turned ? line : other;
    add(p.c_at(row), alpha * p.value(e) * p.b_at(column, blockIdx.y));
}

/* Lines one after the other, or entries that name their rows. */
template <class T, class I>
__global__ void __launch_bounds__(SPARSE_THREADS) entries_kernel(const product<T, T, I> p)
{
    const T alpha = p.alpha.get();
    const int64_t first = blockIdx.x * (int64_t)SPARSE_THREADS + threadIdx.x,
                  step = gridDim.x * (int64_t)SPARSE_THREADS;
    if (p.has_rows) {
        for (int64_t e = first; e < p.entries; e += step)
            add_entry(p, p.offset(e), (I)e, alpha);
        return;
    }
    for (int64_t line = first; line < p.lines; line += step) {
        const I end = p.offset(line + 1);
        for (I e = p.offset(line); e < end; e++)
            add_entry(p, (I)line, e, alpha);
    }
}

#endif
