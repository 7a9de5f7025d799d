/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's calls of before 11 in terms of today's: conversions of dense matrices, products with
 * dense matrices, sparse vectors.
 */
#include "scan.h"

/* A sparse matrix as older calls describe it. */
static cusparseSpMatDescr sparse_of(cusparseFormat_t format, int rows, int columns, int entries,
                                    const cusparseMatDescr *m, const int *offsets,
                                    const int *indices, const void *values, cudaDataType type)
{
    cusparseSpMatDescr made = {};
    made.format = format;
    made.rows = rows;
    made.columns = columns;
    made.entries = entries;
    made.offsets = (int *)offsets;
    made.indices = (int *)indices;
    made.values = (void *)values;
    made.base = (int)m->base;
    made.type = type;
    return made;
}
static cusparseDnMatDescr dense_of(int rows, int columns, int ld, const void *values,
                                   cudaDataType type)
{
    return {rows, columns, ld, (void *)values, type, CUSPARSE_ORDER_COL, 0, 0};
}

static cusparseStatus_t to_dense(cusparseHandle_t handle, cusparseFormat_t format, int rows,
                                 int columns, const cusparseMatDescr *m, const void *values,
                                 const int *offsets, const int *indices, void *a, int lda,
                                 cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(m && rows >= 0 && columns >= 0 && lda >= rows, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseSpMatDescr from =
        sparse_of(format, rows, columns, 0, m, offsets, indices, values, type);
    cusparseDnMatDescr to = dense_of(rows, columns, lda, a, type);
    return cusparseSparseToDense(handle, &from, &to, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL);
}

/* The counts of rows or columns, which the caller has, are made again. */
static cusparseStatus_t from_dense(cusparseHandle_t handle, cusparseFormat_t format, int rows,
                                   int columns, const cusparseMatDescr *m, const void *a, int lda,
                                   void *values, int *offsets, int *indices, cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(m && rows >= 0 && columns >= 0 && lda >= rows, CUSPARSE_STATUS_INVALID_VALUE);
    cusparseSpMatDescr to = sparse_of(format, rows, columns, 0, m, offsets, indices, values, type);
    const cusparseDnMatDescr from = dense_of(rows, columns, lda, a, type);
    const cusparseStatus_t status = cusparseDenseToSparse_analysis(
        handle, &from, &to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    to.offsets = offsets;
    to.indices = indices;
    to.values = values;
    return cusparseDenseToSparse_convert(handle, &from, &to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                         NULL);
}

/* C = alpha op(A) op(B) + beta C; A: m x k as it is stored. */
static cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op_a,
                                 cusparseOperation_t op_b, int m, int n, int k, int entries,
                                 const void *alpha, const cusparseMatDescr *matrix,
                                 const void *values, const int *offsets, const int *indices,
                                 const void *b, int ldb, const void *beta, void *c, int ldc,
                                 cudaDataType type)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);
    SPARSE_CHECK(matrix && m >= 0 && n >= 0 && k >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    const bool flat = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool flat_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int inner = flat ? k : m, outer = flat ? m : k;
    const cusparseSpMatDescr a = sparse_of(CUSPARSE_FORMAT_CSR, m, k, entries, matrix, offsets,
                                           indices, values, type);
    const cusparseDnMatDescr of_b =
        dense_of(flat_b ? inner : n, flat_b ? n : inner, ldb, b, type);
    cusparseDnMatDescr of_c = dense_of(outer, n, ldc, c, type);
    return cusparseSpMM(handle, op_a, op_b, alpha, &a, &of_b, beta, &of_c, type,
                        CUSPARSE_SPMM_ALG_DEFAULT, NULL);
}

/* ---- sparse vectors: the dense one has as many elements as indices reach ---- */

static cusparseSpVecDescr vector_of(int entries, const void *values, const int *indices,
                                    cusparseIndexBase_t base, cudaDataType type)
{
    return {0x7fffffff, entries, {indices, false, (int)base}, (void *)values, type};
}
static cusparseDnVecDescr all_of(const void *values, cudaDataType type)
{
    return {0x7fffffff, (void *)values, type};
}

template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    add_at(int entries, sparse_factor<T> alpha, const T *x, const int *indices, int base, T *y)
{
    const T by = alpha.get();
    EACH(i, entries)
    {
        T *to = y + indices[i] - base;
        *to = *to + by * x[i];
    }
}
template <class T>
static __global__ void __launch_bounds__(SPARSE_THREADS)
    take_zeroing(int entries, T *x, const int *indices, int base, T *y)
{
    EACH(i, entries)
    {
        T *from = y + indices[i] - base;
        x[i] = *from;
        *from = T(0);
    }
}

#define OLDER(X, T, N, TYPE)                                                                       \
    extern "C" cusparseStatus_t cusparse##X##csr2dense(                                            \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *values,   \
        const int *offsets, const int *indices, T *a, int lda)                                     \
    {                                                                                              \
        return to_dense(handle, CUSPARSE_FORMAT_CSR, m, n, matrix, values, offsets, indices, a,    \
                        lda, TYPE);                                                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csc2dense(                                            \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *values,   \
        const int *indices, const int *offsets, T *a, int lda)                                     \
    {                                                                                              \
        return to_dense(handle, CUSPARSE_FORMAT_CSC, m, n, matrix, values, offsets, indices, a,    \
                        lda, TYPE);                                                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##dense2csr(                                            \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *a,        \
        int lda, const int *, T *values, int *offsets, int *indices)                               \
    {                                                                                              \
        return from_dense(handle, CUSPARSE_FORMAT_CSR, m, n, matrix, a, lda, values, offsets,      \
                          indices, TYPE);                                                          \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##dense2csc(                                            \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *a,        \
        int lda, const int *, T *values, int *indices, int *offsets)                               \
    {                                                                                              \
        return from_dense(handle, CUSPARSE_FORMAT_CSC, m, n, matrix, a, lda, values, offsets,      \
                          indices, TYPE);                                                          \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csrmm2(                                               \
        cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, int m, int n, \
        int k, int entries, const T *alpha, const cusparseMatDescr_t matrix, const T *values,      \
        const int *offsets, const int *indices, const T *b, int ldb, const T *beta, T *c, int ldc) \
    {                                                                                              \
        return multiply(handle, op_a, op_b, m, n, k, entries, alpha, matrix, values, offsets,      \
                        indices, b, ldb, beta, c, ldc, TYPE);                                      \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##csr2csc(                                              \
        cusparseHandle_t handle, int m, int n, int entries, const T *values, const int *offsets,   \
        const int *indices, T *to_values, int *to_indices, int *to_offsets,                        \
        cusparseAction_t action, cusparseIndexBase_t base)                                         \
    {                                                                                              \
        return cusparseCsr2cscEx2(handle, m, n, entries, values, offsets, indices, to_values,      \
                                  to_offsets, to_indices, TYPE, action, base,                      \
                                  CUSPARSE_CSR2CSC_ALG_DEFAULT, NULL);                             \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gthr(cusparseHandle_t handle, int entries,            \
                                                  const T *y, T *x, const int *indices,            \
                                                  cusparseIndexBase_t base)                        \
    {                                                                                              \
        cusparseSpVecDescr to = vector_of(entries, x, indices, base, TYPE);                        \
        const cusparseDnVecDescr from = all_of(y, TYPE);                                           \
        return cusparseGather(handle, &from, &to);                                                 \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##gthrz(cusparseHandle_t handle, int entries, T *y,     \
                                                   T *x, const int *indices,                       \
                                                   cusparseIndexBase_t base)                       \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        if (entries > 0)                                                                           \
            take_zeroing<<<sparse_blocks(entries), SPARSE_THREADS, 0, handle->stream>>>(           \
                entries, (N *)x, indices, (int)base, (N *)y);                                      \
        return sparse_launched();                                                                  \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##sctr(cusparseHandle_t handle, int entries,            \
                                                  const T *x, const int *indices, T *y,            \
                                                  cusparseIndexBase_t base)                        \
    {                                                                                              \
        const cusparseSpVecDescr from = vector_of(entries, x, indices, base, TYPE);                \
        cusparseDnVecDescr to = all_of(y, TYPE);                                                   \
        return cusparseScatter(handle, &from, &to);                                                \
    }                                                                                              \
    extern "C" cusparseStatus_t cusparse##X##axpyi(cusparseHandle_t handle, int entries,           \
                                                   const T *alpha, const T *x, const int *indices, \
                                                   T *y, cusparseIndexBase_t base)                 \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        if (entries > 0)                                                                           \
            add_at<<<sparse_blocks(entries), SPARSE_THREADS, 0, handle->stream>>>(                 \
                entries, sparse_factor_of<N>(handle, alpha), (const N *)x, indices, (int)base,     \
                (N *)y);                                                                           \
        return sparse_launched();                                                                  \
    }
#define DOT(call, T, TYPE, op)                                                                     \
    extern "C" cusparseStatus_t call(cusparseHandle_t handle, int entries, const T *x,             \
                                     const int *indices, const T *y, T *result,                    \
                                     cusparseIndexBase_t base)                                     \
    {                                                                                              \
        const cusparseSpVecDescr from = vector_of(entries, x, indices, base, TYPE);                \
        const cusparseDnVecDescr other = all_of(y, TYPE);                                          \
        return cusparseSpVV(handle, op, &from, &other, result, TYPE, NULL);                        \
    }
OLDER(S, float, float, CUDA_R_32F)
OLDER(D, double, double, CUDA_R_64F)
OLDER(C, cuComplex, complex_float, CUDA_C_32F)
OLDER(Z, cuDoubleComplex, complex_double, CUDA_C_64F)
DOT(cusparseSdoti, float, CUDA_R_32F, CUSPARSE_OPERATION_NON_TRANSPOSE)
DOT(cusparseDdoti, double, CUDA_R_64F, CUSPARSE_OPERATION_NON_TRANSPOSE)
DOT(cusparseCdoti, cuComplex, CUDA_C_32F, CUSPARSE_OPERATION_NON_TRANSPOSE)
DOT(cusparseZdoti, cuDoubleComplex, CUDA_C_64F, CUSPARSE_OPERATION_NON_TRANSPOSE)
DOT(cusparseCdotci, cuComplex, CUDA_C_32F, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
DOT(cusparseZdotci, cuDoubleComplex, CUDA_C_64F, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
