/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels call to launch kernels. In a .cu file, simgpucc makes of k<<<grid, block>>>(p) in
 * device code what simgpu knows as a launch (device_launches.pl). The functions are simgpu's own.
 *
 * A kernel cannot wait for those that it has launched. CUDA 12 has no cudaDeviceSynchronize in
 * device code, either; what comes after the children goes to the stream cudaStreamTailLaunch.
 *
 * On the host three of them answer that they are not supported. Libraries name them in code that
 * only runs where kernels can.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"; the names that Thrust 1.17 and
 * CUB 1.17 use.
 */
#ifndef SIMGPU_CUDA_DEVICE_RUNTIME_API_H
#define SIMGPU_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime_api.h"
#include "host_defines.h"

#define cudaStreamTailLaunch    ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#ifdef __cplusplus
extern "C" {
#ifdef __CUDA_ARCH__ /* clang takes the last one that it sees, for all launches */
__device__ unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                    struct CUstream_st *stream = 0);
#endif
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block,
                                          unsigned int shared_bytes);
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block,
                                        unsigned int shared_bytes, cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);
__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__device__ cudaError_t cudaGetLastError(void);
__device__ cudaError_t cudaPeekAtLastError(void);
__device__ cudaError_t cudaDeviceSynchronize(void) __attribute__((
    error("a kernel cannot wait for the kernels that it has launched, as in CUDA 12; launch what "
          "comes after them into the stream cudaStreamTailLaunch")));

static inline __device__ cudaError_t cudaMalloc(void **pointer, size_t size)
{
    *pointer = malloc(size);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

static inline __device__ cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

static inline __device__ cudaError_t cudaGetDevice(int *device)
{
    *device = 0; /* a kernel is not told which one of several it runs on */
    return cudaSuccess;
}
static inline __device__ cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}
static inline __device__ cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}
/* What code can know: the number of SMs, and what all GPUs have in common. */
static inline __device__ cudaError_t cudaDeviceGetAttribute(int *value,
                                                            enum cudaDeviceAttr attribute, int)
{
    int multiprocessors;
    asm("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
    switch ((int)attribute) {
    case cudaDevAttrWarpSize:
        *value = 32;
        return cudaSuccess;
    case cudaDevAttrMaxThreadsPerBlock:
        *value = 1024;
        return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = 48 * 1024;
        return cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
        *value = multiprocessors;
        return cudaSuccess;
    default:
        return cudaErrorNotSupported;
    }
}
}

extern "C" {
/* Of the errors that device code meets. */
static inline __device__ const char *cudaGetErrorString(cudaError_t error)
{
    switch ((int)error) {
    case 0:
        return "no error";
    case 1:
        return "invalid argument";
    case 2:
        return "out of memory";
    case 9:
        return "invalid configuration argument";
    case 65:
        return "launch exceeds the maximum depth of nesting";
    case 400:
        return "invalid resource handle";
    default:
        return "unknown error";
    }
}
}

#ifdef SIMGPU_DEVICE_LAUNCHES /* simgpucc sets it where device code launches or copies */
#include "simgpu/device_copies.h"
#endif

template <class T> static inline __device__ cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)(void *)pointer, size);
}

static inline __host__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes)
{
    return (void)alignment, (void)bytes, (void *)0;
}

static inline __host__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid,
                                                    dim3 block, unsigned int shared_bytes,
                                                    cudaStream_t stream)
{
    (void)kernel, (void)parameters, (void)grid, (void)block, (void)shared_bytes, (void)stream;
    return cudaErrorNotSupported;
}

static inline __host__ __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance()
{
    return cudaErrorNotSupported;
}
#endif

#endif
