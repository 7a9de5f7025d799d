/* SPDX-License-Identifier: BSD-3-Clause */
/* NVML for one device, the simulated GPU: what it is and how much memory it has. There are no
 * sensors, so temperatures, power and clocks are refused by name.
 *
 * Source: NVML API Reference Guide 12.x.
 */
#ifndef SIMGPU_NVML_H
#define SIMGPU_NVML_H
#define __nvml_nvml_h__

#include "simgpu/refused.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVML_API_VERSION                       12
#define NVML_DEVICE_NAME_BUFFER_SIZE           64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE        96
#define NVML_DEVICE_UUID_BUFFER_SIZE           80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE        96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE         30
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE    80
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE  32
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE   80
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80

typedef enum nvmlReturn_enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct nvmlMemory_st {
    unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct nvmlUtilization_st {
    unsigned int gpu, memory;
} nvmlUtilization_t;
typedef enum {
    NVML_CLOCK_GRAPHICS,
    NVML_CLOCK_SM,
    NVML_CLOCK_MEM,
    NVML_CLOCK_VIDEO
} nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;

nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInit(void);
nvmlReturn_t nvmlShutdown(void);
const char *nvmlErrorString(nvmlReturn_t result);
nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int bytes);
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version);
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count);
nvmlReturn_t nvmlDeviceGetCount(unsigned int *count);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int bytes);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor);

#define SIMGPU_NVML_REFUSED(REFUSED)                                                               \
    REFUSED(nvmlDeviceGetTemperature)                                                              \
    REFUSED(nvmlDeviceGetPowerUsage)                                                               \
    REFUSED(nvmlDeviceGetTotalEnergyConsumption)                                                   \
    REFUSED(nvmlDeviceGetPowerManagementLimit)                                                     \
    REFUSED(nvmlDeviceGetClockInfo)                                                                \
    REFUSED(nvmlDeviceGetMaxClockInfo)                                                             \
    REFUSED(nvmlDeviceGetUtilizationRates)                                                         \
    REFUSED(nvmlDeviceGetFanSpeed)                                                                 \
    REFUSED(nvmlDeviceGetSerial)                                                                   \
    REFUSED(nvmlDeviceGetBoardId)                                                                  \
    REFUSED(nvmlDeviceGetBoardPartNumber)                                                          \
    REFUSED(nvmlDeviceGetVbiosVersion)                                                             \
    REFUSED(nvmlDeviceGetComputeRunningProcesses)                                                  \
    REFUSED(nvmlDeviceGetPerformanceState)                                                         \
    REFUSED(nvmlDeviceGetEnforcedPowerLimit)                                                       \
    REFUSED(nvmlDeviceGetHandleByPciBusId_v2)                                                      \
    REFUSED(nvmlDeviceGetHandleByUUID)                                                             \
    REFUSED(nvmlDeviceGetHandleBySerial)                                                           \
    REFUSED(nvmlDeviceGetUUID)                                                                     \
    REFUSED(nvmlDeviceGetPciInfo_v3)                                                               \
    REFUSED(nvmlDeviceGetPcieThroughput)                                                           \
    REFUSED(nvmlDeviceSetPersistenceMode)                                                          \
    REFUSED(nvmlDeviceSetApplicationsClocks)
#define SIMGPU_NVML_REFUSE(name) nvmlReturn_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_NVML_REFUSED(SIMGPU_NVML_REFUSE)
#undef SIMGPU_NVML_REFUSE

#ifdef __cplusplus
}
#endif

#endif
