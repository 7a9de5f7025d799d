/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's sorts of entries, with the permutation that the values take, and counts of numbers
 * that are not zero in dense matrices.
 */
#include "scan.h"

/* Entries of each row in the order of their columns; equal ones keep theirs. */
static __global__ void sort_rows(const int *offsets, int rows, int base, int *indices, int *places)
{
    EACH(row, rows)
    for (int i = offsets[row] - base + 1; i < offsets[row + 1] - base; i++) {
        const int index = indices[i], place = places[i];
        int j = i;
        for (; j > offsets[row] - base && indices[j - 1] > index; j--) {
            indices[j] = indices[j - 1];
            places[j] = places[j - 1];
        }
        indices[j] = index;
        places[j] = place;
    }
}

/* An entry of COO: what it is sorted by, first and second. */
struct coo_entry {
    int first, second, place;
};

static __device__ bool is_before(coo_entry a, coo_entry b)
{
    return a.first < b.first || (a.first == b.first && a.second < b.second);
}

static __global__ void collect(const int *firsts, const int *seconds, const int *places, int n,
                               coo_entry *to)
{
    EACH(i, n)
    to[i] = {firsts[i], seconds[i], places[i]};
}

static __global__ void give_back(const coo_entry *from, int n, int *firsts, int *seconds,
                                 int *places)
{
    EACH(i, n)
    {
        firsts[i] = from[i].first;
        seconds[i] = from[i].second;
        places[i] = from[i].place;
    }
}

/* Two sorted runs of `length` become one. */
static __global__ void merge_runs(const coo_entry *from, coo_entry *to, int n, int length)
{
    EACH(pair, (n + 2ll * length - 1) / (2ll * length))
    {
        const int64_t begin = pair * 2 * length;
        const int64_t middle = begin + length < n ? begin + length : n;
        const int64_t end = middle + length < n ? middle + length : n;
        int64_t left = begin, right = middle;
        for (int64_t i = begin; i < end; i++)
            to[i] = right < end && (left == middle || is_before(from[right], from[left]))
                        ? from[right++]
                        : from[left++];
    }
}

static cusparseStatus_t sort_entries(cusparseHandle_t handle, int n, int *firsts, int *seconds,
                                     int *places, void *buffer)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(n >= 0 && (n == 0 || (firsts && seconds && places && buffer)),
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (n == 0)
        return CUSPARSE_STATUS_SUCCESS;
    coo_entry *from = (coo_entry *)buffer, *to = from + n;
    collect<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(firsts, seconds, places, n,
                                                                     from);
    for (int64_t length = 1; length < n; length *= 2) {
        const int64_t pairs = (n + 2 * length - 1) / (2 * length);
        merge_runs<<<sparse_blocks(pairs), SPARSE_THREADS, 0, handle->stream>>>(from, to, n,
                                                                                (int)length);
        coo_entry *sorted = to;
        to = from;
        from = sorted;
    }
    give_back<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(from, n, firsts, seconds,
                                                                       places);
    return sparse_launched();
}

static __global__ void count_up(int *places, int n)
{
    EACH(i, n)
    places[i] = (int)i;
}

static cusparseStatus_t sort_compressed(cusparseHandle_t handle, int n, const int *offsets,
                                        int *indices, int *places, const cusparseMatDescr *matrix)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(n >= 0 && offsets && indices && places && matrix, CUSPARSE_STATUS_INVALID_VALUE);
    if (n > 0)
        sort_rows<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(offsets, n, matrix->base,
                                                                           indices, places);
    return sparse_launched();
}

extern "C" {
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *places)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    if (n > 0)
        count_up<<<sparse_blocks(n), SPARSE_THREADS, 0, handle->stream>>>(places, n);
    return sparse_launched();
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *,
                                                const int *, size_t *bytes)
{
    *bytes = 1; /* of which nothing is used */
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int rows, int, int,
                                  const cusparseMatDescr_t matrix, const int *offsets, int *indices,
                                  int *places, void *)
{
    return sort_compressed(handle, rows, offsets, indices, places, matrix);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *,
                                                const int *, size_t *bytes)
{
    *bytes = 1;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int, int columns, int,
                                  const cusparseMatDescr_t matrix, const int *offsets, int *indices,
                                  int *places, void *)
{
    return sort_compressed(handle, columns, offsets, indices, places, matrix);
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t, int, int, int entries,
                                                const int *, const int *, size_t *bytes)
{
    *bytes = (2 * (size_t)entries + 1) * sizeof(coo_entry);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int, int, int entries, int *rows,
                                       int *columns, int *places, void *buffer)
{
    return sort_entries(handle, entries, rows, columns, places, buffer);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int, int, int entries, int *rows,
                                          int *columns, int *places, void *buffer)
{
    return sort_entries(handle, entries, columns, rows, places, buffer);
}
}

/* ---- how many are not zero ---- */

template <class T>
static __global__ void count_lines(const T *a, int lines, int length, int64_t line_step,
                                   int64_t step, int *counts, int *total)
{
    EACH(line, lines)
    {
        int count = 0;
        for (int i = 0; i < length; i++)
            count += !(a[line * line_step + i * step] == T(0));
        counts[line] = count;
        atomicAdd(total, count);
    }
}

template <class T>
static cusparseStatus_t nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                            const T *a, int lda, int *counts, int *total)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(m >= 0 && n >= 0 && lda >= m && total, CUSPARSE_STATUS_INVALID_VALUE);
    const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
    const bool on_device = handle->mode == CUSPARSE_POINTER_MODE_DEVICE;
    int *sum = total;
    SPARSE_CHECK(on_device || cudaMalloc(&sum, sizeof *sum) == cudaSuccess,
                 CUSPARSE_STATUS_ALLOC_FAILED);
    cudaMemsetAsync(sum, 0, sizeof *sum, handle->stream);
    if (m > 0 && n > 0)
        count_lines<<<sparse_blocks(by_rows ? m : n), SPARSE_THREADS, 0, handle->stream>>>(
            a, by_rows ? m : n, by_rows ? n : m, by_rows ? 1 : lda, by_rows ? lda : 1, counts, sum);
    if (!on_device) {
        cudaMemcpyAsync(total, sum, sizeof *sum, cudaMemcpyDeviceToHost, handle->stream);
        cudaStreamSynchronize(handle->stream);
        cudaFree(sum);
    }
    return sparse_launched();
}

#define NNZ(X, T, N)                                                                               \
    extern "C" cusparseStatus_t cusparse##X##nnz(                                                  \
        cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,                      \
        const cusparseMatDescr_t, const T *a, int lda, int *counts, int *total)                    \
    {                                                                                              \
        return nnz(handle, direction, m, n, (const N *)a, lda, counts, total);                     \
    }
NNZ(S, float, float)
NNZ(D, double, double)
NNZ(C, cuComplex, complex_float)
NNZ(Z, cuDoubleComplex, complex_double)
