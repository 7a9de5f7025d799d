/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of two sparse matrices in CSR, C = alpha A B + beta D.
 *
 * A block makes a row at a time, as a dense one (Gustavson, 1978): it adds the rows of B that the
 * row of A names, in order, so that results repeat to the bit. Two passes: how many entries each
 * row has, then which.
 */
#ifndef SIMGPU_CUSPARSE_SPGEMM_H
#define SIMGPU_CUSPARSE_SPGEMM_H

#include "scan.h"

enum { SPGEMM_BLOCKS = 64 }; /* each with a dense row of its own */

template <class T> struct csr_view {
    const int *offsets, *indices; /* offsets NULL: there is no such matrix */
    const T *values;
    int base;
};
template <class T> static csr_view<T> view_of(const cusparseSpMatDescr *m)
{
    return {m->offsets, m->indices, (const T *)m->values, m->base};
}

template <class T> struct sparse_product {
    csr_view<T> a, b, d;
    int rows, columns; /* of C */
    sparse_factor<T> alpha, beta;
};

/* marks[j] is row + 1 where this row has an entry in column j. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    count_products(sparse_product<T> p, int *all_marks, int *counts)
{
    __shared__ int count;
    int *marks = all_marks + blockIdx.x * (int64_t)p.columns;
    for (int row = blockIdx.x; row < p.rows; row += gridDim.x) {
        if (threadIdx.x == 0)
            count = 0;
        __syncthreads();
        const int first = p.a.offsets ? p.a.offsets[row] - p.a.base : 0,
                  last = p.a.offsets ? p.a.offsets[row + 1] - p.a.base : 0;
        for (int e = first; e < last; e++) {
            const int k = p.a.indices[e] - p.a.base, end = p.b.offsets[k + 1] - p.b.base;
            for (int f = p.b.offsets[k] - p.b.base + threadIdx.x; f < end; f += SPARSE_THREADS)
                if (atomicExch(&marks[p.b.indices[f] - p.b.base], row + 1) != row + 1)
                    atomicAdd(&count, 1);
        }
        if (p.d.offsets)
            for (int f = p.d.offsets[row] - p.d.base + threadIdx.x;
                 f < p.d.offsets[row + 1] - p.d.base; f += SPARSE_THREADS)
                if (atomicExch(&marks[p.d.indices[f] - p.d.base], row + 1) != row + 1)
                    atomicAdd(&count, 1);
        __syncthreads();
        if (threadIdx.x == 0)
            counts[row] = count;
        __syncthreads();
    }
}

/* sums[j] += factor times an entry in column j. */
template <class T>
static __device__ void add_row(const csr_view<T> &m, int row, T factor, int mark, int *marks,
                               T *sums)
{
    const int end = m.offsets[row + 1] - m.base;
    for (int f = m.offsets[row] - m.base + threadIdx.x; f < end; f += SPARSE_THREADS) {
        const int j = m.indices[f] - m.base;
        sums[j] = multiply_add(factor, m.values[f], marks[j] == mark ? sums[j] : T(0));
        marks[j] = mark;
    }
    __syncthreads(); /* the next row adds to the same columns */
}

/* A row of C as a dense one, marked by its number. */
template <class T>
static __device__ void sum_row(const sparse_product<T> &p, int row, int *marks, T *sums)
{
    if (p.a.offsets)
        for (int e = p.a.offsets[row] - p.a.base; e < p.a.offsets[row + 1] - p.a.base; e++)
            add_row(p.b, p.a.indices[e] - p.a.base, p.alpha.get() * p.a.values[e], row + 1, marks,
                    sums);
    if (p.d.offsets)
        add_row(p.d, row, p.beta.get(), row + 1, marks, sums);
}

/* The marked columns of a dense row, in ascending order: each thread has a range of them. */
template <class T>
static __device__ void gather_row(const int *marks, const T *sums, int row, int columns,
                                  int *to_indices, T *to_values, int base)
{
    __shared__ int counts[SPARSE_THREADS];
    const int each = (columns + SPARSE_THREADS - 1) / SPARSE_THREADS, from = threadIdx.x * each;
    const int end = from + each < columns ? from + each : columns;
    int own = 0, place = 0;
    for (int j = from; j < end; j++)
        own += marks[j] == row + 1;
    counts[threadIdx.x] = own;
    __syncthreads();
    for (unsigned t = 0; t < threadIdx.x; t++)
        place += counts[t];
    for (int j = from; j < end; j++)
        if (marks[j] == row + 1) {
            to_indices[place] = j + base;
            to_values[place++] = sums[j];
        }
    __syncthreads();
}

/* offsets, indices: of C, from `base`. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    make_products(sparse_product<T> p, int *all_marks, T *all_sums, const int *offsets,
                  int *indices, T *values, int base)
{
    int *marks = all_marks + blockIdx.x * (int64_t)p.columns;
    T *sums = all_sums + blockIdx.x * (int64_t)p.columns;
    for (int row = blockIdx.x; row < p.rows; row += gridDim.x) {
        sum_row(p, row, marks, sums);
        gather_row(marks, sums, row, p.columns, indices + offsets[row] - base,
                   values + offsets[row] - base, base);
    }
}

/* C's own entries only: C = what the product has there + beta C. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    refill_products(sparse_product<T> p, int *all_marks, T *all_sums, csr_view<T> c, T *values,
                    sparse_factor<T> beta)
{
    int *marks = all_marks + blockIdx.x * (int64_t)p.columns;
    T *sums = all_sums + blockIdx.x * (int64_t)p.columns;
    const T by = beta.get();
    for (int row = blockIdx.x; row < p.rows; row += gridDim.x) {
        sum_row(p, row, marks, sums);
        for (int e = c.offsets[row] - c.base + threadIdx.x; e < c.offsets[row + 1] - c.base;
             e += SPARSE_THREADS) {
            const int j = c.indices[e] - c.base;
            const T sum = marks[j] == row + 1 ? sums[j] : T(0);
            values[e] = by == T(0) ? sum : multiply_add(by, values[e], sum);
        }
        __syncthreads();
    }
}

/* Dense rows for the blocks, with marks of 0; false: there is no memory. */
template <class T> struct dense_rows {
    int *marks = NULL;
    T *sums = NULL;
    ~dense_rows()
    {
        cudaFree(marks); /* waits for those that use it */
        cudaFree(sums);
    }
    bool make(int columns, bool has_sums, cudaStream_t stream)
    {
        const size_t elements = SPGEMM_BLOCKS * ((size_t)columns + 1);
        return cudaMalloc(&marks, elements * sizeof(int)) == cudaSuccess &&
               cudaMemsetAsync(marks, 0, elements * sizeof(int), stream) == cudaSuccess &&
               (!has_sums || cudaMalloc(&sums, elements * sizeof(T)) == cudaSuccess);
    }
};

/* How many entries come before each row, from `base`, on the device. */
template <class T>
static bool count_rows(const sparse_product<T> &p, int *offsets, int base, cudaStream_t stream)
{
    dense_rows<T> room;
    if (!room.make(p.columns, false, stream))
        return false;
    cudaMemsetAsync(offsets, 0, (p.rows + 1) * sizeof(int), stream);
    count_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, stream>>>(p, room.marks, offsets);
    sum_before<<<1, SPARSE_THREADS, 0, stream>>>(offsets, p.rows + 1, base);
    return true;
}

#endif
