/* SPDX-License-Identifier: BSD-3-Clause */
/* How calls of all of cuSOLVER check and end, and the calls that every kind of handle has. */
#ifndef SIMGPU_CUSOLVER_CHECKS_H
#define SIMGPU_CUSOLVER_CHECKS_H

#include <cusolver_common.h>

#define CHECK_SOLVER(condition, status)                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return status;                                                                         \
    } while (0)

static inline cusolverStatus_t launched(void)
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                : CUSOLVER_STATUS_EXECUTION_FAILED;
}

/* The bytes of a number of a type that these calls know; 0: they don't. */
static inline size_t solver_bytes(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
        return sizeof(float);
    case CUDA_R_64F:
    case CUDA_C_32F:
        return sizeof(double);
    case CUDA_C_64F:
        return 2 * sizeof(double);
    default:
        return 0;
    }
}

/* The four calls of interface `Sp` or `Dn`, whose handle is a cusolver`Sp`Context. */
#define SOLVER_HANDLE(Kind)                                                                        \
    extern "C" cusolverStatus_t cusolver##Kind##Create(cusolver##Kind##Handle_t *handle)           \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_INVALID_VALUE);                                       \
        *handle = new cusolver##Kind##Context();                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolver##Kind##Destroy(cusolver##Kind##Handle_t handle)           \
    {                                                                                              \
        delete handle;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolver##Kind##SetStream(cusolver##Kind##Handle_t handle,         \
                                                          cudaStream_t stream)                     \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        handle->stream = stream;                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolver##Kind##GetStream(cusolver##Kind##Handle_t handle,         \
                                                          cudaStream_t *stream)                    \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        *stream = handle->stream;                                                                  \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }

#endif
