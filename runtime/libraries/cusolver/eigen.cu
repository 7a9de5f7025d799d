/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's eigenvalues and eigenvectors of symmetric and Hermitian matrices: eigen_kernel.h.
 *
 * Differs: syevd is Jacobi's method, too, and for small matrices.
 */
#include "eigen_kernel.h"
#include "solver.h"

enum { EIGEN_SWEEPS = 100 }; /* syevj's default */

struct cusolverDnParams {
}; /* nothing can be chosen */

struct syevjInfo {
    double tolerance; /* 0: the type's own */
    int sweeps;
    bool is_sorted;
    /* Of the last call's first matrix, on the device: the norm off the diagonal, and the sweeps. */
    double *residual;
    int *done;
};

template <class T>
static cusolverStatus_t eigen(cusolverDnHandle_t handle, const eigen_problem<T> &problem, T *room,
                              long long elements)
{
    const long long each = room_of(problem.n);
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(problem.n >= 0 && problem.lda >= problem.n && problem.info && problem.batch >= 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(elements >= each * problem.batch, CUSOLVER_STATUS_INVALID_VALUE);
    if (problem.batch > 0)
        eigen_kernel<<<problem.batch, EIGEN_THREADS, 0, handle->stream>>>(problem, room, each);
    return launched();
}

/* As a call of syevd or syevj has it; parameters: NULL for syevd. */
template <class T>
static cusolverStatus_t eigen_of(cusolverDnHandle_t handle, syevjInfo_t parameters,
                                 cusolverEigMode_t mode, cublasFillMode_t uplo, int n, int batch,
                                 T *a, long long lda, real_of<T> *values, T *room,
                                 long long elements, int *info)
{
    const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    const eigen_problem<T> problem = {n,
                                      batch,
                                      uplo == CUBLAS_FILL_MODE_LOWER,
                                      vectors,
                                      !parameters || parameters->is_sorted,
                                      a,
                                      lda,
                                      values,
                                      info,
                                      parameters ? parameters->tolerance : 0,
                                      parameters ? parameters->residual : NULL,
                                      parameters ? parameters->sweeps : EIGEN_SWEEPS,
                                      parameters ? parameters->done : NULL};
    return eigen(handle, problem, room, elements);
}

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

static size_t bytes_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
        return sizeof(float);
    case CUDA_R_64F:
        return sizeof(double);
    case CUDA_C_32F:
        return sizeof(complex_float);
    case CUDA_C_64F:
        return sizeof(complex_double);
    default:
        return 0;
    }
}

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
    CHECK_SOLVER(device && host && n >= 0 && bytes_of(type) > 0, CUSOLVER_STATUS_INVALID_VALUE);
    *device = (size_t)room_of((int)n) * bytes_of(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType,
                                  void *values, cudaDataType, void *room, size_t bytes, void *,
                                  size_t, int *info)
{
    switch (type) {
    case CUDA_R_32F:
        return eigen_any<float>(handle, mode, uplo, n, a, lda, values, room, bytes, info);
    case CUDA_R_64F:
        return eigen_any<double>(handle, mode, uplo, n, a, lda, values, room, bytes, info);
    case CUDA_C_32F:
        return eigen_any<complex_float>(handle, mode, uplo, n, a, lda, values, room, bytes, info);
    case CUDA_C_64F:
        return eigen_any<complex_double>(handle, mode, uplo, n, a, lda, values, room, bytes, info);
    default:
        return CUSOLVER_STATUS_INVALID_VALUE;
    }
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

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *made)
{
    auto *info = new syevjInfo{0, EIGEN_SWEEPS, true, NULL, NULL};
    if (cudaMalloc(&info->residual, sizeof *info->residual) != cudaSuccess ||
        cudaMalloc(&info->done, sizeof *info->done) != cudaSuccess) {
        cusolverDnDestroySyevjInfo(info);
        return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    *made = info;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info)
{
    if (info) {
        cudaFree(info->residual);
        cudaFree(info->done);
    }
    delete info;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance)
{
    info->tolerance = tolerance;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps)
{
    info->sweeps = sweeps;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sorted)
{
    info->is_sorted = sorted != 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                             double *residual)
{
    cudaStreamSynchronize(handle->stream);
    return cudaMemcpy(residual, info->residual, sizeof *residual, cudaMemcpyDeviceToHost) == 0
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_INTERNAL_ERROR;
}
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *sweeps)
{
    cudaStreamSynchronize(handle->stream);
    return cudaMemcpy(sweeps, info->done, sizeof *sweeps, cudaMemcpyDeviceToHost) == 0
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_INTERNAL_ERROR;
}
}
