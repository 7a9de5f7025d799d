/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's eigenvalues and eigenvectors of symmetric and Hermitian matrices: eigen_kernel.h.
 *
 * Differs: syevd is Jacobi's method, too, and for small matrices.
 */
#include "eigen_run.h"

struct cusolverDnParams {
}; /* nothing can be chosen */

static cusolverStatus_t room_for(int n, int batch, int *elements)
{
    CHECK_SOLVER(n >= 0 && batch >= 0 && elements, CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(room_of(n) * batch <= 0x7fffffff, CUSOLVER_STATUS_INVALID_VALUE);
    *elements = (int)(room_of(n) * batch);
    return CUSOLVER_STATUS_SUCCESS;
}

/* N: the number as kernels have it; EV: "sy" or "he". */
#define EIGEN_CALLS(X, T, R, N, EV)                                                                \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evd_bufferSize(                                 \
        cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n, const T *, int, const R *, \
        int *elements)                                                                             \
    {                                                                                              \
        return room_for(n, 1, elements);                                                           \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evd(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *a,     \
        int lda, R *values, T *room, int elements, int *info)                                      \
    {                                                                                              \
        return eigen_of<N>(handle, NULL, mode, uplo, n, 1, (N *)a, lda, values, (N *)room,         \
                           elements, info);                                                        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evj_bufferSize(                                 \
        cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n, const T *, int, const R *, \
        int *elements, syevjInfo_t)                                                                \
    {                                                                                              \
        return room_for(n, 1, elements);                                                           \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evj(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *a,     \
        int lda, R *values, T *room, int elements, int *info, syevjInfo_t parameters)              \
    {                                                                                              \
        CHECK_SOLVER(parameters, CUSOLVER_STATUS_INVALID_VALUE);                                   \
        return eigen_of<N>(handle, parameters, mode, uplo, n, 1, (N *)a, lda, values, (N *)room,   \
                           elements, info);                                                        \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evjBatched_bufferSize(                          \
        cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n, const T *, int, const R *, \
        int *elements, syevjInfo_t, int batch)                                                     \
    {                                                                                              \
        return room_for(n, batch, elements);                                                       \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDn##X##EV##evjBatched(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *a,     \
        int lda, R *values, T *room, int elements, int *info, syevjInfo_t parameters, int batch)   \
    {                                                                                              \
        CHECK_SOLVER(parameters, CUSOLVER_STATUS_INVALID_VALUE);                                   \
        return eigen_of<N>(handle, parameters, mode, uplo, n, batch, (N *)a, lda, values,          \
                           (N *)room, elements, info);                                             \
    }
EIGEN_CALLS(S, float, float, float, sy)
EIGEN_CALLS(D, double, double, double, sy)
EIGEN_CALLS(C, cuComplex, float, complex_float, he)
EIGEN_CALLS(Z, cuDoubleComplex, double, complex_double, he)

/* ---- syevd for any type, with numbers of 64 bits ---- */

template <class T>
static cusolverStatus_t eigen_any(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                                  cublasFillMode_t uplo, int64_t n, void *a, int64_t lda,
                                  void *values, void *room, size_t bytes, int *info)
{
    return eigen_of<T>(handle, NULL, mode, uplo, (int)n, 1, (T *)a, lda, (real_of<T> *)values,
                       (T *)room, (long long)(bytes / sizeof(T)), info);
}

extern "C" {
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t n,
                                             cudaDataType type, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *device,
                                             size_t *host)
{
    CHECK_SOLVER(device && host && n >= 0 && solver_bytes(type) > 0, CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)room_of((int)n) * solver_bytes(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType,
                                  void *values, cudaDataType, void *room, size_t bytes, void *,
                                  size_t, int *info)
{
    SOLVER_BY_TYPE(type, eigen_any, handle, mode, uplo, n, a, lda, values, room, bytes, info)
}

/* ---- parameters ---- */

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *made)
{
    *made = new cusolverDnParams();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t parameters)
{
    delete parameters;
    return CUSOLVER_STATUS_SUCCESS;
}
}

JACOBI_INFO(Syevj, syevjInfo_t, syevj)
