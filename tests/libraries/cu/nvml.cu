/* SPDX-License-Identifier: BSD-3-Clause */
/* NVML says of the simulated GPU what the CUDA runtime says. */
#include <cstring>
#include <nvml.h>

#include "check.h"

int main()
{
    unsigned count, milliwatts = 0;
    nvmlDevice_t device;
    nvmlMemory_t memory;
    char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], small[2];
    int major, minor;
    cudaDeviceProp properties;
    OK(nvmlInit());
    OK(nvmlDeviceGetCount(&count));
    expect(count, 1, 0, "devices", 0);
    OK(nvmlDeviceGetHandleByIndex(0, &device));
    OK(nvmlDeviceGetName(device, name, sizeof name));
    OK(nvmlDeviceGetMemoryInfo(device, &memory));
    OK(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
    CUDA(cudaGetDeviceProperties(&properties, 0));
    expect(strcmp(name, properties.name), 0, 0, "name", 0);
    expect(major * 10 + minor, properties.major * 10 + properties.minor, 0, "capability", 0);
    expect((double)memory.total, (double)properties.totalGlobalMem, 0, "memory", 0);
    expect(nvmlDeviceGetHandleByIndex(1, &device), NVML_ERROR_INVALID_ARGUMENT, 0,
           "no second device", 1);
    expect(nvmlDeviceGetName(device, small, sizeof small), NVML_ERROR_INSUFFICIENT_SIZE, 0, "room",
           0);
    expect(nvmlDeviceGetPowerUsage(device, &milliwatts), NVML_ERROR_NOT_SUPPORTED, 0, "power", 0);
    OK(nvmlShutdown());
    return verdict();
}
