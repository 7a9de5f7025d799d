/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's handles and descriptions, and the calls that are refused. */
#include "sparse.h"

static cusparseStatus_t sparse_create(cusparseSpMatDescr_t *matrix, cusparseFormat_t format,
                                      int64_t rows, int64_t columns, int64_t entries, void *offsets,
                                      void *indices, void *values, bool is_32_bit,
                                      cusparseIndexBase_t base, cudaDataType type)
{
    SPARSE_CHECK(matrix && rows >= 0 && columns >= 0 && entries >= 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (!is_32_bit) {
        refuse("cusparseCreateCsr, cusparseCreateCsc, cusparseCreateCoo",
               "only indices of 32 bits are supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    *matrix = new cusparseSpMatDescr{format,
                                     rows,
                                     columns,
                                     entries,
                                     (int *)offsets,
                                     (int *)indices,
                                     values,
                                     base,
                                     type,
                                     CUSPARSE_FILL_MODE_LOWER,
                                     CUSPARSE_DIAG_TYPE_NON_UNIT};
    return CUSPARSE_STATUS_SUCCESS;
}

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_INVALID_VALUE);
    *handle = new cusparseContext();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    delete handle;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int *version)
{
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    const int parts[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
    SPARSE_CHECK(type >= MAJOR_VERSION && type <= PATCH_LEVEL && value,
                 CUSPARSE_STATUS_INVALID_VALUE);
    *value = parts[type];
    return CUSPARSE_STATUS_SUCCESS;
}

#define ACCESSORS(name, type, field)                                                               \
    cusparseStatus_t cusparseSet##name(cusparseHandle_t handle, type value)                        \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        handle->field = value;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusparseStatus_t cusparseGet##name(cusparseHandle_t handle, type *value)                       \
    {                                                                                              \
        SPARSE_CHECK(handle, CUSPARSE_STATUS_NOT_INITIALIZED);                                     \
        *value = handle->field;                                                                    \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
ACCESSORS(Stream, cudaStream_t, stream)
ACCESSORS(PointerMode, cusparsePointerMode_t, mode)

const char *cusparseGetErrorName(cusparseStatus_t status)
{
    static const char *const names[] = {"CUSPARSE_STATUS_SUCCESS",
                                        "CUSPARSE_STATUS_NOT_INITIALIZED",
                                        "CUSPARSE_STATUS_ALLOC_FAILED",
                                        "CUSPARSE_STATUS_INVALID_VALUE",
                                        "CUSPARSE_STATUS_ARCH_MISMATCH",
                                        "CUSPARSE_STATUS_MAPPING_ERROR",
                                        "CUSPARSE_STATUS_EXECUTION_FAILED",
                                        "CUSPARSE_STATUS_INTERNAL_ERROR",
                                        "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_ZERO_PIVOT",
                                        "CUSPARSE_STATUS_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown status";
}
const char *cusparseGetErrorString(cusparseStatus_t status)
{
    return cusparseGetErrorName(status);
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *matrix)
{
    SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);
    *matrix = new cusparseMatDescr();
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t matrix)
{
    delete matrix;
    return CUSPARSE_STATUS_SUCCESS;
}
#define MAT_SETTER(name, kind, field)                                                              \
    cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t matrix, kind value)                   \
    {                                                                                              \
        SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);                                       \
        matrix->field = value;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }
MAT_SETTER(Type, cusparseMatrixType_t, type)
MAT_SETTER(IndexBase, cusparseIndexBase_t, base)
MAT_SETTER(FillMode, cusparseFillMode_t, fill)
MAT_SETTER(DiagType, cusparseDiagType_t, diag)
cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t matrix)
{
    return matrix->type;
}
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t matrix)
{
    return matrix->base;
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type)
{
    return sparse_create(
        matrix, CUSPARSE_FORMAT_CSR, rows, columns, entries, offsets, indices, values,
        offsets_type == CUSPARSE_INDEX_32I && indices_type == CUSPARSE_INDEX_32I, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type)
{
    return sparse_create(
        matrix, CUSPARSE_FORMAT_CSC, rows, columns, entries, offsets, indices, values,
        offsets_type == CUSPARSE_INDEX_32I && indices_type == CUSPARSE_INDEX_32I, base, type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t indices_type,
                                   cusparseIndexBase_t base, cudaDataType type)
{
    return sparse_create(matrix, CUSPARSE_FORMAT_COO, rows, columns, entries, row_indices,
                         column_indices, values, indices_type == CUSPARSE_INDEX_32I, base, type);
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix)
{
    delete matrix;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *entries)
{
    SPARSE_CHECK(matrix && rows && columns && entries, CUSPARSE_STATUS_INVALID_VALUE);
    *rows = matrix->rows, *columns = matrix->columns, *entries = matrix->entries;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values)
{
    SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->offsets = (int *)offsets, matrix->indices = (int *)indices, matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type)
{
    SPARSE_CHECK(vector && size >= 0, CUSPARSE_STATUS_INVALID_VALUE);
    *vector = new cusparseDnVecDescr{size, values, type};
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector)
{
    delete vector;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values)
{
    SPARSE_CHECK(vector, CUSPARSE_STATUS_INVALID_VALUE);
    vector->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order)
{
    SPARSE_CHECK(matrix && rows >= 0 && columns >= 0 &&
                     ld >= (order == CUSPARSE_ORDER_COL ? rows : columns),
                 CUSPARSE_STATUS_INVALID_VALUE);
    *matrix = new cusparseDnMatDescr{rows, columns, ld, values, type, order};
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix)
{
    delete matrix;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values)
{
    SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
}

#define REFUSE(name) REFUSED_CALL(cusparseStatus_t, CUSPARSE_STATUS_NOT_SUPPORTED, name)
SIMGPU_CUSPARSE_REFUSED(REFUSE)
