/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels call to launch kernels. They can't here: each call answers that it is not supported.
 * Libraries name these functions in code that only runs where kernels can.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"; the names that Thrust 1.17 and CUB 1.17
 * use.
 */
#ifndef SIMGPU_CUDA_DEVICE_RUNTIME_API_H
#define SIMGPU_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime_api.h"
#include "host_defines.h"

#ifdef __cplusplus
static inline __host__ __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance()
{
    return cudaErrorNotSupported;
}

static inline __host__ __device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes)
{
    return (void)alignment, (void)bytes, nullptr;
}

static inline __host__ __device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters,
                                                               dim3 grid, dim3 block,
                                                               unsigned int shared_bytes,
                                                               cudaStream_t stream)
{
    (void)kernel, (void)parameters, (void)grid, (void)block, (void)shared_bytes, (void)stream;
    return cudaErrorNotSupported;
}
#endif

#endif
