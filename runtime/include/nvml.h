/* SPDX-License-Identifier: BSD-3-Clause */
/* NVML for the simulated GPU: what it is, where, how much memory it has, and its clocks, which
 * never change. There are no sensors, so temperatures and power are refused by name.
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
    NVML_ERROR_ALREADY_INITIALIZED = 5,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_INSUFFICIENT_POWER = 8,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_TIMEOUT = 10,
    NVML_ERROR_IRQ_ISSUE = 11,
    NVML_ERROR_LIBRARY_NOT_FOUND = 12,
    NVML_ERROR_FUNCTION_NOT_FOUND = 13,
    NVML_ERROR_CORRUPTED_INFOROM = 14,
    NVML_ERROR_GPU_IS_LOST = 15,
    NVML_ERROR_RESET_REQUIRED = 16,
    NVML_ERROR_OPERATING_SYSTEM = 17,
    NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
    NVML_ERROR_IN_USE = 19,
    NVML_ERROR_MEMORY = 20,
    NVML_ERROR_NO_DATA = 21,
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
typedef enum {
    NVML_CLOCK_ID_CURRENT,
    NVML_CLOCK_ID_APP_CLOCK_TARGET,
    NVML_CLOCK_ID_APP_CLOCK_DEFAULT,
    NVML_CLOCK_ID_CUSTOMER_BOOST_MAX
} nvmlClockId_t;
typedef enum { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED } nvmlEnableState_t;
typedef enum {
    NVML_COMPUTEMODE_DEFAULT,
    NVML_COMPUTEMODE_EXCLUSIVE_THREAD,
    NVML_COMPUTEMODE_PROHIBITED,
    NVML_COMPUTEMODE_EXCLUSIVE_PROCESS
} nvmlComputeMode_t;
typedef struct nvmlMemory_v2_st {
    unsigned int version;
    unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;
#define nvmlMemory_v2                         (unsigned int)(sizeof(nvmlMemory_v2_t) | 2 << 24)
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE    32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
typedef struct nvmlPciInfo_st {
    char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;

#include "simgpu/nvml/nvml_types.h"

#define NVML_INIT_FLAG_NO_GPUS   1
#define NVML_INIT_FLAG_NO_ATTACH 2
nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInit(void);
nvmlReturn_t nvmlInitWithFlags(unsigned int flags);
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
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory);
nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int bytes);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int bytes);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info);
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus, nvmlDevice_t *device);
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *number);
nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned int *is_one);
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int *bits);
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode);
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *mode);
nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t type, nvmlClockId_t which,
                                unsigned int *mhz);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *mhz);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type,
                                       unsigned int *mhz);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor);
nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *architecture);

#define SIMGPU_NVML_REFUSED(REFUSED)                                                               \
    REFUSED(nvmlDeviceGetTemperature)                                                              \
    REFUSED(nvmlDeviceGetPowerUsage)                                                               \
    REFUSED(nvmlDeviceGetTotalEnergyConsumption)                                                   \
    REFUSED(nvmlDeviceGetPowerManagementLimit)                                                     \
    REFUSED(nvmlDeviceGetUtilizationRates)                                                         \
    REFUSED(nvmlDeviceGetFanSpeed)                                                                 \
    REFUSED(nvmlDeviceGetSerial)                                                                   \
    REFUSED(nvmlDeviceGetBoardId)                                                                  \
    REFUSED(nvmlDeviceGetBoardPartNumber)                                                          \
    REFUSED(nvmlDeviceGetVbiosVersion)                                                             \
    REFUSED(nvmlDeviceGetComputeRunningProcesses)                                                  \
    REFUSED(nvmlDeviceGetPerformanceState)                                                         \
    REFUSED(nvmlDeviceGetEnforcedPowerLimit)                                                       \
    REFUSED(nvmlDeviceGetHandleBySerial)                                                           \
    REFUSED(nvmlDeviceGetPcieThroughput)                                                           \
    REFUSED(nvmlDeviceGetAccountingMode)                                                           \
    REFUSED(nvmlDeviceGetApplicationsClock)                                                        \
    REFUSED(nvmlDeviceGetBAR1MemoryInfo)                                                           \
    REFUSED(nvmlDeviceGetBrand)                                                                    \
    REFUSED(nvmlDeviceGetComputeRunningProcesses_v3)                                               \
    REFUSED(nvmlDeviceGetCpuAffinity)                                                              \
    REFUSED(nvmlDeviceGetCurrentClocksThrottleReasons)                                             \
    REFUSED(nvmlDeviceGetCurrPcieLinkGeneration)                                                   \
    REFUSED(nvmlDeviceGetCurrPcieLinkWidth)                                                        \
    REFUSED(nvmlDeviceGetDecoderUtilization)                                                       \
    REFUSED(nvmlDeviceGetDefaultApplicationsClock)                                                 \
    REFUSED(nvmlDeviceGetDisplayActive)                                                            \
    REFUSED(nvmlDeviceGetDisplayMode)                                                              \
    REFUSED(nvmlDeviceGetEccMode)                                                                  \
    REFUSED(nvmlDeviceGetEncoderUtilization)                                                       \
    REFUSED(nvmlDeviceGetFieldValues)                                                              \
    REFUSED(nvmlDeviceGetGraphicsRunningProcesses)                                                 \
    REFUSED(nvmlDeviceGetMaxPcieLinkGeneration)                                                    \
    REFUSED(nvmlDeviceGetMaxPcieLinkWidth)                                                         \
    REFUSED(nvmlDeviceGetMigMode)                                                                  \
    REFUSED(nvmlDeviceGetNumGpuCores)                                                              \
    REFUSED(nvmlDeviceGetNvLinkRemotePciInfo_v2)                                                   \
    REFUSED(nvmlDeviceGetNvLinkState)                                                              \
    REFUSED(nvmlDeviceGetP2PStatus)                                                                \
    REFUSED(nvmlDeviceGetPowerManagementDefaultLimit)                                              \
    REFUSED(nvmlDeviceGetPowerManagementLimitConstraints)                                          \
    REFUSED(nvmlDeviceGetProcessUtilization)                                                       \
    REFUSED(nvmlDeviceGetSamples)                                                                  \
    REFUSED(nvmlDeviceGetSupportedGraphicsClocks)                                                  \
    REFUSED(nvmlDeviceGetSupportedMemoryClocks)                                                    \
    REFUSED(nvmlDeviceGetTemperatureThreshold)                                                     \
    REFUSED(nvmlDeviceGetTopologyCommonAncestor)                                                   \
    REFUSED(nvmlDeviceGetTotalEccErrors)                                                           \
    REFUSED(nvmlDeviceGetViolationStatus)                                                          \
    REFUSED(nvmlDeviceRegisterEvents)                                                              \
    REFUSED(nvmlDeviceResetApplicationsClocks)                                                     \
    REFUSED(nvmlDeviceResetGpuLockedClocks)                                                        \
    REFUSED(nvmlDeviceSetCpuAffinity)                                                              \
    REFUSED(nvmlDeviceSetGpuLockedClocks)                                                          \
    REFUSED(nvmlDeviceSetPowerManagementLimit)                                                     \
    REFUSED(nvmlEventSetCreate)                                                                    \
    REFUSED(nvmlEventSetFree)                                                                      \
    REFUSED(nvmlEventSetWait_v2)                                                                   \
    REFUSED(nvmlUnitGetCount)                                                                      \
    REFUSED(nvmlDeviceGetAPIRestriction)                                                           \
    REFUSED(nvmlDeviceGetCurrentClocksEventReasons)                                                \
    REFUSED(nvmlDeviceGetMaxCustomerBoostClock)                                                    \
    REFUSED(nvmlDeviceGetMemoryErrorCounter)                                                       \
    REFUSED(nvmlDeviceGetMPSComputeRunningProcesses_v3)                                            \
    REFUSED(nvmlDeviceGetNumFans)                                                                  \
    REFUSED(nvmlDeviceGetNvLinkCapability)                                                         \
    REFUSED(nvmlDeviceGetPcieReplayCounter)                                                        \
    REFUSED(nvmlDeviceGetPowerManagementMode)                                                      \
    REFUSED(nvmlDeviceGetPowerState)                                                               \
    REFUSED(nvmlDeviceGetRetiredPages)                                                             \
    REFUSED(nvmlDeviceGetSupportedClocksThrottleReasons)                                           \
    REFUSED(nvmlDeviceGetTopologyNearestGpus)                                                      \
    REFUSED(nvmlDeviceGetVirtualizationMode)                                                       \
    REFUSED(nvmlDeviceSetComputeMode)                                                              \
    REFUSED(nvmlDeviceSetEccMode)                                                                  \
    REFUSED(nvmlDeviceSetMemoryLockedClocks)                                                       \
    REFUSED(nvmlDeviceResetMemoryLockedClocks)                                                     \
    REFUSED(nvmlEventSetWait)                                                                      \
    REFUSED(nvmlSystemGetProcessName)                                                              \
    REFUSED(nvmlDeviceSetPersistenceMode)                                                          \
    REFUSED(nvmlDeviceSetApplicationsClocks)
#define SIMGPU_NVML_REFUSE(name) nvmlReturn_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_NVML_REFUSED(SIMGPU_NVML_REFUSE)
#undef SIMGPU_NVML_REFUSE

#ifdef __cplusplus
}
#endif

#endif
