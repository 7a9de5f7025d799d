/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's interface for dense matrices: LU with pivots, Cholesky, solutions and inverses; QR, and
 * products with Q; eigenvalues of symmetric matrices, also generalized; singular values. The kernels
 * behind it are simgpu's (runtime/libraries/cusolver): one block a matrix, for small ones; QR uses
 * the whole GPU.
 *
 * Source: cuSOLVER 12.x documentation. Differs: other calls are refused by name. Only orgqr, potri,
 * eigenvalues and singular values need the workspace.
 */
#ifndef SIMGPU_CUSOLVERDN_H
#define SIMGPU_CUSOLVERDN_H

#include "cublas_v2.h"
#include "cusolver_common.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);

#define SIMGPU_CUSOLVER(X, T)                                                                      \
    cusolverStatus_t cusolverDn##X##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *elements);                \
    cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *room, int *pivots, int *info);                        \
    cusolverStatus_t cusolverDn##X##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n,  \
                                          int columns, const T *a, int lda, const int *pivots,     \
                                          T *b, int ldb, int *info);                               \
    cusolverStatus_t cusolverDn##X##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *elements);    \
    cusolverStatus_t cusolverDn##X##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *room, int elements, int *info);        \
    cusolverStatus_t cusolverDn##X##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int columns, const T *a, int lda, T *b, int ldb,         \
                                          int *info)
/* OR: "or" for real numbers, "un" for complex ones. */
#define SIMGPU_CUSOLVER_QR(X, T, OR)                                                               \
    cusolverStatus_t cusolverDn##X##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *elements);                \
    cusolverStatus_t cusolverDn##X##geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *tau, T *room, int elements, int *info);               \
    cusolverStatus_t cusolverDn##X##OR##mqr_bufferSize(                                            \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, int n,      \
        int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *elements);             \
    cusolverStatus_t cusolverDn##X##OR##mqr(cusolverDnHandle_t handle, cublasSideMode_t side,      \
                                            cublasOperation_t op, int m, int n, int k, const T *a, \
                                            int lda, const T *tau, T *c, int ldc, T *room,         \
                                            int elements, int *info);                              \
    cusolverStatus_t cusolverDn##X##OR##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n,    \
                                                       int k, const T *a, int lda, const T *tau,   \
                                                       int *elements);                             \
    cusolverStatus_t cusolverDn##X##OR##gqr(cusolverDnHandle_t handle, int m, int n, int k, T *a,  \
                                            int lda, const T *tau, T *room, int elements,          \
                                            int *info)
SIMGPU_CUSOLVER_QR(S, float, or);
SIMGPU_CUSOLVER_QR(D, double, or);
SIMGPU_CUSOLVER_QR(C, cuComplex, un);
SIMGPU_CUSOLVER_QR(Z, cuDoubleComplex, un);
/* Of symmetric (EV: sy) and Hermitian (he) matrices; R: the type of a part. */
typedef struct syevjInfo *syevjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
#define SIMGPU_CUSOLVER_EIGEN(X, T, R, EV)                                                         \
    cusolverStatus_t cusolverDn##X##EV##evd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *a, int lda, const R *values, int *elements);                                      \
    cusolverStatus_t cusolverDn##X##EV##evd(cusolverDnHandle_t handle, cusolverEigMode_t mode,     \
                                            cublasFillMode_t uplo, int n, T *a, int lda,           \
                                            R *values, T *room, int elements, int *info);          \
    cusolverStatus_t cusolverDn##X##EV##evj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *a, int lda, const R *values, int *elements, syevjInfo_t parameters);              \
    cusolverStatus_t cusolverDn##X##EV##evj(                                                       \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *a,     \
        int lda, R *values, T *room, int elements, int *info, syevjInfo_t parameters);             \
    cusolverStatus_t cusolverDn##X##EV##evjBatched_bufferSize(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *a, int lda, const R *values, int *elements, syevjInfo_t parameters, int batch);   \
    cusolverStatus_t cusolverDn##X##EV##evjBatched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *a,     \
        int lda, R *values, T *room, int elements, int *info, syevjInfo_t parameters, int batch)
SIMGPU_CUSOLVER_EIGEN(S, float, float, sy);
SIMGPU_CUSOLVER_EIGEN(D, double, double, sy);
SIMGPU_CUSOLVER_EIGEN(C, cuComplex, float, he);
SIMGPU_CUSOLVER_EIGEN(Z, cuDoubleComplex, double, he);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle,
                                             cusolverDnParams_t parameters, cusolverEigMode_t mode,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType of_values,
                                             const void *values, cudaDataType computed,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t parameters,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                  void *values, cudaDataType computed, void *room, size_t bytes,
                                  void *host_room, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *parameters);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t parameters);
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sorted);
/* These wait. Of a batch: of its first matrix. */
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                             double *residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info,
                                           int *sweeps);
SIMGPU_CUSOLVER(S, float);
SIMGPU_CUSOLVER(D, double);
SIMGPU_CUSOLVER(C, cuComplex);
SIMGPU_CUSOLVER(Z, cuDoubleComplex);

#include "simgpu/solver/dense_more.h"
#include "simgpu/solver/dense_ranges.h"
#define SIMGPU_CUSOLVER_REFUSED_OF(REFUSED, X)                                                     \
    REFUSED(cusolverDn##X##sytrf)                                                                  \
    REFUSED(cusolverDn##X##gebrd)
#define SIMGPU_CUSOLVER_REFUSED(REFUSED)                                                           \
    SIMGPU_CUSOLVER_REFUSED_OF(REFUSED, S)                                                         \
    SIMGPU_CUSOLVER_REFUSED_OF(REFUSED, D)                                                         \
    SIMGPU_CUSOLVER_REFUSED_OF(REFUSED, C)                                                         \
    SIMGPU_CUSOLVER_REFUSED_OF(REFUSED, Z)
#define SIMGPU_CUSOLVER_REFUSE(name) cusolverStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSOLVER_REFUSED(SIMGPU_CUSOLVER_REFUSE)
#undef SIMGPU_CUSOLVER_REFUSE

#include "simgpu/solver/dense_refused.h"

#ifdef __cplusplus
}
#endif

#endif
