/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's interface: products of sparse matrices with vectors and dense matrices, conversions,
 * triangular solves, incomplete factors, tridiagonal systems. The kernels behind it are simgpu's
 * (runtime/libraries/cusparse).
 *
 * Source: cuSPARSE 11 and 12 documentation; csrmv is that of 10. Differs: indices of 64 bits are
 * for products with dense matrices and for conversions from and to these. Matrices, vectors and
 * sums have one type: float, double or their complex ones; in products halves and bfloat16s are
 * summed as floats. No buffer is needed. Other calls are refused by name.
 */
#ifndef SIMGPU_CUSPARSE_H
#define SIMGPU_CUSPARSE_H
#define CUSPARSE_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#include "simgpu/refused.h"

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 0
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VER_BUILD 0
#define CUSPARSE_VERSION   12000
#ifndef CUSPARSEAPI
#define CUSPARSEAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUSPARSE_STATUS_SUCCESS,
    CUSPARSE_STATUS_NOT_INITIALIZED,
    CUSPARSE_STATUS_ALLOC_FAILED,
    CUSPARSE_STATUS_INVALID_VALUE,
    CUSPARSE_STATUS_ARCH_MISMATCH,
    CUSPARSE_STATUS_MAPPING_ERROR,
    CUSPARSE_STATUS_EXECUTION_FAILED,
    CUSPARSE_STATUS_INTERNAL_ERROR,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
    CUSPARSE_STATUS_ZERO_PIVOT,
    CUSPARSE_STATUS_NOT_SUPPORTED,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;

typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC,
    CUSPARSE_MATRIX_TYPE_HERMITIAN,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE,
    CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC,
    CUSPARSE_FORMAT_COO,
    CUSPARSE_FORMAT_BLOCKED_ELL = 5,
    CUSPARSE_FORMAT_BSR,
    CUSPARSE_FORMAT_SLICED_ELLPACK
} cusparseFormat_t;
typedef enum {
    CUSPARSE_MV_ALG_DEFAULT = 0,
    CUSPARSE_COOMV_ALG = 1,
    CUSPARSE_CSRMV_ALG1 = 2,
    CUSPARSE_CSRMV_ALG2 = 3,
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4,
    CUSPARSE_SPMV_SELL_ALG1 = 5,
    CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_MM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12,
    CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
    CUSPARSE_SPMM_BSR_ALG1 = 14,
    CUSPARSE_SPMMA_PREPROCESS = 8, /* names of 11.1 */
    CUSPARSE_SPMMA_ALG1 = 9,
    CUSPARSE_SPMMA_ALG2 = 10,
    CUSPARSE_SPMMA_ALG3 = 11,
    CUSPARSE_SPMMA_ALG4 = 12
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
    CUSPARSE_CSR2CSC_ALG1 = 1,
    CUSPARSE_CSR2CSC_ALG2
} cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *matrix);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t matrix);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t matrix, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t matrix);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t matrix, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t matrix);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t matrix, cusparseFillMode_t mode);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t matrix, cusparseDiagType_t type);

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t indices_type,
                                   cusparseIndexBase_t base, cudaDataType type);
/* Blocks' values lie by rows, ell_width of them in each; a column of -1: no block. */
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t block, int64_t ell_width,
                                          void *indices, void *values,
                                          cusparseIndexType_t indices_type,
                                          cusparseIndexBase_t base, cudaDataType type);
/* slice: rows of one; a column of -1 fills up. */
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                         int64_t columns, int64_t entries, int64_t values_size,
                                         int64_t slice, void *offsets, void *indices, void *values,
                                         cusparseIndexType_t offsets_type,
                                         cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                         cudaDataType type);
/* Steps of 0: all have the same. */
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch,
                                            int64_t next_offsets, int64_t next_values);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batch, int64_t next);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices,
                                        void *column_indices, void *values);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *entries);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batch, int64_t next);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values);

#define SIMGPU_CUSPARSE_MV(name, ...)                                                              \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,      \
                          cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,                \
                          const void *beta, cusparseDnVecDescr_t y, cudaDataType type,             \
                          cusparseSpMVAlg_t algorithm, __VA_ARGS__)
SIMGPU_CUSPARSE_MV(cusparseSpMV_bufferSize, size_t *bytes);
SIMGPU_CUSPARSE_MV(cusparseSpMV_preprocess, void *buffer);
SIMGPU_CUSPARSE_MV(cusparseSpMV, void *buffer);
#define SIMGPU_CUSPARSE_MM(name, ...)                                                              \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t op_a,                       \
                          cusparseOperation_t op_b, const void *alpha,                             \
                          cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,                \
                          const void *beta, cusparseDnMatDescr_t c, cudaDataType type,             \
                          cusparseSpMMAlg_t algorithm, __VA_ARGS__)
SIMGPU_CUSPARSE_MM(cusparseSpMM_bufferSize, size_t *bytes);
SIMGPU_CUSPARSE_MM(cusparseSpMM_preprocess, void *buffer);
SIMGPU_CUSPARSE_MM(cusparseSpMM, void *buffer);

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t from,
                                                  cusparseDnMatDescr_t to,
                                                  cusparseSparseToDenseAlg_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t from,
                                       cusparseDnMatDescr_t to,
                                       cusparseSparseToDenseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t from,
                                                  cusparseSpMatDescr_t to,
                                                  cusparseDenseToSparseAlg_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t from,
                                                cusparseSpMatDescr_t to,
                                                cusparseDenseToSparseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t from,
                                               cusparseSpMatDescr_t to,
                                               cusparseDenseToSparseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int entries,
                                  int rows, int *row_indices, cusparseIndexBase_t base);
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int entries,
                                  int rows, int *offsets, cusparseIndexBase_t base);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int rows, int columns,
                                               int entries, const void *values, const int *offsets,
                                               const int *indices, void *to_values, int *to_offsets,
                                               int *to_indices, cudaDataType type,
                                               cusparseAction_t action, cusparseIndexBase_t base,
                                               cusparseCsr2CscAlg_t algorithm, size_t *bytes);
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int rows, int columns, int entries,
                                    const void *values, const int *offsets, const int *indices,
                                    void *to_values, int *to_offsets, int *to_indices,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm,
                                    void *buffer);

#define SIMGPU_CUSPARSE_CSR(X, T)                                                                  \
    cusparseStatus_t cusparse##X##csrmv(                                                           \
        cusparseHandle_t handle, cusparseOperation_t op, int rows, int columns, int entries,       \
        const T *alpha, const cusparseMatDescr_t matrix, const T *values, const int *offsets,      \
        const int *indices, const T *x, const T *beta, T *y);                                      \
    cusparseStatus_t cusparse##X##csrmm(                                                           \
        cusparseHandle_t handle, cusparseOperation_t op, int rows, int n, int columns,             \
        int entries, const T *alpha, const cusparseMatDescr_t matrix, const T *values,             \
        const int *offsets, const int *indices, const T *b, int ldb, const T *beta, T *c, int ldc)
SIMGPU_CUSPARSE_CSR(S, float);
SIMGPU_CUSPARSE_CSR(D, double);
SIMGPU_CUSPARSE_CSR(C, cuComplex);
SIMGPU_CUSPARSE_CSR(Z, cuDoubleComplex);

#include "simgpu/cusparse_refused.h"
#include "simgpu/cusparse_solves.h"
#include "simgpu/sparse/older_calls.h"
#include "simgpu/sparse/older_working.h"
#include "simgpu/sparse/blocks.h"
#include "simgpu/sparse/questions.h"

#ifdef __cplusplus
}
#endif

#endif
