/* SPDX-License-Identifier: BSD-3-Clause */
/* The device, as the driver interface tells of it. */
#include <stdio.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"

CUresult cuInit(unsigned int flags)
{
    int count;
    return flags == 0 ? driver_result(cudaGetDeviceCount(&count)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version)
{
    return driver_result(cudaDriverGetVersion(version));
}

CUresult cuDeviceGetCount(int *count)
{
    return driver_result(cudaGetDeviceCount(count));
}

CUresult cuDeviceGet(CUdevice *device, int number)
{
    struct cudaDeviceProp properties;
    *device = number;
    return driver_result(cudaGetDeviceProperties(&properties, number));
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    const cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status == cudaSuccess && length > 0)
        snprintf(name, (size_t)length, "%s", properties.name);
    return driver_result(status);
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp properties;
    const cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status == cudaSuccess)
        *bytes = properties.totalGlobalMem;
    return driver_result(status);
}
DRIVER_ALSO(cuDeviceTotalMem, cuDeviceTotalMem_v2)

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
        *value = 1;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
        *value = 0;
        return CUDA_SUCCESS;
    default:
        break;
    }
    return driver_result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

/* What NVIDIA's static runtime asks for first. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)id;
    if (table)
        *table = NULL;
    return driver_refuse("the CUDA runtime that is inside this program (link it with nvcc "
                         "-cudart shared): cuGetExportTable");
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    cudaError_t status = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    if (status == cudaSuccess)
        status = cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
    return driver_result(status);
}

CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device)
{
    struct cudaDeviceProp has;
    const cudaError_t status = cudaGetDeviceProperties(&has, device);
    if (status != cudaSuccess || !properties)
        return status == cudaSuccess ? CUDA_ERROR_INVALID_VALUE : driver_result(status);
    *properties = (CUdevprop){.maxThreadsPerBlock = has.maxThreadsPerBlock,
                              .sharedMemPerBlock = (int)has.sharedMemPerBlock,
                              .totalConstantMemory = (int)has.totalConstMem,
                              .SIMDWidth = has.warpSize,
                              .memPitch = (int)has.memPitch,
                              .regsPerBlock = has.regsPerBlock,
                              .clockRate = has.clockRate,
                              .textureAlign = (int)has.textureAlignment};
    memcpy(properties->maxThreadsDim, has.maxThreadsDim, sizeof properties->maxThreadsDim);
    memcpy(properties->maxGridSize, has.maxGridSize, sizeof properties->maxGridSize);
    return CUDA_SUCCESS;
}

/* A device's number is all that tells it apart. */
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    struct cudaDeviceProp properties;
    memset(uuid, 0, sizeof *uuid);
    memcpy(uuid->bytes, "simgpu", sizeof "simgpu");
    uuid->bytes[sizeof uuid->bytes - 1] = (char)device;
    return driver_result(cudaGetDeviceProperties(&properties, device));
}
DRIVER_ALSO(cuDeviceGetUuid, cuDeviceGetUuid_v2)

CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device)
{
    return driver_result(cudaDeviceGetPCIBusId(text, length, device));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *text)
{
    return driver_result(cudaDeviceGetByPCIBusId(device, text));
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    return driver_result(cudaDeviceCanAccessPeer(can, device, peer));
}
