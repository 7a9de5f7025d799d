/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's incomplete LU of CSR matrices. The analysis sorts rows into levels, and a warp takes a
 * row (runtime/libraries/common/levels.h). */
#include "sparse_levels.h"

struct csrilu02Info {
    int *zero_pivot; /* on the device: the least row without a pivot, INT_MAX: none */
    const int *offsets = NULL;
    level_schedule levels;
};

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
            int low = begin, high = end;
            while (low < high) {
                const int middle = (low + high) / 2;
                if (indices[middle] < indices[f])
                    low = middle + 1;
                else
                    high = middle;
            }
            if (low < end && indices[low] == indices[f])
                values[low] = values[low] - factor * values[f];
        }
    }
};

static cusparseStatus_t factor_analyse(cusparseHandle_t handle, int n,
                                       const cusparseMatDescr *matrix, const int *offsets,
                                       const int *indices, csrilu02Info_t info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && matrix && n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    info->offsets = offsets;
    return n == 0
               ? CUSPARSE_STATUS_SUCCESS
               : sparse_levels(handle, n, matrix->base, 0, true, offsets, indices, &info->levels);
}

template <class T>
static cusparseStatus_t factor(cusparseHandle_t handle, int n, const cusparseMatDescr *matrix,
                               T *values, const int *offsets, const int *indices,
                               csrilu02Info_t info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && matrix && n >= 0 && info->offsets == offsets,
                 CUSPARSE_STATUS_INVALID_VALUE); /* there was no analysis */
    SPARSE_CHECK(cudaMemsetAsync(info->zero_pivot, 0x7f, sizeof(int), handle->stream) ==
                     cudaSuccess,
                 CUSPARSE_STATUS_EXECUTION_FAILED);
    if (n > 0)
        levels_run(info->levels,
                   factor_body<T>{(int)matrix->base, values, offsets, indices, info->zero_pivot},
                   false, 1, 65535, handle->stream);
    return sparse_launched();
}

extern "C" {

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info)
{
    SPARSE_CHECK(info, CUSPARSE_STATUS_INVALID_VALUE);
    *info = new csrilu02Info();
    if (cudaMalloc(&(*info)->zero_pivot, sizeof(int)) != cudaSuccess ||
        cudaMemset((*info)->zero_pivot, 0x7f, sizeof(int)) != cudaSuccess)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info)
{
    if (info) {
        cudaFree(info->zero_pivot);
        levels_free(&info->levels);
    }
    delete info;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
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
}

#define ILU(X, T, N)                                                                               \
    extern "C" cusparseStatus_t cusparse##X##csrilu02_bufferSize(                                  \
        cusparseHandle_t, int, int, const cusparseMatDescr_t, T *, const int *, const int *,       \
        csrilu02Info_t, int *bytes)                                                                \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrilu02_analysis(                                    \
        cusparseHandle_t handle, int rows, int, const cusparseMatDescr_t matrix, const T *,        \
        const int *offsets, const int *indices, csrilu02Info_t info, cusparseSolvePolicy_t,        \
        void *)                                                                                    \
    {                                                                                              \
        return factor_analyse(handle, rows, matrix, offsets, indices, info);                       \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrilu02(                                             \
        cusparseHandle_t handle, int rows, int, const cusparseMatDescr_t matrix, T *values,        \
        const int *offsets, const int *indices, csrilu02Info_t info, cusparseSolvePolicy_t,        \
        void *)                                                                                    \
    {                                                                                              \
        return factor(handle, rows, matrix, (N *)values, offsets, indices, info);                  \
    }
ILU(S, float, float)
ILU(D, double, double)
ILU(C, cuComplex, complex_float)
ILU(Z, cuDoubleComplex, complex_double)
