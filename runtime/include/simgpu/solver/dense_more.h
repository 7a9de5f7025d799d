/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusolverDn.h: singular values, generalized eigenvalues, inverses and batches from
 * Cholesky's factors, the calls for any type; the types that these and refused calls have.
 *
 * Source: cuSOLVER 12.x documentation; public lists of names (docs/reference/cuda-names.md).
 */
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum {
    CUSOLVER_EIG_RANGE_ALL = 1001,
    CUSOLVER_EIG_RANGE_I = 1002,
    CUSOLVER_EIG_RANGE_V = 1003
} cusolverEigRange_t;
typedef enum {
    CUSOLVER_INF_NORM = 104,
    CUSOLVER_MAX_NORM = 105,
    CUSOLVER_ONE_NORM = 106,
    CUSOLVER_FRO_NORM = 107
} cusolverNorm_t;
typedef enum {
    CUSOLVER_DETERMINISTIC_RESULTS = 1,
    CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2
} cusolverDeterministicMode_t;
typedef enum { CUBLAS_DIRECT_FORWARD = 0, CUBLAS_DIRECT_BACKWARD = 1 } cusolverDirectMode_t;
typedef enum { CUBLAS_STOREV_COLUMNWISE = 0, CUBLAS_STOREV_ROWWISE = 1 } cusolverStorevMode_t;

typedef struct gesvdjInfo *gesvdjInfo_t;
/* R: the type of a part; EV: "sy" for real numbers, "he" for complex ones. Of gesvda, `rest` lies on
 * the host, and the call waits if there is one. */
#define SIMGPU_CUSOLVER_MORE(X, T, R, EV)                                                          \
    cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int *elements);                               \
    cusolverStatus_t cusolverDn##X##gesvd(                                                         \
        cusolverDnHandle_t handle, signed char job_u, signed char job_v, int m, int n, T *a,       \
        int lda, R *values, T *u, int ldu, T *v, int ldv, T *room, int elements, R *unused,        \
        int *info);                                                                                \
    cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int is_short, int m, int n,             \
        const T *a, int lda, const R *values, const T *u, int ldu, const T *v, int ldv,            \
        int *elements, gesvdjInfo_t parameters);                                                   \
    cusolverStatus_t cusolverDn##X##gesvdj(                                                        \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int is_short, int m, int n, T *a,       \
        int lda, R *values, T *u, int ldu, T *v, int ldv, T *room, int elements, int *info,        \
        gesvdjInfo_t parameters);                                                                  \
    cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, const T *a, int lda,      \
        const R *values, const T *u, int ldu, const T *v, int ldv, int *elements,                  \
        gesvdjInfo_t parameters, int batch);                                                       \
    cusolverStatus_t cusolverDn##X##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T *a, int lda, R *values, \
        T *u, int ldu, T *v, int ldv, T *room, int elements, int *info, gesvdjInfo_t parameters,   \
        int batch);                                                                                \
    cusolverStatus_t cusolverDn##X##gesvdaStridedBatched_bufferSize(                               \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int rank, int m, int n, const T *a,     \
        int lda, long long int next_a, const R *values, long long int next_values, const T *u,     \
        int ldu, long long int next_u, const T *v, int ldv, long long int next_v, int *elements,   \
        int batch);                                                                                \
    cusolverStatus_t cusolverDn##X##gesvdaStridedBatched(                                          \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int rank, int m, int n, const T *a,     \
        int lda, long long int next_a, R *values, long long int next_values, T *u, int ldu,        \
        long long int next_u, T *v, int ldv, long long int next_v, T *room, int elements,          \
        int *info, double *rest, int batch);                                                       \
    cusolverStatus_t cusolverDn##X##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *a[], int lda, int *info, int batch);    \
    cusolverStatus_t cusolverDn##X##potrsBatched(                                                  \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns, T *a[], int lda,     \
        T *b[], int ldb, int *info, int batch);                                                    \
    cusolverStatus_t cusolverDn##X##potri_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *elements);    \
    cusolverStatus_t cusolverDn##X##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *room, int elements, int *info);        \
    cusolverStatus_t cusolverDn##X##laswp(cusolverDnHandle_t handle, int columns, T *a, int lda,   \
                                          int first, int last, const int *pivots, int step);       \
    cusolverStatus_t cusolverDn##X##EV##gvd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *values,   \
        int *elements);                                                                            \
    cusolverStatus_t cusolverDn##X##EV##gvd(                                                       \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R *values, T *room,            \
        int elements, int *info);                                                                  \
    cusolverStatus_t cusolverDn##X##EV##gvj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *values,   \
        int *elements, syevjInfo_t parameters);                                                    \
    cusolverStatus_t cusolverDn##X##EV##gvj(                                                       \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R *values, T *room,            \
        int elements, int *info, syevjInfo_t parameters)
SIMGPU_CUSOLVER_MORE(S, float, float, sy);
SIMGPU_CUSOLVER_MORE(D, double, double, sy);
SIMGPU_CUSOLVER_MORE(C, cuComplex, float, he);
SIMGPU_CUSOLVER_MORE(Z, cuDoubleComplex, double, he);

cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sorted);
/* These wait. Of a batch: of its first matrix. */
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                              double *residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                            int *sweeps);

/* Any type: float, double and their complex ones, the same for all arrays of a call. */
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle,
                                             cusolverDnParams_t parameters, int64_t m, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType computed, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType computed, void *room, size_t bytes,
                                  void *host_room, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  cublasOperation_t op, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType of_b, void *b, int64_t ldb,
                                  int *info);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle,
                                             cusolverDnParams_t parameters, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType computed,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType computed, void *room, size_t bytes,
                                  void *host_room, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType of_b,
                                  void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle,
                                             cusolverDnParams_t parameters, int64_t m, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType of_tau, const void *tau,
                                             cudaDataType computed, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType of_tau, void *tau, cudaDataType computed, void *room,
                                  size_t bytes, void *host_room, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t parameters, signed char job_u, signed char job_v,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType of_values,
    const void *values, cudaDataType of_u, const void *u, int64_t ldu, cudaDataType of_v,
    const void *v, int64_t ldv, cudaDataType computed, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  signed char job_u, signed char job_v, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                  void *values, cudaDataType of_u, void *u, int64_t ldu,
                                  cudaDataType of_v, void *v, int64_t ldv, cudaDataType computed,
                                  void *room, size_t bytes, void *host_room, size_t host_bytes,
                                  int *info);

cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t parameters,
                                         cusolverDnFunction_t function, cusolverAlgMode_t algorithm);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode);
