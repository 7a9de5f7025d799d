/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's triangular solves and incomplete LU of CSR matrices.
 *
 * A warp takes a row, and waits for each row that it needs until the warp that has that one says
 * that it is done. Rows are taken in the order in which they can be done, and blocks begin in their
 * order, so that one waits only for those that run. A transposed matrix has its columns as rows:
 * one warp a column of the result takes row after row, and takes its number off the others.
 *
 * Source: Liu, Li, Hogg, Duff, Vinter, A Synchronization-Free Algorithm for Parallel Sparse
 * Triangular Solves, Euro-Par 2016.
 */
#include "sparse.h"

enum { WARPS = SPARSE_THREADS / 32 };

static __device__ __forceinline__ void await(const int *done)
{
    while (*(const volatile int *)done == 0)
        ;
    __threadfence();
}

/* The calling warp's last lane of a row says so. */
static __device__ __forceinline__ void tell(int *done)
{
    __threadfence();
    *(volatile int *)done = 1;
}

/* What another warp has written: not from L1, which may have the line as it was. */
template <class R> static __device__ __forceinline__ R fresh(const R *from)
{
    return *(const volatile R *)from;
}
template <class R> static __device__ __forceinline__ complex_of<R> fresh(const complex_of<R> *from)
{
    return complex_of<R>(fresh(&from->x), fresh(&from->y));
}

template <class T> static __device__ T warp_sum(T x)
{
    for (int by = 16; by > 0; by /= 2) {
        if constexpr (number_of<T>::is_complex)
            x = x + T(__shfl_xor_sync(~0u, x.x, by), __shfl_xor_sync(~0u, x.y, by));
        else
            x = x + __shfl_xor_sync(~0u, x, by);
    }
    return x;
}

template <class T> struct triangle {
    int n, base;
    bool lower, unit, conjugated;
    const int *offsets, *indices;
    const T *values;
    sparse_dense<T> b;
    sparse_dense<T> c;
    sparse_factor<T> alpha;
    int *done; /* for each row, of each column of C */
};

template <class T> __global__ void __launch_bounds__(SPARSE_THREADS) solve_rows(triangle<T> p)
{
    const int turn = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    const int column = blockIdx.y;
    if (turn >= p.n)
        return;
    const int row = p.lower ? turn : p.n - 1 - turn;
    int *done = p.done + (size_t)column * p.n;
    T sum(0), diagonal(0);
    for (int e = p.offsets[row] - p.base + lane; e < p.offsets[row + 1] - p.base; e += 32) {
        const int other = p.indices[e] - p.base;
        if (other == row)
            diagonal = diagonal + p.values[e];
        else if ((other < row) == p.lower) {
            await(done + other);
            sum = multiply_add(p.values[e], fresh(p.c.place(other, column)), sum);
        }
    }
    sum = warp_sum(sum);
    diagonal = warp_sum(diagonal);
    if (lane == 0) {
        const T left = p.alpha.get() * p.b.at(row, column) - sum;
        *p.c.place(row, column) = p.unit ? left : left / diagonal;
        tell(done + row);
    }
}

/* Of the transposed matrix. C begins as alpha B. */
template <class T> __global__ void __launch_bounds__(32) solve_columns(triangle<T> p)
{
    const int lane = threadIdx.x, column = blockIdx.x;
    const T alpha = p.alpha.get();
    for (int i = lane; i < p.n; i += 32)
        *p.c.place(i, column) = alpha * p.b.at(i, column);
    __syncwarp();
    for (int turn = 0; turn < p.n; turn++) {
        const int row = p.lower ? p.n - 1 - turn : turn;
        const int first = p.offsets[row] - p.base, end = p.offsets[row + 1] - p.base;
        T diagonal(0);
        for (int e = first + lane; e < end; e += 32)
            if (p.indices[e] - p.base == row)
                diagonal = diagonal + (p.conjugated ? conjugate(p.values[e]) : p.values[e]);
        diagonal = warp_sum(diagonal);
        const T x = p.unit ? *p.c.place(row, column) : *p.c.place(row, column) / diagonal;
        __syncwarp();
        if (lane == 0)
            *p.c.place(row, column) = x;
        for (int e = first + lane; e < end; e += 32) {
            const int other = p.indices[e] - p.base;
            if (other != row && (other < row) == p.lower)
                *p.c.place(other, column) =
                    *p.c.place(other, column) -
                    (p.conjugated ? conjugate(p.values[e]) : p.values[e]) * x;
        }
        __syncwarp();
    }
}

/* Zeros for `n` ints, until the stream has come to flags_free. */
static int *flags_new(cusparseHandle_t handle, size_t n)
{
    void *flags = NULL;
    if (cudaMallocAsync(&flags, n * sizeof(int), handle->stream) != cudaSuccess ||
        cudaMemsetAsync(flags, 0, n * sizeof(int), handle->stream) != cudaSuccess)
        return NULL;
    return (int *)flags;
}

template <class T>
static cusparseStatus_t
solve(cusparseHandle_t handle, cusparseOperation_t op, cusparseOperation_t op_b, const void *alpha,
      const cusparseSpMatDescr *a, const cusparseDnMatDescr *b, const cusparseDnMatDescr *c)
{
    if (a->format != CUSPARSE_FORMAT_CSR) {
        refuse("cusparseSpSV, cusparseSpSM", "only CSR is supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    const int columns = (int)c->columns;
    SPARSE_CHECK(a->rows == a->columns && c->rows == a->rows && columns <= 65535,
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (a->rows == 0 || columns == 0)
        return CUSPARSE_STATUS_SUCCESS;
    triangle<T> p = {(int)a->rows,
                     a->base,
                     a->fill == CUSPARSE_FILL_MODE_LOWER,
                     a->diag == CUSPARSE_DIAG_TYPE_UNIT,
                     op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                     a->offsets,
                     a->indices,
                     (const T *)a->values,
                     sparse_dense_of<T>(b, op_b),
                     sparse_dense_of<T>(c, CUSPARSE_OPERATION_NON_TRANSPOSE),
                     sparse_factor_of<T>(handle, alpha),
                     NULL};
    if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) {
        solve_columns<<<columns, 32, 0, handle->stream>>>(p);
        return sparse_launched();
    }
    p.done = flags_new(handle, (size_t)p.n * columns);
    SPARSE_CHECK(p.done, CUSPARSE_STATUS_ALLOC_FAILED);
    solve_rows<<<dim3((p.n + WARPS - 1) / WARPS, columns), SPARSE_THREADS, 0, handle->stream>>>(p);
    const cusparseStatus_t status = sparse_launched();
    cudaFreeAsync(p.done, handle->stream);
    return status;
}

struct csrilu02Info {
    int *zero_pivot; /* on the device: the least row without a pivot, INT_MAX: none */
};

template <class T>
__global__ void __launch_bounds__(SPARSE_THREADS)
    factor_rows(int n, int base, T *values, const int *offsets, const int *indices, int *done,
                int *zero_pivot)
{
    const int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const int first = offsets[row] - base, end = offsets[row + 1] - base;
    bool has_pivot = false;
    for (int e = first; e < end && indices[e] - base <= row; e++) {
        const int other = indices[e] - base;
        if (other == row) {
            has_pivot = !(values[e] == T(0));
            break;
        }
        await(done + other);
        const int other_end = offsets[other + 1] - base;
        int diagonal = offsets[other] - base;
        while (diagonal < other_end && indices[diagonal] - base < other)
            diagonal++;
        const T factor = values[e] / fresh(&values[diagonal]);
        __syncwarp();
        if (lane == 0)
            values[e] = factor;
        /* Both rows are sorted. */
        for (int f = diagonal + 1 + lane; f < other_end; f += 32) {
            int low = e + 1, high = end;
            while (low < high) {
                const int middle = (low + high) / 2;
                if (indices[middle] < indices[f])
                    low = middle + 1;
                else
                    high = middle;
            }
            if (low < end && indices[low] == indices[f])
                values[low] = values[low] - factor * fresh(&values[f]);
        }
        __syncwarp();
    }
    if (lane == 0) {
        if (!has_pivot)
            atomicMin(zero_pivot, row + base);
        tell(done + row);
    }
}

template <class T>
static cusparseStatus_t factor(cusparseHandle_t handle, int n, int base, T *values,
                               const int *offsets, const int *indices, csrilu02Info_t info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    if (n == 0)
        return CUSPARSE_STATUS_SUCCESS;
    int *done = flags_new(handle, (size_t)n);
    SPARSE_CHECK(done && cudaMemsetAsync(info->zero_pivot, 0x7f, sizeof(int), handle->stream) ==
                             cudaSuccess,
                 CUSPARSE_STATUS_ALLOC_FAILED);
    factor_rows<<<(n + WARPS - 1) / WARPS, SPARSE_THREADS, 0, handle->stream>>>(
        n, base, values, offsets, indices, done, info->zero_pivot);
    const cusparseStatus_t status = sparse_launched();
    cudaFreeAsync(done, handle->stream);
    return status;
}

extern "C" {

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes)
{
    SPARSE_CHECK(matrix && value && bytes == sizeof(int), CUSPARSE_STATUS_INVALID_VALUE);
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = *(cusparseFillMode_t *)value;
    else
        matrix->diag = *(cusparseDiagType_t *)value;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes)
{
    SPARSE_CHECK(matrix && value && bytes == sizeof(int), CUSPARSE_STATUS_INVALID_VALUE);
    *(int *)value = attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)matrix->fill : (int)matrix->diag;
    return CUSPARSE_STATUS_SUCCESS;
}

/* Nothing is kept of an analysis. */
#define DESCRIPTION(S)                                                                             \
    cusparseStatus_t cusparse##S##_createDescr(cusparse##S##Descr_t *made)                         \
    {                                                                                              \
        SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);                                         \
        *made = (cusparse##S##Descr_t) new char;                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##S##_destroyDescr(cusparse##S##Descr_t made)                         \
    {                                                                                              \
        delete (char *)made;                                                                       \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
DESCRIPTION(SpSV)
DESCRIPTION(SpSM)

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t, cusparseOperation_t, const void *,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                       cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t, void *)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                    const void *alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a->type == type && x->type == type && y->type == type,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseDnMatDescr b = {x->size, 1, x->size, x->values, type, CUSPARSE_ORDER_COL},
                             c = {y->size, 1, y->size, y->values, type, CUSPARSE_ORDER_COL};
    SPARSE_BY_TYPE(type, "cusparseSpSV_solve", solve, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE,
                   alpha, a, &b, &c)
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void *, cusparseConstSpMatDescr_t,
                                         cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                         size_t *bytes)
{
    *bytes = 0;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                       const void *, cusparseConstSpMatDescr_t,
                                       cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, void *)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void *alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                    cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(a->type == type && b->type == type && c->type == type,
                 CUSPARSE_STATUS_INVALID_VALUE);
    SPARSE_BY_TYPE(type, "cusparseSpSM_solve", solve, handle, op_a, op_b, alpha, a, b, c)
}

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
    if (info)
        cudaFree(info->zero_pivot);
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
        cusparseHandle_t, int, int, const cusparseMatDescr_t, const T *, const int *, const int *, \
        csrilu02Info_t, cusparseSolvePolicy_t, void *)                                             \
    {                                                                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrilu02(                                             \
        cusparseHandle_t handle, int rows, int, const cusparseMatDescr_t matrix, T *values,        \
        const int *offsets, const int *indices, csrilu02Info_t info, cusparseSolvePolicy_t,        \
        void *)                                                                                    \
    {                                                                                              \
        return factor(handle, rows, (int)matrix->base, (N *)values, offsets, indices, info);       \
    }
ILU(S, float, float)
ILU(D, double, double)
ILU(C, cuComplex, complex_float)
ILU(Z, cuDoubleComplex, complex_double)
