/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: triangular solves, incomplete Cholesky, tridiagonal systems and sums of before
 * the generic interface, and what older programs call.
 *
 * Source: cuSPARSE 9 to 12 documentation. Differs: only tridiagonal systems need the buffer. The
 * counts that conversions from dense matrices are given are made again.
 */
#define SIMGPU_CUSPARSE_OLDER_INFO(name, Name)                                                     \
    cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info);                               \
    cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info);                               \
    cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, name##Info_t info,       \
                                                 int *position)
SIMGPU_CUSPARSE_OLDER_INFO(csrsv2, Csrsv2);
SIMGPU_CUSPARSE_OLDER_INFO(csrsm2, Csrsm2);
SIMGPU_CUSPARSE_OLDER_INFO(csric02, Csric02);
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int rows, int columns,
                                      const cusparseMatDescr_t a, int entries_a,
                                      const int *offsets_a, const int *indices_a,
                                      const cusparseMatDescr_t b, int entries_b,
                                      const int *offsets_b, const int *indices_b,
                                      const cusparseMatDescr_t c, int *offsets, int *total,
                                      void *buffer);
/* op(A) x = alpha f; of csrsm2, the solution takes B's place. csric02: L in A's lower triangle. */
#define SIMGPU_CUSPARSE_OLDER_SOLVE(X, T)                                                          \
    cusparseStatus_t cusparse##X##csrsv2_bufferSize(                                               \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries,                       \
        const cusparseMatDescr_t matrix, T *values, const int *offsets, const int *indices,        \
        csrsv2Info_t info, int *bytes);                                                            \
    cusparseStatus_t cusparse##X##csrsv2_bufferSizeExt(                                            \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries,                       \
        const cusparseMatDescr_t matrix, T *values, const int *offsets, const int *indices,        \
        csrsv2Info_t info, size_t *bytes);                                                         \
    cusparseStatus_t cusparse##X##csrsv2_analysis(                                                 \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries,                       \
        const cusparseMatDescr_t matrix, const T *values, const int *offsets, const int *indices,  \
        csrsv2Info_t info, cusparseSolvePolicy_t policy, void *buffer);                            \
    cusparseStatus_t cusparse##X##csrsv2_solve(                                                    \
        cusparseHandle_t handle, cusparseOperation_t op, int n, int entries, const T *alpha,       \
        const cusparseMatDescr_t matrix, const T *values, const int *offsets, const int *indices,  \
        csrsv2Info_t info, const T *f, T *x, cusparseSolvePolicy_t policy, void *buffer);          \
    cusparseStatus_t cusparse##X##csrsm2_bufferSizeExt(                                            \
        cusparseHandle_t handle, int algorithm, cusparseOperation_t op, cusparseOperation_t op_b,  \
        int n, int columns, int entries, const T *alpha, const cusparseMatDescr_t matrix,          \
        const T *values, const int *offsets, const int *indices, const T *b, int ldb,              \
        csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t *bytes);                           \
    cusparseStatus_t cusparse##X##csrsm2_analysis(                                                 \
        cusparseHandle_t handle, int algorithm, cusparseOperation_t op, cusparseOperation_t op_b,  \
        int n, int columns, int entries, const T *alpha, const cusparseMatDescr_t matrix,          \
        const T *values, const int *offsets, const int *indices, const T *b, int ldb,              \
        csrsm2Info_t info, cusparseSolvePolicy_t policy, void *buffer);                            \
    cusparseStatus_t cusparse##X##csrsm2_solve(                                                    \
        cusparseHandle_t handle, int algorithm, cusparseOperation_t op, cusparseOperation_t op_b,  \
        int n, int columns, int entries, const T *alpha, const cusparseMatDescr_t matrix,          \
        const T *values, const int *offsets, const int *indices, T *b, int ldb, csrsm2Info_t info, \
        cusparseSolvePolicy_t policy, void *buffer);                                               \
    cusparseStatus_t cusparse##X##csric02_bufferSize(                                              \
        cusparseHandle_t handle, int n, int entries, const cusparseMatDescr_t matrix, T *values,   \
        const int *offsets, const int *indices, csric02Info_t info, int *bytes);                   \
    cusparseStatus_t cusparse##X##csric02_bufferSizeExt(                                           \
        cusparseHandle_t handle, int n, int entries, const cusparseMatDescr_t matrix, T *values,   \
        const int *offsets, const int *indices, csric02Info_t info, size_t *bytes);                \
    cusparseStatus_t cusparse##X##csric02_analysis(                                                \
        cusparseHandle_t handle, int n, int entries, const cusparseMatDescr_t matrix,              \
        const T *values, const int *offsets, const int *indices, csric02Info_t info,               \
        cusparseSolvePolicy_t policy, void *buffer);                                               \
    cusparseStatus_t cusparse##X##csric02(                                                         \
        cusparseHandle_t handle, int n, int entries, const cusparseMatDescr_t matrix, T *values,   \
        const int *offsets, const int *indices, csric02Info_t info, cusparseSolvePolicy_t policy,  \
        void *buffer);                                                                             \
    cusparseStatus_t cusparse##X##csrilu02_bufferSizeExt(                                          \
        cusparseHandle_t handle, int n, int entries, const cusparseMatDescr_t matrix, T *values,   \
        const int *offsets, const int *indices, csrilu02Info_t info, size_t *bytes);               \
    cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(                                          \
        cusparseHandle_t handle, int rows, int columns, const T *alpha, const cusparseMatDescr_t a,\
        int entries_a, const T *of_a, const int *offsets_a, const int *indices_a, const T *beta,   \
        const cusparseMatDescr_t b, int entries_b, const T *of_b, const int *offsets_b,            \
        const int *indices_b, const cusparseMatDescr_t c, const T *values, const int *offsets,     \
        const int *indices, size_t *bytes);                                                        \
    cusparseStatus_t cusparse##X##csrgeam2(                                                        \
        cusparseHandle_t handle, int rows, int columns, const T *alpha, const cusparseMatDescr_t a,\
        int entries_a, const T *of_a, const int *offsets_a, const int *indices_a, const T *beta,   \
        const cusparseMatDescr_t b, int entries_b, const T *of_b, const int *offsets_b,            \
        const int *indices_b, const cusparseMatDescr_t c, T *values, int *offsets, int *indices,   \
        void *buffer)
SIMGPU_CUSPARSE_OLDER_SOLVE(S, float);
SIMGPU_CUSPARSE_OLDER_SOLVE(D, double);
SIMGPU_CUSPARSE_OLDER_SOLVE(C, cuComplex);
SIMGPU_CUSPARSE_OLDER_SOLVE(Z, cuDoubleComplex);

/* Rows are exchanged by gtsv2 and the interleaved batch, whose matrices are overwritten. */
#define SIMGPU_CUSPARSE_TRIDIAGONAL(X, T)                                                          \
    cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(                                             \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, const T *b, int ldb, size_t *bytes);                                       \
    cusparseStatus_t cusparse##X##gtsv2(cusparseHandle_t handle, int n, int columns,               \
                                        const T *below, const T *diagonal, const T *above, T *b,   \
                                        int ldb, void *buffer);                                    \
    cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt(                                     \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, const T *b, int ldb, size_t *bytes);                                       \
    cusparseStatus_t cusparse##X##gtsv2_nopivot(                                                   \
        cusparseHandle_t handle, int n, int columns, const T *below, const T *diagonal,            \
        const T *above, T *b, int ldb, void *buffer);                                              \
    cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(                                 \
        cusparseHandle_t handle, int n, const T *below, const T *diagonal, const T *above,         \
        const T *x, int systems, int next, size_t *bytes);                                         \
    cusparseStatus_t cusparse##X##gtsv2StridedBatch(                                               \
        cusparseHandle_t handle, int n, const T *below, const T *diagonal, const T *above, T *x,   \
        int systems, int next, void *buffer);                                                      \
    cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int algorithm, int n, const T *below, const T *diagonal,          \
        const T *above, const T *x, int systems, size_t *bytes);                                   \
    cusparseStatus_t cusparse##X##gtsvInterleavedBatch(                                            \
        cusparseHandle_t handle, int algorithm, int n, T *below, T *diagonal, T *above, T *x,      \
        int systems, void *buffer)
SIMGPU_CUSPARSE_TRIDIAGONAL(S, float);
SIMGPU_CUSPARSE_TRIDIAGONAL(D, double);
SIMGPU_CUSPARSE_TRIDIAGONAL(C, cuComplex);
SIMGPU_CUSPARSE_TRIDIAGONAL(Z, cuDoubleComplex);

#define SIMGPU_CUSPARSE_OLDER_CALLS(X, T)                                                          \
    cusparseStatus_t cusparse##X##csr2dense(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *values,   \
        const int *offsets, const int *indices, T *a, int lda);                                    \
    cusparseStatus_t cusparse##X##csc2dense(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *values,   \
        const int *indices, const int *offsets, T *a, int lda);                                    \
    cusparseStatus_t cusparse##X##dense2csr(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *a,        \
        int lda, const int *counts, T *values, int *offsets, int *indices);                        \
    cusparseStatus_t cusparse##X##dense2csc(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t matrix, const T *a,        \
        int lda, const int *counts, T *values, int *indices, int *offsets);                        \
    cusparseStatus_t cusparse##X##csrmm2(                                                          \
        cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, int m, int n, \
        int k, int entries, const T *alpha, const cusparseMatDescr_t matrix, const T *values,      \
        const int *offsets, const int *indices, const T *b, int ldb, const T *beta, T *c, int ldc);\
    cusparseStatus_t cusparse##X##csr2csc(                                                         \
        cusparseHandle_t handle, int m, int n, int entries, const T *values, const int *offsets,   \
        const int *indices, T *to_values, int *to_indices, int *to_offsets,                        \
        cusparseAction_t action, cusparseIndexBase_t base);                                        \
    cusparseStatus_t cusparse##X##gthr(cusparseHandle_t handle, int entries, const T *y, T *x,     \
                                       const int *indices, cusparseIndexBase_t base);              \
    cusparseStatus_t cusparse##X##gthrz(cusparseHandle_t handle, int entries, T *y, T *x,          \
                                        const int *indices, cusparseIndexBase_t base);             \
    cusparseStatus_t cusparse##X##sctr(cusparseHandle_t handle, int entries, const T *x,           \
                                       const int *indices, T *y, cusparseIndexBase_t base);        \
    cusparseStatus_t cusparse##X##axpyi(cusparseHandle_t handle, int entries, const T *alpha,      \
                                        const T *x, const int *indices, T *y,                      \
                                        cusparseIndexBase_t base);                                 \
    cusparseStatus_t cusparse##X##doti(cusparseHandle_t handle, int entries, const T *x,           \
                                       const int *indices, const T *y, T *result,                  \
                                       cusparseIndexBase_t base)
SIMGPU_CUSPARSE_OLDER_CALLS(S, float);
SIMGPU_CUSPARSE_OLDER_CALLS(D, double);
SIMGPU_CUSPARSE_OLDER_CALLS(C, cuComplex);
SIMGPU_CUSPARSE_OLDER_CALLS(Z, cuDoubleComplex);
cusparseStatus_t cusparseCdotci(cusparseHandle_t handle, int entries, const cuComplex *x,
                                const int *indices, const cuComplex *y, cuComplex *result,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseZdotci(cusparseHandle_t handle, int entries, const cuDoubleComplex *x,
                                const int *indices, const cuDoubleComplex *y,
                                cuDoubleComplex *result, cusparseIndexBase_t base);
