/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's sums of CSR matrices: C = alpha A + beta B, a thread a row. Rows are sorted. */
#include "scan.h"

struct csr_pattern {
    const int *offsets, *indices;
    int base;
};

/* Calls each(column, place in A or -1, place in B or -1) for the columns of a row's sum. */
template <class Each>
static __device__ void merge_row(const csr_pattern &a, const csr_pattern &b, int row,
                                 const Each &each)
{
    int i = a.offsets[row] - a.base, j = b.offsets[row] - b.base;
    const int end_a = a.offsets[row + 1] - a.base, end_b = b.offsets[row + 1] - b.base;
    while (i < end_a || j < end_b) {
        const int of_a = i < end_a ? a.indices[i] - a.base : 0x7fffffff;
        const int of_b = j < end_b ? b.indices[j] - b.base : 0x7fffffff;
        each(of_a < of_b ? of_a : of_b, of_a <= of_b ? i : -1, of_b <= of_a ? j : -1);
        i += of_a <= of_b;
        j += of_b <= of_a;
    }
}

static __global__ void __launch_bounds__(SPARSE_THREADS)
    count_rows(int rows, csr_pattern a, csr_pattern b, int *counts)
{
    EACH(row, rows)
    {
        int count = 0;
        merge_row(a, b, (int)row, [&](int, int, int) { count++; });
        counts[row] = count;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        counts[rows] = 0;
}
static __global__ void difference(const int *last, int base, int *total)
{
    *total = *last - base;
}

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    add_rows(int rows, sparse_factor<T> alpha, csr_pattern a, const T *of_a, sparse_factor<T> beta,
             csr_pattern b, const T *of_b, const int *offsets, int *indices, T *values, int base)
{
    const T by = alpha.get(), other = beta.get();
    EACH(row, rows)
    {
        int at = offsets[row] - base;
        merge_row(a, b, (int)row, [&](int column, int i, int j) {
            T sum(0);
            if (i >= 0)
                sum = by * of_a[i];
            if (j >= 0)
                sum = sum + other * of_b[j];
            indices[at] = column + base;
            values[at++] = sum;
        });
    }
}

extern "C" cusparseStatus_t
cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int rows, int columns, const cusparseMatDescr_t a,
                     int, const int *offsets_a, const int *indices_a, const cusparseMatDescr_t b,
                     int, const int *offsets_b, const int *indices_b, const cusparseMatDescr_t c,
                     int *offsets, int *total, void *)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(rows >= 0 && columns >= 0 && a && b && c && offsets && total,
                 CUSPARSE_STATUS_INVALID_VALUE);
    count_rows<<<sparse_blocks(rows + 1), SPARSE_THREADS, 0, handle->stream>>>(
        rows, csr_pattern{offsets_a, indices_a, (int)a->base},
        csr_pattern{offsets_b, indices_b, (int)b->base}, offsets);
    sum_before<<<1, SPARSE_THREADS, 0, handle->stream>>>(offsets, rows + 1, (int)c->base);
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE) {
        difference<<<1, 1, 0, handle->stream>>>(offsets + rows, (int)c->base, total);
        return sparse_launched();
    }
    if (cudaMemcpyAsync(total, offsets + rows, sizeof *total, cudaMemcpyDeviceToHost,
                        handle->stream) != cudaSuccess ||
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    *total -= (int)c->base;
    return CUSPARSE_STATUS_SUCCESS;
}

#define ADD(X, T, N)                                                                               \
    extern "C" cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(                               \
        cusparseHandle_t, int, int, const T *, const cusparseMatDescr_t, int, const T *,           \
        const int *, const int *, const T *, const cusparseMatDescr_t, int, const T *,             \
        const int *, const int *, const cusparseMatDescr_t, const T *, const int *, const int *,   \
        size_t *bytes)                                                                             \
    {                                                                                              \
        SPARSE_CHECK(bytes, CUSPARSE_STATUS_INVALID_VALUE);                                        \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrgeam2(                                             \
        cusparseHandle_t handle, int rows, int columns, const T *alpha,                            \
        const cusparseMatDescr_t a, int, const T *of_a, const int *offsets_a,                      \
        const int *indices_a, const T *beta, const cusparseMatDescr_t b, int, const T *of_b,       \
        const int *offsets_b, const int *indices_b, const cusparseMatDescr_t c, T *values,         \
        int *offsets, int *indices, void *)                                                        \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        SPARSE_CHECK(rows >= 0 && columns >= 0 && a && b && c && alpha && beta,                    \
                     CUSPARSE_STATUS_INVALID_VALUE);                                               \
        if (rows > 0)                                                                              \
            add_rows<N><<<sparse_blocks(rows), SPARSE_THREADS, 0, handle->stream>>>(               \
                rows, sparse_factor_of<N>(handle, alpha),                                          \
                csr_pattern{offsets_a, indices_a, (int)a->base}, (const N *)of_a,                  \
                sparse_factor_of<N>(handle, beta),                                                 \
                csr_pattern{offsets_b, indices_b, (int)b->base}, (const N *)of_b, offsets,         \
                indices, (N *)values, (int)c->base);                                               \
        return sparse_launched();                                                                  \
    }
ADD(S, float, float)
ADD(D, double, double)
ADD(C, cuComplex, complex_float)
ADD(Z, cuDoubleComplex, complex_double)
