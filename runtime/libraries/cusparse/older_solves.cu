/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's triangular solves of before 12: csrsv2 and csrsm2 in terms of SpSV and SpSM. */
#include <limits.h>

#include "scan.h"

struct csrsv2Info {
    int *zero_pivot = NULL; /* on the device: the least row without a pivot, INT_MAX: none */
    cusparseSpSVDescr_t analysis = NULL;
};
struct csrsm2Info {
    int *zero_pivot = NULL;
    cusparseSpSMDescr_t analysis = NULL;
};

/* What a call says of a matrix. */
template <class T> struct older_matrix {
    int n, entries;
    const cusparseMatDescr *description;
    const T *values;
    const int *offsets, *indices;
};

static cusparseSpMatDescr described(int n, int entries, const cusparseMatDescr *m,
                                    const int *offsets, const int *indices, const void *values,
                                    cudaDataType type)
{
    cusparseSpMatDescr made = {};
    made.format = CUSPARSE_FORMAT_CSR;
    made.rows = made.columns = n;
    made.entries = entries;
    made.offsets = (int *)offsets;
    made.indices = (int *)indices;
    made.values = (void *)values;
    made.base = (int)m->base;
    made.type = type;
    made.fill = m->fill;
    made.diag = m->diag;
    return made;
}

/* values NULL: only whether there is an entry. */
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    find_zero_pivot(older_matrix<T> m, int base, int *found)
{
    EACH(row, m.n)
    {
        bool has_pivot = false;
        for (int e = m.offsets[row] - base; e < m.offsets[row + 1] - base; e++)
            has_pivot |= m.indices[e] - base == row && (!m.values || !(m.values[e] == T(0)));
        if (!has_pivot)
            atomicMin(found, (int)row + base);
    }
}
static __global__ void forget_pivot(int *found)
{
    *found = INT_MAX;
}

template <class T>
static cusparseStatus_t look_for_pivots(cusparseHandle_t handle, older_matrix<T> m, bool of_values,
                                        int *found)
{
    if (!of_values)
        m.values = NULL;
    forget_pivot<<<1, 1, 0, handle->stream>>>(found);
    if (m.n > 0 && m.description->diag != CUSPARSE_DIAG_TYPE_UNIT)
        find_zero_pivot<<<sparse_blocks(m.n), SPARSE_THREADS, 0, handle->stream>>>(
            m, (int)m.description->base, found);
    return sparse_launched();
}

template <class Info>
static cusparseStatus_t zero_pivot(cusparseHandle_t handle, Info *info, int *position)
{
    int found = 0;
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && position, CUSPARSE_STATUS_INVALID_VALUE);
    if (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
        cudaMemcpy(&found, info->zero_pivot, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    *position = found == INT_MAX ? -1 : found;
    return found == INT_MAX ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define INFO(X, Sp)                                                                                \
    extern "C" cusparseStatus_t cusparseDestroyCsr##X##2Info(csr##X##2Info_t info)                 \
    {                                                                                              \
        if (info) {                                                                                \
            cudaFree(info->zero_pivot);                                                            \
            cusparse##Sp##_destroyDescr(info->analysis);                                           \
        }                                                                                          \
        delete info;                                                                               \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparseCreateCsr##X##2Info(csr##X##2Info_t *made)                 \
    {                                                                                              \
        SPARSE_CHECK(made, CUSPARSE_STATUS_INVALID_VALUE);                                         \
        const int none = INT_MAX;                                                                  \
        auto *info = new csr##X##2Info();                                                          \
        if (cusparse##Sp##_createDescr(&info->analysis) != CUSPARSE_STATUS_SUCCESS ||              \
            cudaMalloc(&info->zero_pivot, sizeof none) != cudaSuccess ||                           \
            cudaMemcpy(info->zero_pivot, &none, sizeof none, cudaMemcpyHostToDevice) !=            \
                cudaSuccess) {                                                                     \
            cusparseDestroyCsr##X##2Info(info);                                                    \
            return CUSPARSE_STATUS_ALLOC_FAILED;                                                   \
        }                                                                                          \
        *made = info;                                                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparseXcsr##X##2_zeroPivot(cusparseHandle_t handle,              \
                                                             csr##X##2Info_t info, int *position)  \
    {                                                                                              \
        return zero_pivot(handle, info, position);                                                 \
    }
INFO(sv, SpSV)
INFO(sm, SpSM)

template <class T>
static cusparseStatus_t sv_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                                    const older_matrix<T> &m, cudaDataType type,
                                    csrsv2Info_t info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && m.description && m.n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseSpMatDescr a =
        described(m.n, m.entries, m.description, m.offsets, m.indices, m.values, type);
    const cusparseStatus_t status =
        cusparseSpSV_analysis(handle, op, NULL, &a, NULL, NULL, type, CUSPARSE_SPSV_ALG_DEFAULT,
                              info->analysis, NULL);
    return status == CUSPARSE_STATUS_SUCCESS
               ? look_for_pivots(handle, m, false, info->zero_pivot)
               : status;
}

template <class T>
static cusparseStatus_t sv_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                 const older_matrix<T> &m, cudaDataType type, csrsv2Info_t info,
                                 const void *alpha, const void *f, void *x)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && m.description && m.n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseSpMatDescr a =
        described(m.n, m.entries, m.description, m.offsets, m.indices, m.values, type);
    const cusparseDnVecDescr from = {m.n, (void *)f, type};
    cusparseDnVecDescr to = {m.n, x, type};
    const cusparseStatus_t status = look_for_pivots(handle, m, true, info->zero_pivot);
    return status == CUSPARSE_STATUS_SUCCESS
               ? cusparseSpSV_solve(handle, op, alpha, &a, &from, &to, type,
                                    CUSPARSE_SPSV_ALG_DEFAULT, info->analysis)
               : status;
}

template <class T>
static cusparseStatus_t sm_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                                    const older_matrix<T> &m, cudaDataType type,
                                    csrsm2Info_t info)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && m.description && m.n >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseSpMatDescr a =
        described(m.n, m.entries, m.description, m.offsets, m.indices, m.values, type);
    const cusparseStatus_t status = cusparseSpSM_analysis(
        handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, NULL, &a, NULL, NULL, type,
        CUSPARSE_SPSM_ALG_DEFAULT, info->analysis, NULL);
    return status == CUSPARSE_STATUS_SUCCESS
               ? look_for_pivots(handle, m, false, info->zero_pivot)
               : status;
}

/* In B's place. A transposed B is one that lies by rows. */
template <class T>
static cusparseStatus_t sm_solve(cusparseHandle_t handle, cusparseOperation_t op,
                                 cusparseOperation_t op_b, int columns, const older_matrix<T> &m,
                                 cudaDataType type, csrsm2Info_t info, const void *alpha, void *b,
                                 int ldb)
{
    const bool flat = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(info && m.description && m.n >= 0 && columns >= 0 && ldb >= (flat ? m.n : columns),
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (number_of<T>::is_complex && op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {
        refuse("cusparsecsrsm2_solve", "the adjoint of a complex right side is not supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    const cusparseSpMatDescr a =
        described(m.n, m.entries, m.description, m.offsets, m.indices, m.values, type);
    cusparseDnMatDescr both = {m.n, columns, ldb, b, type,
                               flat ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW, 0, 0};
    const cusparseStatus_t status = look_for_pivots(handle, m, true, info->zero_pivot);
    return status == CUSPARSE_STATUS_SUCCESS
               ? cusparseSpSM_solve(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, &a, &both,
                                    &both, type, CUSPARSE_SPSM_ALG_DEFAULT, info->analysis)
               : status;
}

#define SOLVES(X, T, N, TYPE)                                                                      \
    extern "C" cusparseStatus_t cusparse##X##csrsv2_bufferSize(                                    \
        cusparseHandle_t, cusparseOperation_t, int, int, const cusparseMatDescr_t, T *,            \
        const int *, const int *, csrsv2Info_t, int *bytes)                                        \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsv2_bufferSizeExt(                                 \
        cusparseHandle_t, cusparseOperation_t, int, int, const cusparseMatDescr_t, T *,            \
        const int *, const int *, csrsv2Info_t, size_t *bytes)                                     \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsv2_analysis(                                      \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries,                       \
        const cusparseMatDescr_t matrix, const T *values, const int *offsets, const int *indices,  \
        csrsv2Info_t info, cusparseSolvePolicy_t, void *)                                          \
    {                                                                                              \
        return sv_analysis<N>(handle, op,                                                          \
                              {n, entries, matrix, (const N *)values, offsets, indices}, TYPE,     \
                              info);                                                               \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsv2_solve(                                         \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries, const T *alpha,       \
        const cusparseMatDescr_t matrix, const T *values, const int *offsets, const int *indices,  \
        csrsv2Info_t info, const T *f, T *x, cusparseSolvePolicy_t, void *)                        \
    {                                                                                              \
        return sv_solve<N>(handle, op,                                                             \
                           {n, entries, matrix, (const N *)values, offsets, indices}, TYPE, info,  \
                           alpha, f, x);                                                           \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsm2_bufferSizeExt(                                 \
        cusparseHandle_t, int, cusparseOperation_t, cusparseOperation_t, int, int, int, const T *, \
        const cusparseMatDescr_t, const T *, const int *, const int *, const T *, int,             \
        csrsm2Info_t, cusparseSolvePolicy_t, size_t *bytes)                                        \
    {                                                                                              \
        *bytes = 0;                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsm2_analysis(                                      \
        cusparseHandle_t handle, int, cusparseOperation_t op, cusparseOperation_t, int n, int,     \
        int entries, const T *, const cusparseMatDescr_t matrix, const T *values,                  \
        const int *offsets, const int *indices, const T *, int, csrsm2Info_t info,                 \
        cusparseSolvePolicy_t, void *)                                                             \
    {                                                                                              \
        return sm_analysis<N>(handle, op,                                                          \
                              {n, entries, matrix, (const N *)values, offsets, indices}, TYPE,     \
                              info);                                                               \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrsm2_solve(                                         \
        cusparseHandle_t handle, int, cusparseOperation_t op, cusparseOperation_t op_b, int n,     \
        int columns, int entries, const T *alpha, const cusparseMatDescr_t matrix,                 \
        const T *values, const int *offsets, const int *indices, T *b, int ldb,                    \
        csrsm2Info_t info, cusparseSolvePolicy_t, void *)                                          \
    {                                                                                              \
        return sm_solve<N>(handle, op, op_b, columns,                                              \
                           {n, entries, matrix, (const N *)values, offsets, indices}, TYPE, info,  \
                           alpha, b, ldb);                                                         \
    }
SOLVES(S, float, float, CUDA_R_32F)
SOLVES(D, double, double, CUDA_R_64F)
SOLVES(C, cuComplex, complex_float, CUDA_C_32F)
SOLVES(Z, cuDoubleComplex, complex_double, CUDA_C_64F)
