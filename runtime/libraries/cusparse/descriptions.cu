/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's handles and descriptions, and the calls that are refused. */
#include "sparse.h"

static cusparseStatus_t sparse_create(cusparseSpMatDescr_t *matrix, cusparseFormat_t format,
                                      int64_t rows, int64_t columns, int64_t entries, void *offsets,
                                      void *indices, void *values, cusparseIndexType_t offsets_type,
                                      cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                      cudaDataType type)
{
    SPARSE_CHECK(matrix && rows >= 0 && columns >= 0 && entries >= 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    if (offsets_type != indices_type || offsets_type == CUSPARSE_INDEX_16U) {
        refuse("cusparseCreate of a matrix",
               "only offsets and indices of both 32 or both 64 bits are supported");
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    cusparseSpMatDescr made = {};
    made.format = format;
    made.rows = rows, made.columns = columns, made.entries = entries;
    made.offsets = (int *)offsets, made.indices = (int *)indices, made.values = values;
    made.base = base, made.type = type;
    made.is_wide = offsets_type == CUSPARSE_INDEX_64I;
    *matrix = new cusparseSpMatDescr(made);
    return CUSPARSE_STATUS_SUCCESS;
}

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    SPARSE_CHECK(handle, CUSPARSE_STATUS_INVALID_VALUE);
    void *result = NULL;
    SPARSE_CHECK(cudaMalloc(&result, sizeof(complex_double)) == cudaSuccess,
                 CUSPARSE_STATUS_NOT_INITIALIZED);
    *handle = new cusparseContext();
    (*handle)->result = result;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    if (handle)
        cudaFree(handle->result);
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
    return sparse_create(matrix, CUSPARSE_FORMAT_CSR, rows, columns, entries, offsets, indices,
                         values, offsets_type, indices_type, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type)
{
    return sparse_create(matrix, CUSPARSE_FORMAT_CSC, rows, columns, entries, offsets, indices,
                         values, offsets_type, indices_type, base, type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t indices_type,
                                   cusparseIndexBase_t base, cudaDataType type)
{
    return sparse_create(matrix, CUSPARSE_FORMAT_COO, rows, columns, entries, row_indices,
                         column_indices, values, indices_type, indices_type, base, type);
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t block, int64_t ell_width,
                                          void *indices, void *values,
                                          cusparseIndexType_t indices_type,
                                          cusparseIndexBase_t base, cudaDataType type)
{
    SPARSE_CHECK(block > 0 && rows % block == 0 && ell_width >= 0 && ell_width % block == 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseStatus_t status =
        sparse_create(matrix, CUSPARSE_FORMAT_BLOCKED_ELL, rows, columns, rows * ell_width, NULL,
                      indices, values, indices_type, indices_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        (*matrix)->block = (int)block, (*matrix)->ell_width = (int)ell_width;
    return status;
}
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                         int64_t columns, int64_t entries, int64_t values_size,
                                         int64_t slice, void *offsets, void *indices, void *values,
                                         cusparseIndexType_t offsets_type,
                                         cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                         cudaDataType type)
{
    SPARSE_CHECK(slice > 0 && values_size >= entries, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseStatus_t status =
        sparse_create(matrix, CUSPARSE_FORMAT_SLICED_ELLPACK, rows, columns, entries, offsets,
                      indices, values, offsets_type, indices_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        (*matrix)->block = (int)slice;
    return status;
}
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t blocks, int64_t high, int64_t wide, void *offsets,
                                   void *indices, void *values, cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type, cusparseOrder_t order)
{
    SPARSE_CHECK(high > 0 && wide > 0, CUSPARSE_STATUS_INVALID_VALUE);
    const cusparseStatus_t status =
        sparse_create(matrix, CUSPARSE_FORMAT_BSR, rows * high, columns * wide, blocks, offsets,
                      indices, values, offsets_type, indices_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS)
        (*matrix)->block = (int)high, (*matrix)->block_columns = (int)wide,
        (*matrix)->block_order = order;
    return status;
}
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t blocks, int64_t high,
                                        int64_t wide, const void *offsets, const void *indices,
                                        const void *values, cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type, cusparseOrder_t order)
{
    return cusparseCreateBsr((cusparseSpMatDescr_t *)matrix, rows, columns, blocks, high, wide,
                             (void *)offsets, (void *)indices, (void *)values, offsets_type,
                             indices_type, base, type, order);
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch,
                                            int64_t next_offsets, int64_t next_indices,
                                            int64_t next_values)
{
    SPARSE_CHECK(matrix && matrix->format == CUSPARSE_FORMAT_BSR && batch > 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    matrix->batch = batch, matrix->next_offsets = next_offsets;
    matrix->next_indices = next_indices, matrix->next_values = next_values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch,
                                            int64_t next_offsets, int64_t next_values)
{
    SPARSE_CHECK(matrix && matrix->format == CUSPARSE_FORMAT_CSR && batch > 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    matrix->batch = batch, matrix->next_offsets = next_offsets, matrix->next_values = next_values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batch, int64_t next)
{
    SPARSE_CHECK(matrix && matrix->format == CUSPARSE_FORMAT_COO && batch > 0,
                 CUSPARSE_STATUS_INVALID_VALUE);
    matrix->batch = batch, matrix->next_offsets = next, matrix->next_values = next;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batch, int64_t next)
{
    SPARSE_CHECK(matrix && batch > 0, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->batch = batch, matrix->next = next;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format)
{
    SPARSE_CHECK(matrix && format, CUSPARSE_STATUS_INVALID_VALUE);
    *format = matrix->format;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t *base)
{
    SPARSE_CHECK(matrix && base, CUSPARSE_STATUS_INVALID_VALUE);
    *base = (cusparseIndexBase_t)matrix->base;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values)
{
    SPARSE_CHECK(matrix && values, CUSPARSE_STATUS_INVALID_VALUE);
    *values = matrix->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values)
{
    SPARSE_CHECK(matrix, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices,
                                        void *column_indices, void *values)
{
    SPARSE_CHECK(matrix && matrix->format == CUSPARSE_FORMAT_COO, CUSPARSE_STATUS_INVALID_VALUE);
    matrix->offsets = (int *)row_indices, matrix->indices = (int *)column_indices;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
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
    *matrix = new cusparseDnMatDescr{rows, columns, ld, values, type, order, 0, 0};
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
