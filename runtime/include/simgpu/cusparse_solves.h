/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: sparse vectors, triangular solves, incomplete LU, sampled products;
 * products of two sparse matrices, sorts of entries, counts. */

typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum {
    CUSPARSE_SOLVE_POLICY_NO_LEVEL,
    CUSPARSE_SOLVE_POLICY_USE_LEVEL
} cusparseSolvePolicy_t;

typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t entries,
                                     void *indices, void *values, cusparseIndexType_t indices_type,
                                     cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         void *result, cudaDataType type, size_t *bytes);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType type, void *buffer);
/* y = alpha x + beta y; y's numbers at x's indices to x, and back. */
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y);

/* The triangle of a CSR matrix that solves take, and whether its diagonal is one: ints. */
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *value,
                                           size_t bytes);

/* op(A) y = alpha x. */
#define SIMGPU_CUSPARSE_SV(name, ...)                                                              \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,      \
                          cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,                \
                          cusparseDnVecDescr_t y, cudaDataType type, cusparseSpSVAlg_t algorithm,  \
                          __VA_ARGS__)
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *made);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t made);
SIMGPU_CUSPARSE_SV(cusparseSpSV_bufferSize, cusparseSpSVDescr_t made, size_t *bytes);
SIMGPU_CUSPARSE_SV(cusparseSpSV_analysis, cusparseSpSVDescr_t made, void *buffer);
SIMGPU_CUSPARSE_SV(cusparseSpSV_solve, cusparseSpSVDescr_t made);

/* op(A) C = alpha op(B). */
#define SIMGPU_CUSPARSE_SM(name, ...)                                                              \
    cusparseStatus_t name(                                                                         \
        cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,               \
        const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,               \
        cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t algorithm, __VA_ARGS__)
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *made);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t made);
SIMGPU_CUSPARSE_SM(cusparseSpSM_bufferSize, cusparseSpSMDescr_t made, size_t *bytes);
SIMGPU_CUSPARSE_SM(cusparseSpSM_analysis, cusparseSpSMDescr_t made, void *buffer);
SIMGPU_CUSPARSE_SM(cusparseSpSM_solve, cusparseSpSMDescr_t made);

/* C = alpha (op(A) op(B)) where C has entries, plus beta C. */
#define SIMGPU_CUSPARSE_SDDMM(name, ...)                                                           \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t op_a,                       \
                          cusparseOperation_t op_b, const void *alpha,                             \
                          cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,                \
                          const void *beta, cusparseSpMatDescr_t c, cudaDataType type,             \
                          cusparseSDDMMAlg_t algorithm, __VA_ARGS__)
SIMGPU_CUSPARSE_SDDMM(cusparseSDDMM_bufferSize, size_t *bytes);
SIMGPU_CUSPARSE_SDDMM(cusparseSDDMM_preprocess, void *buffer);
SIMGPU_CUSPARSE_SDDMM(cusparseSDDMM, void *buffer);

/* L and U in A's place, with A's entries only. */
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position);
#define SIMGPU_CUSPARSE_ILU(X, T)                                                                  \
    cusparseStatus_t cusparse##X##csrilu02_bufferSize(                                             \
        cusparseHandle_t handle, int rows, int entries, const cusparseMatDescr_t matrix,           \
        T *values, const int *offsets, const int *indices, csrilu02Info_t info, int *bytes);       \
    cusparseStatus_t cusparse##X##csrilu02_analysis(                                               \
        cusparseHandle_t handle, int rows, int entries, const cusparseMatDescr_t matrix,           \
        const T *values, const int *offsets, const int *indices, csrilu02Info_t info,              \
        cusparseSolvePolicy_t policy, void *buffer);                                               \
    cusparseStatus_t cusparse##X##csrilu02(                                                        \
        cusparseHandle_t handle, int rows, int entries, const cusparseMatDescr_t matrix,           \
        T *values, const int *offsets, const int *indices, csrilu02Info_t info,                    \
        cusparseSolvePolicy_t policy, void *buffer)
SIMGPU_CUSPARSE_ILU(S, float);
SIMGPU_CUSPARSE_ILU(D, double);
SIMGPU_CUSPARSE_ILU(C, cuComplex);
SIMGPU_CUSPARSE_ILU(Z, cuDoubleComplex);

/* ---- products of sparse matrices in CSR: nothing is transposed ---- */

typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC = 2,
    CUSPARSE_SPGEMM_ALG1,
    CUSPARSE_SPGEMM_ALG2,
    CUSPARSE_SPGEMM_ALG3
} cusparseSpGEMMAlg_t;
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *made);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta,
    cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t algorithm,
    cusparseSpGEMMDescr_t descr, size_t *bytes, void *buffer);
/* Then cusparseSpMatGetSize says how many entries c has, and cusparseCsrSetPointers where to. */
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                                        cusparseOperation_t of_b, const void *alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                                        cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr,
                                        size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, const void *alpha,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                     const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                                     cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr);

/* ---- sorts: places, such as an identity, is permuted like the entries ---- */

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *places);
#define SIMGPU_CUSPARSE_SORT_ROOM(name)                                                            \
    cusparseStatus_t name(cusparseHandle_t handle, int rows, int columns, int entries,             \
                          const int *offsets, const int *indices, size_t *bytes)
SIMGPU_CUSPARSE_SORT_ROOM(cusparseXcsrsort_bufferSizeExt);
SIMGPU_CUSPARSE_SORT_ROOM(cusparseXcscsort_bufferSizeExt);
SIMGPU_CUSPARSE_SORT_ROOM(cusparseXcoosort_bufferSizeExt);
#define SIMGPU_CUSPARSE_SORT(name)                                                                 \
    cusparseStatus_t name(cusparseHandle_t handle, int rows, int columns, int entries,             \
                          const cusparseMatDescr_t matrix, const int *offsets, int *indices,       \
                          int *places, void *buffer)
SIMGPU_CUSPARSE_SORT(cusparseXcsrsort);
SIMGPU_CUSPARSE_SORT(cusparseXcscsort);
#define SIMGPU_CUSPARSE_SORT_COO(name)                                                             \
    cusparseStatus_t name(cusparseHandle_t handle, int rows, int columns, int entries,             \
                          int *of_rows, int *of_columns, int *places, void *buffer)
SIMGPU_CUSPARSE_SORT_COO(cusparseXcoosortByRow);
SIMGPU_CUSPARSE_SORT_COO(cusparseXcoosortByColumn);

/* How many numbers of each row or column are not zero, and of all (by the pointer mode). */
#define SIMGPU_CUSPARSE_NNZ(X, T)                                                                  \
    cusparseStatus_t cusparse##X##nnz(cusparseHandle_t handle, cusparseDirection_t direction,      \
                                      int m, int n, const cusparseMatDescr_t matrix, const T *a,   \
                                      int lda, int *counts, int *total)
SIMGPU_CUSPARSE_NNZ(S, float);
SIMGPU_CUSPARSE_NNZ(D, double);
SIMGPU_CUSPARSE_NNZ(C, cuComplex);
SIMGPU_CUSPARSE_NNZ(Z, cuDoubleComplex);
