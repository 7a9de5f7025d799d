/* SPDX-License-Identifier: BSD-3-Clause */
/* NVML: what the CUDA runtime says of the simulated GPU. */
#include <nvml.h>
#include <string.h>

#include "../common/refuse.h"

static nvmlReturn_t copy_text(char *to, unsigned int bytes, const char *text)
{
    if (!to)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (strlen(text) >= bytes)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    strcpy(to, text);
    return NVML_SUCCESS;
}

extern "C" {

nvmlReturn_t nvmlInit_v2(void)
{
    int count;
    return cudaGetDeviceCount(&count) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}
nvmlReturn_t nvmlInit(void)
{
    return nvmlInit_v2();
}
nvmlReturn_t nvmlShutdown(void)
{
    return NVML_SUCCESS;
}
const char *nvmlErrorString(nvmlReturn_t result)
{
    return result == NVML_SUCCESS               ? "Success"
           : result == NVML_ERROR_NOT_SUPPORTED ? "Not supported"
                                                : "Error";
}
nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int bytes)
{
    return copy_text(version, bytes, "simgpu");
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    return version && cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS
                                                                   : NVML_ERROR_INVALID_ARGUMENT;
}
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count)
{
    int devices;
    if (!count || cudaGetDeviceCount(&devices) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    *count = (unsigned int)devices;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetCount(unsigned int *count)
{
    return nvmlDeviceGetCount_v2(count);
}
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device)
{
    unsigned int count;
    if (!device || nvmlDeviceGetCount_v2(&count) != NVML_SUCCESS || index >= count)
        return NVML_ERROR_INVALID_ARGUMENT;
    *device = (nvmlDevice_t)(size_t)(index + 1);
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device)
{
    return nvmlDeviceGetHandleByIndex_v2(index, device);
}
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index)
{
    if (!device || !index)
        return NVML_ERROR_INVALID_ARGUMENT;
    *index = (unsigned int)(size_t)device - 1;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int bytes)
{
    cudaDeviceProp properties;
    unsigned int index;
    if (nvmlDeviceGetIndex(device, &index) != NVML_SUCCESS ||
        cudaGetDeviceProperties(&properties, (int)index) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    return copy_text(name, bytes, properties.name);
}
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    size_t free_bytes, all;
    if (!device || !memory || cudaMemGetInfo(&free_bytes, &all) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    memory->total = all, memory->free = free_bytes, memory->used = all - free_bytes;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    unsigned int index;
    if (!major || !minor || nvmlDeviceGetIndex(device, &index) != NVML_SUCCESS ||
        cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, (int)index) !=
            cudaSuccess ||
        cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, (int)index) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    return NVML_SUCCESS;
}
}

#define REFUSE(name) REFUSED_CALL(nvmlReturn_t, NVML_ERROR_NOT_SUPPORTED, name)
SIMGPU_NVML_REFUSED(REFUSE)
