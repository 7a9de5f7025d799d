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
    nvmlDevice_t same;
    nvmlMemory_v2_t more = {};
    nvmlPciInfo_t pci;
    char uuid[NVML_DEVICE_UUID_V2_BUFFER_SIZE], bus[32];
    unsigned clock, bits;
    OK(nvmlDeviceGetUUID(device, uuid, sizeof uuid));
    expect(strlen(uuid), 40, 0, "uuid", 0);
    OK(nvmlDeviceGetHandleByUUID(uuid, &same));
    expect(same == device, 1, 0, "by uuid", 0);
    expect(nvmlDeviceGetHandleByUUID("GPU-0", &same), NVML_ERROR_NOT_FOUND, 0, "no uuid", 0);
    OK(nvmlDeviceGetPciInfo(device, &pci));
    CUDA(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    expect(strcasecmp(pci.busIdLegacy, bus), 0, 0, "bus", 0);
    OK(nvmlDeviceGetHandleByPciBusId(bus, &same));
    expect(same == device, 1, 0, "by bus", 0);
    more.version = nvmlMemory_v2;
    OK(nvmlDeviceGetMemoryInfo_v2(device, &more));
    expect((double)more.total, (double)memory.total, 0, "memory, version 2", 0);
    OK(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &clock));
    expect(clock, properties.clockRate / 1000, 0, "clock", 0);
    OK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_MEM, &clock));
    expect(clock, properties.memoryClockRate / 1000, 0, "memory's clock", 0);
    OK(nvmlDeviceGetMemoryBusWidth(device, &bits));
    expect(bits, properties.memoryBusWidth, 0, "bus width", 0);
    nvmlDeviceArchitecture_t architecture = 0;
    OK(nvmlDeviceGetArchitecture(device, &architecture));
    expect(architecture, properties.major == 7 ? NVML_DEVICE_ARCH_VOLTA : NVML_DEVICE_ARCH_AMPERE,
           0, "architecture", 0);
    expect(nvmlDeviceGetHandleByIndex(1, &device), NVML_ERROR_INVALID_ARGUMENT, 0,
           "no second device", 1);
    expect(nvmlDeviceGetName(device, small, sizeof small), NVML_ERROR_INSUFFICIENT_SIZE, 0, "room",
           0);
    expect(nvmlDeviceGetPowerUsage(device, &milliwatts), NVML_ERROR_NOT_SUPPORTED, 0, "power", 0);
    nvmlProcessInfo_t processes[4];
    nvmlPstates_t state;
    unsigned room = 4;
    expect(nvmlDeviceGetComputeRunningProcesses(device, &room, processes), NVML_ERROR_NOT_SUPPORTED,
           0, "processes", 0);
    expect(nvmlDeviceGetPerformanceState(device, &state), NVML_ERROR_NOT_SUPPORTED, 0, "state", 0);
    OK(nvmlInitWithFlags(NVML_INIT_FLAG_NO_GPUS));
    OK(nvmlShutdown());
    return verdict();
}
