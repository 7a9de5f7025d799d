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

static bool properties_of(nvmlDevice_t device, cudaDeviceProp *properties)
{
    unsigned int index;
    return nvmlDeviceGetIndex(device, &index) == NVML_SUCCESS &&
           cudaGetDeviceProperties(properties, (int)index) == cudaSuccess;
}

static nvmlReturn_t attribute_of(nvmlDevice_t device, cudaDeviceAttr attribute, unsigned int *value)
{
    unsigned int index;
    int found;
    if (!value || nvmlDeviceGetIndex(device, &index) != NVML_SUCCESS ||
        cudaDeviceGetAttribute(&found, attribute, (int)index) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    *value = (unsigned int)found;
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
nvmlReturn_t nvmlInitWithFlags(unsigned int)
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
    return properties_of(device, &properties) ? copy_text(name, bytes, properties.name)
                                              : NVML_ERROR_INVALID_ARGUMENT;
}
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    size_t free_bytes, all;
    unsigned int index;
    int current;
    if (!memory || nvmlDeviceGetIndex(device, &index) != NVML_SUCCESS ||
        cudaGetDevice(&current) != cudaSuccess || cudaSetDevice((int)index) != cudaSuccess)
        return NVML_ERROR_INVALID_ARGUMENT;
    const cudaError_t status = cudaMemGetInfo(&free_bytes, &all);
    cudaSetDevice(current);
    if (status != cudaSuccess)
        return NVML_ERROR_UNKNOWN;
    memory->total = all, memory->free = free_bytes, memory->used = all - free_bytes;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
    nvmlMemory_t plain;
    const nvmlReturn_t status =
        memory ? nvmlDeviceGetMemoryInfo(device, &plain) : NVML_ERROR_INVALID_ARGUMENT;
    if (status == NVML_SUCCESS) {
        memory->total = plain.total, memory->free = plain.free, memory->used = plain.used;
        memory->reserved = 0;
    }
    return status;
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int bytes)
{
    return copy_text(version, bytes, "12.0");
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    return nvmlSystemGetCudaDriverVersion(version);
}
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int bytes)
{
    cudaDeviceProp properties;
    char text[NVML_DEVICE_UUID_BUFFER_SIZE] = "GPU";
    if (!properties_of(device, &properties))
        return NVML_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < 16; i++)
        snprintf(text + strlen(text), 4,
                 i == 0 || (i >= 4 && i <= 10 && i % 2 == 0) ? "-%02x" : "%02x",
                 (unsigned char)properties.uuid.bytes[i]);
    return copy_text(uuid, bytes, text);
}
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)
{
    unsigned int count;
    char text[NVML_DEVICE_UUID_BUFFER_SIZE];
    if (!uuid || !device || nvmlDeviceGetCount_v2(&count) != NVML_SUCCESS)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (unsigned int i = 0; i < count; i++)
        if (nvmlDeviceGetHandleByIndex_v2(i, device) == NVML_SUCCESS &&
            nvmlDeviceGetUUID(*device, text, sizeof text) == NVML_SUCCESS && !strcmp(text, uuid))
            return NVML_SUCCESS;
    return NVML_ERROR_NOT_FOUND;
}
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info)
{
    cudaDeviceProp p;
    if (!info || !properties_of(device, &p))
        return NVML_ERROR_INVALID_ARGUMENT;
    memset(info, 0, sizeof *info);
    info->domain = (unsigned int)p.pciDomainID;
    info->bus = (unsigned int)p.pciBusID;
    info->device = (unsigned int)p.pciDeviceID;
    snprintf(info->busId, sizeof info->busId, "%08X:%02X:%02X.0", info->domain, info->bus,
             info->device);
    snprintf(info->busIdLegacy, sizeof info->busIdLegacy, "%04X:%02X:%02X.0", info->domain & 0xffff,
             info->bus & 0xff, info->device & 0xff);
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus, nvmlDevice_t *device)
{
    unsigned int count, domain, number, slot;
    nvmlPciInfo_t info;
    if (!bus || !device || sscanf(bus, "%x:%x:%x", &domain, &number, &slot) != 3 ||
        nvmlDeviceGetCount_v2(&count) != NVML_SUCCESS)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (unsigned int i = 0; i < count; i++)
        if (nvmlDeviceGetHandleByIndex_v2(i, device) == NVML_SUCCESS &&
            nvmlDeviceGetPciInfo_v3(*device, &info) == NVML_SUCCESS && info.domain == domain &&
            info.bus == number && info.device == slot)
            return NVML_SUCCESS;
    return NVML_ERROR_NOT_FOUND;
}
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *number)
{
    return nvmlDeviceGetIndex(device, number);
}
nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned int *is_one)
{
    if (!device || !is_one)
        return NVML_ERROR_INVALID_ARGUMENT;
    *is_one = 0;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int *bits)
{
    return attribute_of(device, cudaDevAttrGlobalMemoryBusWidth, bits);
}
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode)
{
    if (!device || !mode)
        return NVML_ERROR_INVALID_ARGUMENT;
    *mode = NVML_COMPUTEMODE_DEFAULT;
    return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *mode)
{
    if (!device || !mode)
        return NVML_ERROR_INVALID_ARGUMENT;
    *mode = NVML_FEATURE_DISABLED;
    return NVML_SUCCESS;
}
/* Clocks never change. */
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *mhz)
{
    if (type == NVML_CLOCK_VIDEO) {
        refuse("nvmlDeviceGetClockInfo", "there is no clock for video");
        return NVML_ERROR_NOT_SUPPORTED;
    }
    const nvmlReturn_t status = attribute_of(
        device, type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate, mhz);
    if (status == NVML_SUCCESS)
        *mhz /= 1000;
    return status;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *mhz)
{
    return nvmlDeviceGetMaxClockInfo(device, type, mhz);
}
nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t type, nvmlClockId_t,
                                unsigned int *mhz)
{
    return nvmlDeviceGetMaxClockInfo(device, type, mhz);
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
nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *architecture)
{
    static const struct {
        int from;
        nvmlDeviceArchitecture_t architecture;
    } known[] = {{90, NVML_DEVICE_ARCH_HOPPER},  {89, NVML_DEVICE_ARCH_ADA},
                 {80, NVML_DEVICE_ARCH_AMPERE},  {75, NVML_DEVICE_ARCH_TURING},
                 {70, NVML_DEVICE_ARCH_VOLTA},   {60, NVML_DEVICE_ARCH_PASCAL},
                 {50, NVML_DEVICE_ARCH_MAXWELL}, {30, NVML_DEVICE_ARCH_KEPLER}};
    int major, minor;
    if (!architecture || nvmlDeviceGetCudaComputeCapability(device, &major, &minor) != NVML_SUCCESS)
        return NVML_ERROR_INVALID_ARGUMENT;
    *architecture = NVML_DEVICE_ARCH_UNKNOWN;
    for (size_t i = sizeof known / sizeof *known; i-- > 0;)
        if (10 * major + minor >= known[i].from)
            *architecture = known[i].architecture;
    return NVML_SUCCESS;
}
}

#define REFUSE(name) REFUSED_CALL(nvmlReturn_t, NVML_ERROR_NOT_SUPPORTED, name)
SIMGPU_NVML_REFUSED(REFUSE)
