/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: matrices of blocks, further products of sparse matrices, five diagonals.
 *
 * Source: cuSPARSE 12.x documentation; csrgemm, csrgemm2, gtsv are those of 10.
 */

/* rows, columns: of blocks, each of high x wide numbers, which lie by `order`. */
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t blocks, int64_t high, int64_t wide, void *offsets,
                                   void *indices, void *values, cusparseIndexType_t offsets_type,
                                   cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                   cudaDataType type, cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t blocks, int64_t high, int64_t wide,
                                        const void *offsets, const void *indices,
                                        const void *values, cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t indices_type, cusparseIndexBase_t base,
                                        cudaDataType type, cusparseOrder_t order);
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch,
                                            int64_t next_offsets, int64_t next_indices,
                                            int64_t next_values);

/* x = c x + s y and y = c y - s x, where x has entries. */
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);

/* New values of an analysed matrix: of all its entries, or of its diagonal. They are copied. */
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t made,
                                           void *values, cusparseSpSVUpdate_t part);
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t made,
                                           void *values, cusparseSpSMUpdate_t part);

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *products);
cusparseStatus_t cusparseSpGEMM_estimateMemory(
    cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta,
    cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t algorithm,
    cusparseSpGEMMDescr_t descr, float part, size_t *bytes_3, void *buffer_3, size_t *bytes_2);
#define SIMGPU_CUSPARSE_REUSE(name, ...)                                                           \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t of_a,                       \
                          cusparseOperation_t of_b, cusparseConstSpMatDescr_t a,                   \
                          cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,                     \
                          cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr, __VA_ARGS__)
SIMGPU_CUSPARSE_REUSE(cusparseSpGEMMreuse_workEstimation, size_t *bytes_1, void *buffer_1);
SIMGPU_CUSPARSE_REUSE(cusparseSpGEMMreuse_nnz, size_t *bytes_2, void *buffer_2, size_t *bytes_3,
                      void *buffer_3, size_t *bytes_4, void *buffer_4);
SIMGPU_CUSPARSE_REUSE(cusparseSpGEMMreuse_copy, size_t *bytes_5, void *buffer_5);
#undef SIMGPU_CUSPARSE_REUSE
cusparseStatus_t
cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                            cusparseOperation_t of_b, const void *alpha,
                            cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                            const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                            cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr);

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                     int n, const cusparseMatDescr_t a, const int *offsets,
                                     const int *indices, int size, const cusparseMatDescr_t c,
                                     int *to_offsets, int *total);
cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info_t *made);
cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info_t info);
cusparseStatus_t cusparseXcsrgemmNnz(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, int m, int n, int k,
                                     const cusparseMatDescr_t a, int entries_a,
                                     const int *offsets_a, const int *indices_a,
                                     const cusparseMatDescr_t b, int entries_b,
                                     const int *offsets_b, const int *indices_b,
                                     const cusparseMatDescr_t c, int *offsets, int *total);
cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k,
                                      const cusparseMatDescr_t a, int entries_a,
                                      const int *offsets_a, const int *indices_a,
                                      const cusparseMatDescr_t b, int entries_b,
                                      const int *offsets_b, const int *indices_b,
                                      const cusparseMatDescr_t d, int entries_d,
                                      const int *offsets_d, const int *indices_d,
                                      const cusparseMatDescr_t c, int *offsets, int *total,
                                      const csrgemm2Info_t info, void *buffer);

#define SIMGPU_CUSPARSE_BLOCKS(X, T)                                                               \
    cusparseStatus_t cusparse##X##bsrmv(                                                           \
        cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int rows,  \
        int columns, int blocks, const T *alpha, const cusparseMatDescr_t m, const T *values,      \
        const int *offsets, const int *indices, int size, const T *x, const T *beta, T *y);        \
    cusparseStatus_t cusparse##X##bsrmm(                                                           \
        cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op_a,          \
        cusparseOperation_t op_b, int rows, int n, int columns, int blocks, const T *alpha,        \
        const cusparseMatDescr_t m, const T *values, const int *offsets, const int *indices,       \
        int size, const T *b, int ldb, const T *beta, T *c, int ldc);                              \
    cusparseStatus_t cusparse##X##csr2bsr(                                                         \
        cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,                      \
        const cusparseMatDescr_t a, const T *values, const int *offsets, const int *indices,       \
        int size, const cusparseMatDescr_t c, T *to_values, int *to_offsets, int *to_indices);     \
    cusparseStatus_t cusparse##X##bsr2csr(                                                         \
        cusparseHandle_t handle, cusparseDirection_t direction, int rows, int columns,             \
        const cusparseMatDescr_t a, const T *values, const int *offsets, const int *indices,       \
        int size, const cusparseMatDescr_t c, T *to_values, int *to_offsets, int *to_indices);     \
    cusparseStatus_t cusparse##X##gemvi_bufferSize(cusparseHandle_t handle,                        \
                                                   cusparseOperation_t op, int m, int n,           \
                                                   int entries, int *bytes);                       \
    cusparseStatus_t cusparse##X##gemvi(                                                           \
        cusparseHandle_t handle, cusparseOperation_t op, int m, int n, const T *alpha, const T *a, \
        int lda, int entries, const T *values, const int *indices, const T *beta, T *y,            \
        cusparseIndexBase_t base, void *buffer);                                                   \
    cusparseStatus_t cusparse##X##gtsv(cusparseHandle_t handle, int n, int columns,                \
                                       const T *below, const T *diagonal, const T *above, T *b,    \
                                       int ldb);                                                   \
    cusparseStatus_t cusparse##X##gtsv_nopivot(cusparseHandle_t handle, int n, int columns,        \
                                               const T *below, const T *diagonal, const T *above,  \
                                               T *b, int ldb);                                     \
    cusparseStatus_t cusparse##X##gtsvStridedBatch(cusparseHandle_t handle, int n, const T *below, \
                                                   const T *diagonal, const T *above, T *x,        \
                                                   int systems, int next);                         \
    cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int algorithm, int n, const T *second_below, const T *below,      \
        const T *diagonal, const T *above, const T *second_above, const T *x, int systems,         \
        size_t *bytes);                                                                            \
    cusparseStatus_t cusparse##X##gpsvInterleavedBatch(                                            \
        cusparseHandle_t handle, int algorithm, int n, T *second_below, T *below, T *diagonal,     \
        T *above, T *second_above, T *x, int systems, void *buffer);                               \
    cusparseStatus_t cusparse##X##csrgemm(                                                         \
        cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b, int m, int n, \
        int k, const cusparseMatDescr_t a, int entries_a, const T *values_a, const int *offsets_a, \
        const int *indices_a, const cusparseMatDescr_t b, int entries_b, const T *values_b,        \
        const int *offsets_b, const int *indices_b, const cusparseMatDescr_t c, T *values,         \
        const int *offsets, int *indices);                                                         \
    cusparseStatus_t cusparse##X##csrgemm2_bufferSizeExt(                                          \
        cusparseHandle_t handle, int m, int n, int k, const T *alpha, const cusparseMatDescr_t a,  \
        int entries_a, const int *offsets_a, const int *indices_a, const cusparseMatDescr_t b,     \
        int entries_b, const int *offsets_b, const int *indices_b, const T *beta,                  \
        const cusparseMatDescr_t d, int entries_d, const int *offsets_d, const int *indices_d,     \
        csrgemm2Info_t info, size_t *bytes);                                                       \
    cusparseStatus_t cusparse##X##csrgemm2(                                                        \
        cusparseHandle_t handle, int m, int n, int k, const T *alpha, const cusparseMatDescr_t a,  \
        int entries_a, const T *values_a, const int *offsets_a, const int *indices_a,              \
        const cusparseMatDescr_t b, int entries_b, const T *values_b, const int *offsets_b,        \
        const int *indices_b, const T *beta, const cusparseMatDescr_t d, int entries_d,            \
        const T *values_d, const int *offsets_d, const int *indices_d, const cusparseMatDescr_t c, \
        T *values, const int *offsets, int *indices, const csrgemm2Info_t info, void *buffer)
SIMGPU_CUSPARSE_BLOCKS(S, float);
SIMGPU_CUSPARSE_BLOCKS(D, double);
SIMGPU_CUSPARSE_BLOCKS(C, cuComplex);
SIMGPU_CUSPARSE_BLOCKS(Z, cuDoubleComplex);
#undef SIMGPU_CUSPARSE_BLOCKS
