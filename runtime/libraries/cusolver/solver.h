/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of cuSOLVER's dense interface share. */
#ifndef SIMGPU_CUSOLVER_SOLVER_H
#define SIMGPU_CUSOLVER_SOLVER_H

#include <cusolverDn.h>

#include "../common/numbers.h"
#include "../cublas/handle.h"
#include "checks.h"

struct cusolverDnContext {
    cudaStream_t stream;
    cusolverDeterministicMode_t deterministic; /* 0: nobody said */
    cusolverMathMode_t math;                   /* 0: nobody said */
    cudaEmulationStrategy strategy;
};

enum { JACOBI_SWEEPS = 100 }; /* syevj's default, and gesvdj's */

/* How good Jacobi's method shall be, and how good it was. */
struct jacobi_info {
    double tolerance; /* 0: the type's own */
    int sweeps;
    bool is_sorted;
    /* Of the last call's first matrix, on the device: the norm off the diagonal, and the sweeps. */
    double *residual;
    int *done;
};
struct syevjInfo : jacobi_info {
};
struct gesvdjInfo : jacobi_info {
};

/* The calls of such an information: cusolverDnCreateSyevjInfo and its kin. */
#define JACOBI_INFO(Name, info_type, name)                                                         \
    extern "C" cusolverStatus_t cusolverDnDestroy##Name##Info(info_type info)                      \
    {                                                                                              \
        if (info) {                                                                                \
            cudaFree(info->residual);                                                              \
            cudaFree(info->done);                                                                  \
        }                                                                                          \
        delete info;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnCreate##Name##Info(info_type *made)                      \
    {                                                                                              \
        CHECK_SOLVER(made, CUSOLVER_STATUS_INVALID_VALUE);                                         \
        auto *info = new name##Info{{0, JACOBI_SWEEPS, true, NULL, NULL}};                         \
        if (cudaMalloc(&info->residual, sizeof *info->residual) != cudaSuccess ||                  \
            cudaMalloc(&info->done, sizeof *info->done) != cudaSuccess) {                          \
            cusolverDnDestroy##Name##Info(info);                                                   \
            return CUSOLVER_STATUS_ALLOC_FAILED;                                                   \
        }                                                                                          \
        *made = info;                                                                              \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnX##name##SetTolerance(info_type info, double tolerance)  \
    {                                                                                              \
        info->tolerance = tolerance;                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnX##name##SetMaxSweeps(info_type info, int sweeps)        \
    {                                                                                              \
        info->sweeps = sweeps;                                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnX##name##SetSortEig(info_type info, int sorted)          \
    {                                                                                              \
        info->is_sorted = sorted != 0;                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle,          \
                                                               info_type info, double *residual)   \
    {                                                                                              \
        cudaStreamSynchronize(handle->stream);                                                     \
        return cudaMemcpy(residual, info->residual, sizeof *residual, cudaMemcpyDeviceToHost) == 0 \
                   ? CUSOLVER_STATUS_SUCCESS                                                       \
                   : CUSOLVER_STATUS_INTERNAL_ERROR;                                               \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle,            \
                                                             info_type info, int *sweeps)          \
    {                                                                                              \
        cudaStreamSynchronize(handle->stream);                                                     \
        return cudaMemcpy(sweeps, info->done, sizeof *sweeps, cudaMemcpyDeviceToHost) == 0         \
                   ? CUSOLVER_STATUS_SUCCESS                                                       \
                   : CUSOLVER_STATUS_INTERNAL_ERROR;                                               \
    }

/* What calls for any type need, if they need nothing. */
static inline cusolverStatus_t solver_no_room(cudaDataType type, size_t *device, size_t *host)
{
    CHECK_SOLVER(device && host && solver_bytes(type) > 0, CUSOLVER_STATUS_INVALID_VALUE);
    *device = *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Calls FUNCTION<number>(...) for a type. */
#define SOLVER_BY_TYPE(type, FUNCTION, ...)                                                        \
    switch (type) {                                                                                \
    case CUDA_R_32F:                                                                               \
        return FUNCTION<float>(__VA_ARGS__);                                                       \
    case CUDA_R_64F:                                                                               \
        return FUNCTION<double>(__VA_ARGS__);                                                      \
    case CUDA_C_32F:                                                                               \
        return FUNCTION<complex_float>(__VA_ARGS__);                                               \
    case CUDA_C_64F:                                                                               \
        return FUNCTION<complex_double>(__VA_ARGS__);                                              \
    default:                                                                                       \
        return CUSOLVER_STATUS_INVALID_VALUE;                                                      \
    }

#endif
