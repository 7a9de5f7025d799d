/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's incomplete LU and Cholesky of CSR matrices. The analysis sorts rows into levels, and a warp takes a
 * row (runtime/libraries/common/levels.h). */
#include "../common/sums.h"
#include "sparse_levels.h"

struct incomplete_info {
    int *zero_pivot; /* on the device: the least row without a pivot, 0x7f7f7f7f: none */
    const int *offsets = NULL;
    level_schedule levels;
};
struct csrilu02Info : incomplete_info {
};
struct csric02Info : incomplete_info {
};

/* Where in indices[low...high), which are sorted, the first one is that is not less than `index`. */
static __device__ __forceinline__ int place_of(const int *indices, int low, int high, int index)
{
    while (low < high) {
        const int middle = (low + high) / 2;
        if (indices[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <class T> struct factor_body {
    static constexpr int THREADS = 32;
    int base;
    T *values;
    const int *offsets, *indices;
    int *zero_pivot;

    __device__ void row(int row) const
    {
        const int lane = (int)threadIdx.x % 32;
        const int first = offsets[row] - base, end = offsets[row + 1] - base;
        bool has_pivot = false;
        for (int e = first; e < end && indices[e] - base <= row; e++) {
            const int other = indices[e] - base;
            if (other == row) {
                has_pivot = !(values[e] == T(0));
                break;
            }
            const int other_end = offsets[other + 1] - base;
            int diagonal = offsets[other] - base;
            while (diagonal < other_end && indices[diagonal] - base < other)
                diagonal++;
            const T factor = values[e] / values[diagonal];
            __syncwarp();
            if (lane == 0)
                values[e] = factor;
            take_row(factor, e + 1, end, diagonal + 1 + lane, other_end);
            __syncwarp();
        }
        if (lane == 0 && !has_pivot)
            atomicMin(zero_pivot, row + base);
    }
    /* Off this row what the other one has at its columns. Both are sorted. */
    __device__ __forceinline__ void take_row(T factor, int begin, int end, int f,
                                             int other_end) const
    {
        for (; f < other_end; f += 32) {
            const int place = place_of(indices, begin, end, indices[f]);
            if (place < end && indices[place] == indices[f])
                values[place] = values[place] - factor * values[f];
        }
    }
};

/* A row of L where A = L L': each entry less the product of its row and the other one, over the
 * other's root. Entries above the diagonal stay. */
template <class T> struct root_body {
    static constexpr int THREADS = 32;
    int base;
    T *values;
    const int *offsets, *indices;
    int *zero_pivot;

    __device__ void row(int row) const
    {
        const int lane = (int)threadIdx.x % 32, first = offsets[row] - base;
        const int end = offsets[row + 1] - base;
        real_of<T> squares = 0;
        for (int e = first; e < end && indices[e] - base < row; e++) {
            const int other = indices[e] - base;
            const int other_first = offsets[other] - base, other_end = offsets[other + 1] - base;
            int diagonal = other_first;
            while (diagonal < other_end && indices[diagonal] - base < other)
                diagonal++;
            const T sum = sum_of_warp(product(first, e, other_first + lane, diagonal));
            const T x = (values[e] - sum) / values[diagonal];
            squares += square(x, real_of<T>(1));
            __syncwarp();
            if (lane == 0)
                values[e] = x;
            __syncwarp();
        }
        if (lane > 0)
            return;
        int at = first;
        while (at < end && indices[at] - base < row)
            at++;
        const bool is_there = at < end && indices[at] - base == row;
        const real_of<T> left = is_there ? real_part(values[at]) - squares : real_of<T>(0);
        if (is_there)
            values[at] = T(sqrt(left));
        if (!(left > 0))
            atomicMin(zero_pivot, row + base);
    }
    /* Of this row's entries before `end` and the conjugated ones of another, every 32nd from f. */
    __device__ __forceinline__ T product(int begin, int end, int f, int other_end) const
    {
        T sum(0);
        for (; f < other_end; f += 32) {
            const int place = place_of(indices, begin, end, indices[f]);
            if (place < end && indices[place] == indices[f])
                sum = multiply_add(values[place], conjugate(values[f]), sum);
        }
        return sum;
    }
};

static cusparseStatus_t factor_analyse(cusparseHandle_t handle, int n,
                                       const cusparseMatDescr *matrix, const int *offsets,
                                       const int *indices, incomplete_info *info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && matrix && n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    info->offsets = offsets;
    return n == 0
               ? CUSPARSE_STATUS_SUCCESS
               : sparse_levels(handle, n, matrix->base, 0, true, offsets, indices, &info->levels);
}

template <class Body, class T>
static cusparseStatus_t factor(cusparseHandle_t handle, int n, const cusparseMatDescr *matrix,
                               T *values, const int *offsets, const int *indices,
                               incomplete_info *info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && matrix && n >= 0 && info->offsets == offsets,
                 CUSPARSE_STATUS_INVALID_VALUE); /* there was no analysis */
    SPARSE_CHECK(cudaMemsetAsync(info->zero_pivot, 0x7f, sizeof(int), handle->stream) ==
                     cudaSuccess,
                 CUSPARSE_STATUS_EXECUTION_FAILED);
    if (n > 0)
        levels_run(info->levels,
                   Body{(int)matrix->base, values, offsets, indices, info->zero_pivot}, false, 1,
                   65535, handle->stream);
    return sparse_launched();
}

template <class Info> static cusparseStatus_t create_info(Info **made)
{
    SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);
    *made = new Info();
    if (cudaMalloc(&(*made)->zero_pivot, sizeof(int)) != cudaSuccess ||
        cudaMemset((*made)->zero_pivot, 0x7f, sizeof(int)) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    return CUSPARSE_STATUS_SUCCESS;
}
template <class Info> static cusparseStatus_t destroy_info(Info *info)
{
    if (info) {
        cudaFree(info->zero_pivot);
        levels_free(&info->levels);
    }
    delete info;
    return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t zero_pivot_of(cusparseHandle_t handle, const incomplete_info *info,
                                      int *position)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    int found = 0;
    SPARSE_CHECK(info && position, CUSPARSE_STATUS_INVALID_VALUE);
    if (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
        cudaMemcpy(&found, info->zero_pivot, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    *position = found == 0x7f7f7f7f ? -1 : found;
    return *position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

/* name: csrilu02, csric02; Name: the same in the names of types. */
#define INFO(name, Name)                                                                           \
    extern "C" cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info)                     \
    {                                                                                              \
        return create_info(info);                                                                  \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info)                     \
    {                                                                                              \
        return destroy_info(info);                                                                 \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle,               \
                                                            name##Info_t info, int *position)      \
    {                                                                                              \
        return zero_pivot_of(handle, info, position);                                              \
    }
INFO(csrilu02, Csrilu02)
INFO(csric02, Csric02)

#define INCOMPLETE(X, T, N, name, body)                                                            \
    extern "C" cusparseStatus_t cusparse##X##name##_bufferSize(                                    \
        cusparseHandle_t, int, int, const cusparseMatDescr_t, T *, const int *, const int *,       \
        name##Info_t, int *bytes)                                                                  \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##name##_bufferSizeExt(                                 \
        cusparseHandle_t, int, int, const cusparseMatDescr_t, T *, const int *, const int *,       \
        name##Info_t, size_t *bytes)                                                               \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##name##_analysis(                                      \
        cusparseHandle_t handle, int rows, int, const cusparseMatDescr_t matrix, const T *,        \
        const int *offsets, const int *indices, name##Info_t info, cusparseSolvePolicy_t, void *)  \
    {                                                                                              \
        return factor_analyse(handle, rows, matrix, offsets, indices, info);                       \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##name(                                                 \
        cusparseHandle_t handle, int rows, int, const cusparseMatDescr_t matrix, T *values,        \
        const int *offsets, const int *indices, name##Info_t info, cusparseSolvePolicy_t, void *)  \
    {                                                                                              \
        return factor<body<N>>(handle, rows, matrix, (N *)values, offsets, indices, info);         \
    }
#define BOTH(X, T, N)                                                                              \
    INCOMPLETE(X, T, N, csrilu02, factor_body)                                                     \
    INCOMPLETE(X, T, N, csric02, root_body)
BOTH(S, float, float)
BOTH(D, double, double)
BOTH(C, cuComplex, complex_float)
BOTH(Z, cuDoubleComplex, complex_double)
