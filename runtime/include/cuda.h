/* SPDX-License-Identifier: BSD-3-Clause */
/* The types of CUDA's driver interface, so that programs which include its header compile, and the
 * functions by which programs of the runtime interface ask about device and memory.
 *
 * Tensor maps are encoded as well (driver_tensor_map.h).
 * The others are missing: a call of cuLaunchKernel and its like is an error where it is compiled.
 * Errors have the same numbers in both interfaces.
 *
 * Source: CUDA Driver API reference manual 12.x, "Data types used by CUDA driver", "Device
 * Management", "Memory Management".
 * Differs: cuInit need not come first.
 */
#ifndef SIMGPU_CUDA_H
#define SIMGPU_CUDA_H

#include "cuda_runtime_api.h"
#include "driver_types.h"
#include <string.h>

#define CUDA_VERSION 12000

/* The functions are compiled into whoever includes this file; runtime/cuda/driver.c makes those of
 * the library of them. */
#ifndef SIMGPU_DRIVER_FUNCTION
#define SIMGPU_DRIVER_FUNCTION static inline
#endif

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999,
} CUresult;

SIMGPU_DRIVER_FUNCTION CUresult cuInit(unsigned int flags)
{
    int count;
    return flags == 0 ? (CUresult)cudaGetDeviceCount(&count) : CUDA_ERROR_INVALID_VALUE;
}
SIMGPU_DRIVER_FUNCTION CUresult cuDriverGetVersion(int *version)
{
    return (CUresult)cudaDriverGetVersion(version);
}
SIMGPU_DRIVER_FUNCTION CUresult cuGetErrorName(CUresult error, const char **name)
{
    *name = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}
SIMGPU_DRIVER_FUNCTION CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
SIMGPU_DRIVER_FUNCTION CUresult cuDeviceGetCount(int *count)
{
    return (CUresult)cudaGetDeviceCount(count);
}
SIMGPU_DRIVER_FUNCTION CUresult cuDeviceGet(CUdevice *device, int number)
{
    struct cudaDeviceProp properties;
    *device = number;
    return (CUresult)cudaGetDeviceProperties(&properties, number);
}
SIMGPU_DRIVER_FUNCTION CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status == cudaSuccess && length > 0) {
        strncpy(name, properties.name, (size_t)length - 1);
        name[length - 1] = 0;
    }
    return (CUresult)status;
}
SIMGPU_DRIVER_FUNCTION CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp properties;
    cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status == cudaSuccess)
        *bytes = properties.totalGlobalMem;
    return (CUresult)status;
}
SIMGPU_DRIVER_FUNCTION CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    cudaError_t status = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return (
        CUresult)(status != cudaSuccess
                      ? status
                      : cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}
#include "driver_tensor_map.h"

SIMGPU_DRIVER_FUNCTION CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    return (CUresult)cudaMemGetInfo(free_bytes, total_bytes);
}

#endif
