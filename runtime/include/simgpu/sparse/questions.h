/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: what descriptions are made of, and descriptions of what no call writes to.
 *
 * Source: cuSPARSE 12.x documentation, "cuSPARSE Generic API".
 */
cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t matrix);
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t matrix);
cusparseStatus_t cusparseCopyMatDescr(cusparseMatDescr_t to, cusparseMatDescr_t from);

/* Each with pointers that may be written through, and with those that may not. */
#define SIMGPU_CUSPARSE_QUESTIONS(Const, k)                                                        \
    cusparseStatus_t cusparse##Const##CsrGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **offsets, k void **indices, k void **values, cusparseIndexType_t *offsets_type,    \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type);         \
    cusparseStatus_t cusparse##Const##CscGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **offsets, k void **indices, k void **values, cusparseIndexType_t *offsets_type,    \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type);         \
    cusparseStatus_t cusparse##Const##CooGet(                                                      \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *entries,   \
        k void **row_indices, k void **column_indices, k void **values,                            \
        cusparseIndexType_t *indices_type, cusparseIndexBase_t *base, cudaDataType *type);         \
    cusparseStatus_t cusparse##Const##BlockedEllGet(                                               \
        cusparse##Const##SpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *block,     \
        int64_t *ell_width, k void **indices, k void **values, cusparseIndexType_t *indices_type,  \
        cusparseIndexBase_t *base, cudaDataType *type);                                            \
    cusparseStatus_t cusparse##Const##SpVecGet(cusparse##Const##SpVecDescr_t vector,               \
                                               int64_t *size, int64_t *entries, k void **indices,  \
                                               k void **values, cusparseIndexType_t *indices_type, \
                                               cusparseIndexBase_t *base, cudaDataType *type);     \
    cusparseStatus_t cusparse##Const##SpVecGetValues(cusparse##Const##SpVecDescr_t vector,         \
                                                     k void **values);                             \
    cusparseStatus_t cusparse##Const##DnVecGet(                                                    \
        cusparse##Const##DnVecDescr_t vector, int64_t *size, k void **values, cudaDataType *type); \
    cusparseStatus_t cusparse##Const##DnVecGetValues(cusparse##Const##DnVecDescr_t vector,         \
                                                     k void **values);                             \
    cusparseStatus_t cusparse##Const##DnMatGet(                                                    \
        cusparse##Const##DnMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *ld,        \
        k void **values, cudaDataType *type, cusparseOrder_t *order);                              \
    cusparseStatus_t cusparse##Const##DnMatGetValues(cusparse##Const##DnMatDescr_t matrix,         \
                                                     k void **values)
SIMGPU_CUSPARSE_QUESTIONS(, );
SIMGPU_CUSPARSE_QUESTIONS(Const, const);
#undef SIMGPU_CUSPARSE_QUESTIONS
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t matrix, const void **values);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector,
                                           cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices,
                                        void *values);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *batch);
/* Of cuSPARSE 11. */
cusparseStatus_t cusparseSpMatSetStridedBatch(cusparseSpMatDescr_t matrix, int batch);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *batch,
                                              int64_t *next);

cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *offsets,
                                        const void *indices, const void *values,
                                        cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *offsets,
                                        const void *indices, const void *values,
                                        cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t entries, const void *row_indices,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                               int64_t columns, int64_t block, int64_t ell_width,
                                               const void *indices, const void *values,
                                               cusparseIndexType_t indices_type,
                                               cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                              int64_t columns, int64_t entries, int64_t values_size,
                                              int64_t slice, const void *offsets,
                                              const void *indices, const void *values,
                                              cusparseIndexType_t offsets_type,
                                              cusparseIndexType_t indices_type,
                                              cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t size,
                                          int64_t entries, const void *indices, const void *values,
                                          cusparseIndexType_t indices_type,
                                          cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector, int64_t size,
                                          const void *values, cudaDataType type);
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t ld, const void *values,
                                          cudaDataType type, cusparseOrder_t order);

/* Nothing is logged: these do nothing. */
typedef void (*cusparseLoggerCallback_t)(int level, const char *function, const char *message);
cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback);
cusparseStatus_t cusparseLoggerSetFile(FILE *file);
cusparseStatus_t cusparseLoggerOpenFile(const char *path);
cusparseStatus_t cusparseLoggerSetLevel(int level);
cusparseStatus_t cusparseLoggerSetMask(int mask);
cusparseStatus_t cusparseLoggerForceDisable(void);
