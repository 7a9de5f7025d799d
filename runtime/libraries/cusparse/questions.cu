/* SPDX-License-Identifier: BSD-3-Clause */
/* What cuSPARSE's descriptions are made of, and descriptions of what no call writes to: these are
 * the others with another type. Answers that the caller does not want may be NULL. */
#include "sparse.h"

template <class T, class U> static void answer(T *wanted, U value)
{
    if (wanted)
        *wanted = (T)value;
}

static cusparseStatus_t answer_matrix(cusparseConstSpMatDescr_t matrix, cusparseFormat_t format,
                                      int64_t *rows, int64_t *columns, int64_t *entries,
                                      const void **offsets, const void **indices,
                                      const void **values, cusparseIndexType_t *offsets_type,
                                      cusparseIndexType_t *indices_type, cusparseIndexBase_t *base,
                                      cudaDataType *type)
{
    SPARSE_CHECK(matrix && matrix->format == format, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseIndexType_t index = matrix->is_wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    answer(rows, matrix->rows), answer(columns, matrix->columns);
    answer(entries, matrix->entries);
    answer(offsets, matrix->offsets), answer(indices, matrix->indices);
    answer(values, matrix->values);
    answer(offsets_type, index), answer(indices_type, index);
    answer(base, matrix->base), answer(type, matrix->type);
    return CUSPARSE_STATUS_SUCCESS;
}

extern "C" {

cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t matrix)
{
    return matrix->diag;
}
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t matrix)
{
    return matrix->fill;
}
cusparseStatus_t cusparseCopyMatDescr(cusparseMatDescr_t to, cusparseMatDescr_t from)
{
    SPARSE_CHECK(to && from, CUSPARSE_STATUS_INVALID_VALUE);
    *to = *from;
    return CUSPARSE_STATUS_SUCCESS;
}

#define QUESTIONS(Const, k)                                                                        \
    cusparseStatus_t cusparse##Const##CsrGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **offsets, k void **indices, k void **values, cusparseIndexType_t *offsets_type,    \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type)          \
    {                                                                                              \
        return answer_matrix(matrix, CUSPARSE_FORMAT_CSR, rows, columns, entries,                  \
                             (const void **)offsets, (const void **)indices,                       \
                             (const void **)values, offsets_type, indices_type, base, type);       \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##CscGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **offsets, k void **indices, k void **values, cusparseIndexType_t *offsets_type,    \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type)          \
    {                                                                                              \
        return answer_matrix(matrix, CUSPARSE_FORMAT_CSC, rows, columns, entries,                  \
                             (const void **)offsets, (const void **)indices,                       \
                             (const void **)values, offsets_type, indices_type, base, type);       \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##CooGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **row_indices, k void **column_indices, k void **values,                            \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type)          \
    {                                                                                              \
        return answer_matrix(matrix, CUSPARSE_FORMAT_COO, rows, columns, entries,                  \
                             (const void **)row_indices, (const void **)column_indices,            \
                             (const void **)values, NULL, indices_type, base, type);               \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##BlockedEllGet(                                               \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *block,     \
        int64_t *ell_width, k void **indices, k void **values, cusparseIndexType_t *indices_type,  \
        cusparseIndexBase_t *base, cudaDataType *type)                                             \
    {                                                                                              \
        SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);                                       \
        answer(block, matrix->block), answer(ell_width, matrix->ell_width);                        \
        return answer_matrix(matrix, CUSPARSE_FORMAT_BLOCKED_ELL, rows, columns, NULL, NULL,       \
                             (const void **)indices, (const void **)values, NULL, indices_type,    \
                             base, type);                                                          \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##SpVecGet(cusparse##Const##SpVecDescr_t vector,               \
                                               int64_t *size, int64_t *entries, k void **indices,  \
                                               k void **values, cusparseIndexType_t *indices_type, \
                                               cusparseIndexBase_t *base, cudaDataType *type)      \
    {                                                                                              \
        SPARSE_CHECK(vector, CUSPARSE_STATUS_INVALID_VALUE);                                       \
        answer(size, vector->size), answer(entries, vector->entries);                              \
        answer((const void **)indices, vector->indices.first);                                     \
        answer((const void **)values, vector->values);                                             \
        answer(indices_type, vector->indices.is_wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I);   \
        answer(base, vector->indices.base), answer(type, vector->type);                            \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##SpVecGetValues(cusparse##Const##SpVecDescr_t vector,         \
                                                     k void **values)                              \
    {                                                                                              \
        SPARSE_CHECK(vector &&values, CUSPARSE_STATUS_INVALID_VALUE);                              \
        *values = vector->values;                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##DnVecGet(cusparse##Const##DnVecDescr_t vector,               \
                                               int64_t *size, k void **values, cudaDataType *type) \
    {                                                                                              \
        SPARSE_CHECK(vector, CUSPARSE_STATUS_INVALID_VALUE);                                       \
        answer(size, vector->size), answer(type, vector->type);                                    \
        answer((const void **)values, vector->values);                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##DnVecGetValues(cusparse##Const##DnVecDescr_t vector,         \
                                                     k void **values)                              \
    {                                                                                              \
        SPARSE_CHECK(vector &&values, CUSPARSE_STATUS_INVALID_VALUE);                              \
        *values = vector->values;                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##DnMatGet(                                                    \
        cusparse##Const##DnMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *ld,        \
        k void **values, cudaDataType *type, cusparseOrder_t *order)                               \
    {                                                                                              \
        SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);                                       \
        answer(rows, matrix->rows), answer(columns, matrix->columns), answer(ld, matrix->ld);      \
        answer((const void **)values, matrix->values);                                             \
        answer(type, matrix->type), answer(order, matrix->order);                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##DnMatGetValues(cusparse##Const##DnMatDescr_t matrix,         \
                                                     k void **values)                              \
    {                                                                                              \
        SPARSE_CHECK(matrix &&values, CUSPARSE_STATUS_INVALID_VALUE);                              \
        *values = matrix->values;                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
QUESTIONS(, )
QUESTIONS(Const, const)

cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t matrix, const void **values)
{
    return cusparseSpMatGetValues((cusparseSpMatDescr_t)matrix, (void **)values);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector,
                                           cusparseIndexBase_t *base)
{
    SPARSE_CHECK(vector && base, CUSPARSE_STATUS_INVALID_VALUE);
    *base = (cusparseIndexBase_t)vector->indices.base;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values)
{
    SPARSE_CHECK(vector, CUSPARSE_STATUS_INVALID_VALUE);
    vector->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values)
{
    SPARSE_CHECK(matrix && matrix->format == CUSPARSE_FORMAT_CSC, CUSPARSE_STATUS_INVALID_VALUE);
    return cusparseCsrSetPointers(matrix, offsets, indices, values);
}
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *batch)
{
    SPARSE_CHECK(matrix && batch, CUSPARSE_STATUS_INVALID_VALUE);
    *batch = matrix->batch > 0 ? matrix->batch : 1;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetStridedBatch(cusparseSpMatDescr_t matrix, int batch)
{
    SPARSE_CHECK(matrix && batch > 0, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->batch = batch;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *batch,
                                              int64_t *next)
{
    SPARSE_CHECK(matrix && batch && next, CUSPARSE_STATUS_INVALID_VALUE);
    *batch = matrix->batch > 0 ? matrix->batch : 1;
    *next = matrix->next;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *offsets,
                                        const void *indices, const void *values,
                                        cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type)
{
    return cusparseCreateCsr((cusparseSpMatDescr_t *)matrix, rows, columns, entries,
                             (void *)offsets, (void *)indices, (void *)values, offsets_type,
                             indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *offsets,
                                        const void *indices, const void *values,
                                        cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type)
{
    return cusparseCreateCsc((cusparseSpMatDescr_t *)matrix, rows, columns, entries,
                             (void *)offsets, (void *)indices, (void *)values, offsets_type,
                             indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *row_indices,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type)
{
    return cusparseCreateCoo((cusparseSpMatDescr_t *)matrix, rows, columns, entries,
                             (void *)row_indices, (void *)column_indices, (void *)values,
                             indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                               int64_t columns, int64_t block, int64_t ell_width,
                                               const void *indices, const void *values,
                                               cusparseIndexType_t indices_type,
                                               cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateBlockedEll((cusparseSpMatDescr_t *)matrix, rows, columns, block, ell_width,
                                    (void *)indices, (void *)values, indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                              int64_t columns, int64_t entries, int64_t values_size,
                                              int64_t slice, const void *offsets,
                                              const void *indices, const void *values,
                                              cusparseIndexType_t offsets_type,
                                              cusparseIndexType_t indices_type,
                                              cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateSlicedEll((cusparseSpMatDescr_t *)matrix, rows, columns, entries,
                                   values_size, slice, (void *)offsets, (void *)indices,
                                   (void *)values, offsets_type, indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t size,
                                          int64_t entries, const void *indices, const void *values,
                                          cusparseIndexType_t indices_type,
                                          cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateSpVec((cusparseSpVecDescr_t *)vector, size, entries, (void *)indices,
                               (void *)values, indices_type, base, type);
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector, int64_t size,
                                          const void *values, cudaDataType type)
{
    return cusparseCreateDnVec((cusparseDnVecDescr_t *)vector, size, (void *)values, type);
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t ld, const void *values,
                                          cudaDataType type, cusparseOrder_t order)
{
    return cusparseCreateDnMat((cusparseDnMatDescr_t *)matrix, rows, columns, ld, (void *)values,
                               type, order);
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetFile(FILE *)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerOpenFile(const char *)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetLevel(int)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetMask(int)
{
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerForceDisable(void)
{
    return CUSPARSE_STATUS_SUCCESS;
}
}
#define REFUSE(name) REFUSED_CALL(cusparseStatus_t, CUSPARSE_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSPARSE_OLDER(REFUSE)
