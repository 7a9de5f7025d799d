/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's products of two sparse matrices, C = alpha A B, in CSR with indices of 32 bits.
 *
 * A block makes a row at a time, as a dense one (Gustavson, 1978): it adds the rows of B that the
 * row of A names, in order, so that results repeat to the bit. Two passes: how many entries each
 * row has, then which. The result waits in the description until cusparseSpGEMM_copy.
 *
 * Differs: needs none of the caller's buffers; beta must be 0.
 */
#include "scan.h"

enum { SPGEMM_BLOCKS = 64 }; /* each with a dense row of its own */

struct cusparseSpGEMMDescr {
    int64_t entries;
    int *offsets, *indices; /* from 0; device */
    void *values;
};

template <class T> struct csr_view {
    const int *offsets, *indices;
    const T *values;
    int base;
};
template <class T> static csr_view<T> view_of(const cusparseSpMatDescr *m)
{
    return {m->offsets, m->indices, (const T *)m->values, m->base};
}

/* marks[j] is row + 1 where this row has an entry in column j. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    count_products(csr_view<T> a, csr_view<T> b, int rows, int columns, int *all_marks, int *counts)
{
    __shared__ int count;
    int *marks = all_marks + blockIdx.x * (int64_t)columns;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        if (threadIdx.x == 0)
            count = 0;
        __syncthreads();
        for (int e = a.offsets[row] - a.base; e < a.offsets[row + 1] - a.base; e++) {
            const int k = a.indices[e] - a.base, end = b.offsets[k + 1] - b.base;
            for (int f = b.offsets[k] - b.base + threadIdx.x; f < end; f += SPARSE_THREADS)
                if (atomicExch(&marks[b.indices[f] - b.base], row + 1) != row + 1)
                    atomicAdd(&count, 1);
        }
        __syncthreads();
        if (threadIdx.x == 0)
            counts[row] = count;
        __syncthreads();
    }
}

/* The marked columns of a dense row, in ascending order: each thread has a range of them. */
template <class T>
static __device__ void gather_row(const int *marks, const T *sums, int row, int columns, T alpha,
                                  int *to_indices, T *to_values)
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
            to_indices[place] = j;
            to_values[place++] = alpha * sums[j];
        }
    __syncthreads();
}

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    make_products(csr_view<T> a, csr_view<T> b, int rows, int columns, sparse_factor<T> alpha,
                  int *all_marks, T *all_sums, const int *offsets, int *indices, T *values)
{
    int *marks = all_marks + blockIdx.x * (int64_t)columns;
    T *sums = all_sums + blockIdx.x * (int64_t)columns;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int e = a.offsets[row] - a.base; e < a.offsets[row + 1] - a.base; e++) {
            const int k = a.indices[e] - a.base, end = b.offsets[k + 1] - b.base;
            for (int f = b.offsets[k] - b.base + threadIdx.x; f < end; f += SPARSE_THREADS) {
                const int j = b.indices[f] - b.base;
                const T before = marks[j] == row + 1 ? sums[j] : T(0);
                sums[j] = multiply_add(a.values[e], b.values[f], before);
                marks[j] = row + 1;
            }
            __syncthreads(); /* the next row of B adds to the same columns */
        }
        gather_row(marks, sums, row, columns, alpha.get(), indices + offsets[row],
                   values + offsets[row]);
    }
}

static void release(cusparseSpGEMMDescr *d)
{
    cudaFree(d->offsets);
    cudaFree(d->indices);
    cudaFree(d->values);
    *d = cusparseSpGEMMDescr();
}

template <class T>
static cusparseStatus_t compute(cusparseHandle_t handle, const void *alpha,
                                const cusparseSpMatDescr *a, const cusparseSpMatDescr *b,
                                cusparseSpMatDescr *c, cusparseSpGEMMDescr *d)
{
    const int rows = (int)a->rows, columns = (int)b->columns;
    const size_t room_bytes = SPGEMM_BLOCKS * ((size_t)columns + 1) * sizeof(int);
    cudaStream_t stream = handle->stream;
    int *marks = NULL, entries = 0;
    T *sums = NULL;
    release(d);
    bool fits =
        cudaMalloc(&marks, room_bytes) == cudaSuccess &&
        cudaMalloc(&sums, SPGEMM_BLOCKS * ((size_t)columns + 1) * sizeof(T)) == cudaSuccess &&
        cudaMalloc(&d->offsets, (rows + 1) * sizeof(int)) == cudaSuccess;
    if (fits) {
        cudaMemsetAsync(marks, 0, room_bytes, stream);
        cudaMemsetAsync(d->offsets, 0, (rows + 1) * sizeof(int), stream);
        count_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, stream>>>(
            view_of<T>(a), view_of<T>(b), rows, columns, marks, d->offsets);
        sum_before<<<1, SPARSE_THREADS, 0, stream>>>(d->offsets, rows + 1, 0);
        cudaMemcpyAsync(&entries, d->offsets + rows, sizeof entries, cudaMemcpyDeviceToHost,
                        stream);
        cudaStreamSynchronize(stream);
        fits = cudaMalloc(&d->indices, (entries + 1) * sizeof(int)) == cudaSuccess &&
               cudaMalloc(&d->values, (entries + 1) * sizeof(T)) == cudaSuccess;
    }
    if (fits) {
        cudaMemsetAsync(marks, 0, room_bytes, stream);
        make_products<<<SPGEMM_BLOCKS, SPARSE_THREADS, 0, stream>>>(
            view_of<T>(a), view_of<T>(b), rows, columns, sparse_factor_of<T>(handle, alpha), marks,
            sums, d->offsets, d->indices, (T *)d->values);
        cudaStreamSynchronize(stream);
        d->entries = c->entries = entries;
    }
    cudaFree(marks);
    cudaFree(sums);
    return fits ? sparse_launched() : CUSPARSE_STATUS_ALLOC_FAILED;
}

template <class T>
static __global__ void copy_products(const int *offsets, const int *indices, const T *values,
                                     int rows, int64_t entries, int *to_offsets, int *to_indices,
                                     T *to_values, int base)
{
    EACH(row, rows + 1)
    to_offsets[row] = offsets[row] + base;
    EACH(e, entries)
    {
        to_indices[e] = indices[e] + base;
        to_values[e] = values[e];
    }
}

template <class T>
static cusparseStatus_t copy(cusparseHandle_t handle, cusparseSpMatDescr *c,
                             const cusparseSpGEMMDescr *d)
{
    SPARSE_CHECK(d->offsets && c->offsets, CUSPARSE_STATUS_INVALID_VALUE);
    copy_products<<<sparse_blocks(d->entries + c->rows + 1), SPARSE_THREADS, 0, handle->stream>>>(
        d->offsets, d->indices, (const T *)d->values, (int)c->rows, d->entries, c->offsets,
        c->indices, (T *)c->values, c->base);
    return sparse_launched();
}

/* Whether it is beta 0; one on the device is looked at. */
template <class T> static bool is_zero(cusparseHandle_t handle, const void *beta)
{
    T value = T(0);
    if (!beta)
        return true;
    if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE)
        cudaMemcpy(&value, beta, sizeof value, cudaMemcpyDeviceToHost);
    else
        value = *(const T *)beta;
    return value == T(0);
}

static cusparseStatus_t check(cusparseHandle_t handle, cusparseOperation_t of_a,
                              cusparseOperation_t of_b, const cusparseSpMatDescr *a,
                              const cusparseSpMatDescr *b, const void *beta,
                              const cusparseSpMatDescr *c, cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a && b && c && a->columns == b->rows && c->rows == a->rows &&
                     c->columns == b->columns,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const char *why = NULL;
    if (!sparse_is_plain(a, CUSPARSE_FORMAT_CSR) || !sparse_is_plain(b, CUSPARSE_FORMAT_CSR) ||
        !sparse_is_plain(c, CUSPARSE_FORMAT_CSR))
        why = "only CSR is supported";
    else if (of_a != CUSPARSE_OPERATION_NON_TRANSPOSE || of_b != CUSPARSE_OPERATION_NON_TRANSPOSE)
        why = "transposes are not supported";
    else if (a->type != type || b->type != type || c->type != type)
        why = "types that differ are not supported";
    else if (!(type == CUDA_R_32F || type == CUDA_C_32F ? is_zero<float>(handle, beta)
                                                        : is_zero<double>(handle, beta)))
        why = "a beta other than 0 is not supported";
    if (why)
        refuse("cusparseSpGEMM", why);
    return why ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}

extern "C" {
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *made)
{
    SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);
    *made = new cusparseSpGEMMDescr();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
    if (descr)
        release(descr);
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}

/* Buffers of one byte, as programs allocate what they are told. */
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t of_a,
                                               cusparseOperation_t of_b, const void *,
                                               cusparseConstSpMatDescr_t a,
                                               cusparseConstSpMatDescr_t b, const void *beta,
                                               cusparseSpMatDescr_t c, cudaDataType type,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                               size_t *bytes, void *)
{
    *bytes = 1;
    return check(handle, of_a, of_b, a, b, beta, c, type);
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                                        cusparseOperation_t of_b, const void *alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                                        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                        size_t *bytes, void *buffer)
{
    const cusparseStatus_t status = check(handle, of_a, of_b, a, b, beta, c, type);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    if (!buffer) {
        *bytes = 1;
        return CUSPARSE_STATUS_SUCCESS;
    }
    SPARSE_BY_TYPE(type, "cusparseSpGEMM_compute", compute, handle, alpha, a, b, c, descr)
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, const void *,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                     const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                                     cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr)
{
    const cusparseStatus_t status = check(handle, of_a, of_b, a, b, beta, c, type);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    SPARSE_BY_TYPE(type, "cusparseSpGEMM_copy", copy, handle, c, descr)
}
}
