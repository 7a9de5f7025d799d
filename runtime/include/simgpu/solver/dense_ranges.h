/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusolverDn.h: eigenvalues in a range and of general matrices, further singular values,
 * inverses of triangles; solutions with iterative refinement, which here need no iteration.
 *
 * Source: cuSOLVER 12.x and 13.x documentation.
 */
#include <stdio.h>

/* EV: "sy" for real numbers, "he" for complex ones. The number of values goes to the host. */
#define SIMGPU_CUSOLVER_RANGES(X, T, R, EV)                                                        \
    cusolverStatus_t cusolverDn##X##EV##evdx_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range,               \
        cublasFillMode_t uplo, int n, const T *a, int lda, R lower, R upper, int first, int last,  \
        int *found, const R *values, int *elements);                                               \
    cusolverStatus_t cusolverDn##X##EV##evdx(                                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range,               \
        cublasFillMode_t uplo, int n, T *a, int lda, R lower, R upper, int first, int last,        \
        int *found, R *values, T *room, int elements, int *info);                                  \
    cusolverStatus_t cusolverDn##X##EV##gvdx_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *a, int lda, const T *b,   \
        int ldb, R lower, R upper, int first, int last, int *found, const R *values,               \
        int *elements);                                                                            \
    cusolverStatus_t cusolverDn##X##EV##gvdx(                                                      \
        cusolverDnHandle_t handle, cusolverEigType_t kind, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb,      \
        R lower, R upper, int first, int last, int *found, R *values, T *room, int elements,       \
        int *info)
SIMGPU_CUSOLVER_RANGES(S, float, float, sy);
SIMGPU_CUSOLVER_RANGES(D, double, double, sy);
SIMGPU_CUSOLVER_RANGES(C, cuComplex, float, he);
SIMGPU_CUSOLVER_RANGES(Z, cuDoubleComplex, double, he);
#undef SIMGPU_CUSOLVER_RANGES

cusolverStatus_t cusolverDnXsyevdx_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t parameters, cusolverEigMode_t mode,
    cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a,
    int64_t lda, void *lower, void *upper, int64_t first, int64_t last, int64_t *found,
    cudaDataType of_values, const void *values, cudaDataType computed, size_t *device_bytes,
    size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                   cusolverEigMode_t mode, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                   int64_t lda, void *lower, void *upper, int64_t first,
                                   int64_t last, int64_t *found, cudaDataType of_values,
                                   void *values, cudaDataType computed, void *room, size_t bytes,
                                   void *host_room, size_t host_bytes, int *info);
cusolverStatus_t
cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, const void *a, int64_t lda,
                                  cudaDataType of_values, const void *values,
                                  cudaDataType computed, size_t *device_bytes, size_t *host_bytes,
                                  int64_t batch);
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                        cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda,
                                        cudaDataType of_values, void *values,
                                        cudaDataType computed, void *room, size_t bytes,
                                        void *host_room, size_t host_bytes, int *info,
                                        int64_t batch);

/* Of a general matrix, computed on the host. Values of a real one may be complex, or real parts and
 * behind them imaginary ones; its vectors are packed as LAPACK's xGEEV does. No left vectors. */
cusolverStatus_t cusolverDnXgeev_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t parameters, cusolverEigMode_t left,
    cusolverEigMode_t right, int64_t n, cudaDataType type, const void *a, int64_t lda,
    cudaDataType of_values, const void *values, cudaDataType of_left, const void *vl, int64_t ldvl,
    cudaDataType of_right, const void *vr, int64_t ldvr, cudaDataType computed,
    size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                 cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                 void *values, cudaDataType of_left, void *vl, int64_t ldvl,
                                 cudaDataType of_right, void *vr, int64_t ldvr,
                                 cudaDataType computed, void *room, size_t bytes, void *host_room,
                                 size_t host_bytes, int *info);

/* V, not its adjoint. gesvdr gives the first `rank` values; nothing is random. */
cusolverStatus_t cusolverDnXgesvdp_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t parameters, cusolverEigMode_t mode, int is_short,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType of_values,
    const void *values, cudaDataType of_u, const void *u, int64_t ldu, cudaDataType of_v,
    const void *v, int64_t ldv, cudaDataType computed, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                   cusolverEigMode_t mode, int is_short, int64_t m, int64_t n,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                   void *values, cudaDataType of_u, void *u, int64_t ldu,
                                   cudaDataType of_v, void *v, int64_t ldv, cudaDataType computed,
                                   void *room, size_t bytes, void *host_room, size_t host_bytes,
                                   int *info, double *error);
cusolverStatus_t cusolverDnXgesvdr_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t parameters, signed char job_u, signed char job_v,
    int64_t m, int64_t n, int64_t rank, int64_t more, int64_t iterations, cudaDataType type,
    const void *a, int64_t lda, cudaDataType of_values, const void *values, cudaDataType of_u,
    const void *u, int64_t ldu, cudaDataType of_v, const void *v, int64_t ldv,
    cudaDataType computed, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                   signed char job_u, signed char job_v, int64_t m, int64_t n,
                                   int64_t rank, int64_t more, int64_t iterations,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                   void *values, cudaDataType of_u, void *u, int64_t ldu,
                                   cudaDataType of_v, void *v, int64_t ldv, cudaDataType computed,
                                   void *room, size_t bytes, void *host_room, size_t host_bytes,
                                   int *info);

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType type,
                                             void *a, int64_t lda, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *room, size_t bytes, void *host_room,
                                  size_t host_bytes, int *info);

/* FORM(letters, T) for each pair of letters: of the matrix, and of the factors. */
#define SIMGPU_CUSOLVER_REFINED_OF(FORM, X, T, a, b, c, d)                                         \
    FORM(X##a, T) FORM(X##b, T) FORM(X##c, T) FORM(X##d, T)
#define SIMGPU_CUSOLVER_REFINED_OF_5(FORM, X, T, a, b, c, d, e)                                    \
    SIMGPU_CUSOLVER_REFINED_OF(FORM, X, T, a, b, c, d) FORM(X##e, T)
#define SIMGPU_CUSOLVER_REFINED(P, T)                                                              \
    cusolverStatus_t cusolverDn##P##gesv_bufferSize(                                               \
        cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t columns, T *a,                 \
        cusolver_int_t lda, cusolver_int_t *pivots, T *b, cusolver_int_t ldb, T *x,                \
        cusolver_int_t ldx, void *room, size_t *bytes);                                            \
    cusolverStatus_t cusolverDn##P##gesv(                                                          \
        cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t columns, T *a,                 \
        cusolver_int_t lda, cusolver_int_t *pivots, T *b, cusolver_int_t ldb, T *x,                \
        cusolver_int_t ldx, void *room, size_t bytes, cusolver_int_t *iterations,                  \
        cusolver_int_t *info);                                                                     \
    cusolverStatus_t cusolverDn##P##gels_bufferSize(                                               \
        cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t columns,     \
        T *a, cusolver_int_t lda, T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *room,  \
        size_t *bytes);                                                                            \
    cusolverStatus_t cusolverDn##P##gels(                                                          \
        cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t columns,     \
        T *a, cusolver_int_t lda, T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *room,  \
        size_t bytes, cusolver_int_t *iterations, cusolver_int_t *info);
SIMGPU_CUSOLVER_REFINED_OF(SIMGPU_CUSOLVER_REFINED, S, float, S, H, B, X)
SIMGPU_CUSOLVER_REFINED_OF_5(SIMGPU_CUSOLVER_REFINED, D, double, D, S, H, B, X)
SIMGPU_CUSOLVER_REFINED_OF(SIMGPU_CUSOLVER_REFINED, C, cuComplex, C, K, E, Y)
SIMGPU_CUSOLVER_REFINED_OF_5(SIMGPU_CUSOLVER_REFINED, Z, cuDoubleComplex, Z, C, K, E, Y)
#undef SIMGPU_CUSOLVER_REFINED

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *made);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t parameters);
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t parameters,
                                                        cusolverIRSRefinement_t solver);
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t parameters,
                                                           cusolverPrecType_t precision);
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t parameters,
                                                             cusolverPrecType_t precision);
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t parameters,
                                                        cusolverPrecType_t of_matrix,
                                                        cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t parameters, double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t parameters,
                                                double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t parameters,
                                                cusolver_int_t iterations);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t parameters,
                                                     cusolver_int_t iterations);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t parameters,
                                                cusolver_int_t *iterations);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t parameters);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t parameters);
cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *made);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos,
                                             cusolver_int_t *iterations);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                  cusolver_int_t *iterations);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos,
                                               cusolver_int_t *iterations);
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t parameters, cusolver_int_t n,
                                               cusolver_int_t columns, size_t *bytes);
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t parameters,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t n,
                                    cusolver_int_t columns, void *a, cusolver_int_t lda, void *b,
                                    cusolver_int_t ldb, void *x, cusolver_int_t ldx, void *room,
                                    size_t bytes, cusolver_int_t *iterations,
                                    cusolver_int_t *info);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t parameters, cusolver_int_t m,
                                               cusolver_int_t n, cusolver_int_t columns,
                                               size_t *bytes);
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t parameters,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
                                    cusolver_int_t columns, void *a, cusolver_int_t lda, void *b,
                                    cusolver_int_t ldb, void *x, cusolver_int_t ldx, void *room,
                                    size_t bytes, cusolver_int_t *iterations,
                                    cusolver_int_t *info);

/* What is set is kept and changes nothing. */
typedef enum {
    CUSOLVER_DEFAULT_MATH = 1,
    CUSOLVER_FP32_EMULATED_BF16X9_MATH = 2
} cusolverMathMode_t;
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode);
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode);
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy strategy);
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy *strategy);

/* Nothing is logged: these do nothing. */
typedef void (*cusolverDnLoggerCallback_t)(int level, const char *function, const char *message);
cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback);
cusolverStatus_t cusolverDnLoggerSetFile(FILE *file);
cusolverStatus_t cusolverDnLoggerOpenFile(const char *path);
cusolverStatus_t cusolverDnLoggerSetLevel(int level);
cusolverStatus_t cusolverDnLoggerSetMask(int mask);
cusolverStatus_t cusolverDnLoggerForceDisable(void);
