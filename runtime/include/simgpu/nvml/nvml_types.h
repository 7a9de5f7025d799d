/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of nvml.h: types and numbers of calls that are refused, so that programs that make them
 * compile.
 *
 * Source: NVML API Reference Guide 12.x.
 */
#ifndef SIMGPU_NVML_NVML_TYPES_H
#define SIMGPU_NVML_NVML_TYPES_H

#define NVML_VALUE_NOT_AVAILABLE (-1)
#define NVML_MAX_PHYSICAL_BRIDGE 128
#define NVML_NVLINK_MAX_LINKS    18

/* ---- what a GPU is ---- */
typedef unsigned int nvmlDeviceArchitecture_t;
#define NVML_DEVICE_ARCH_KEPLER  2
#define NVML_DEVICE_ARCH_MAXWELL 3
#define NVML_DEVICE_ARCH_PASCAL  4
#define NVML_DEVICE_ARCH_VOLTA   5
#define NVML_DEVICE_ARCH_TURING  6
#define NVML_DEVICE_ARCH_AMPERE  7
#define NVML_DEVICE_ARCH_ADA     8
#define NVML_DEVICE_ARCH_HOPPER  9
#define NVML_DEVICE_ARCH_UNKNOWN 0xffffffffu
typedef enum {
    NVML_BRAND_UNKNOWN = 0,
    NVML_BRAND_QUADRO = 1,
    NVML_BRAND_TESLA = 2,
    NVML_BRAND_NVS = 3,
    NVML_BRAND_GRID = 4,
    NVML_BRAND_GEFORCE = 5,
    NVML_BRAND_TITAN = 6
} nvmlBrandType_t;
typedef enum {
    NVML_PSTATE_0 = 0,
    NVML_PSTATE_1,
    NVML_PSTATE_2,
    NVML_PSTATE_3,
    NVML_PSTATE_4,
    NVML_PSTATE_5,
    NVML_PSTATE_6,
    NVML_PSTATE_7,
    NVML_PSTATE_8,
    NVML_PSTATE_9,
    NVML_PSTATE_10,
    NVML_PSTATE_11,
    NVML_PSTATE_12,
    NVML_PSTATE_13,
    NVML_PSTATE_14,
    NVML_PSTATE_15,
    NVML_PSTATE_UNKNOWN = 32
} nvmlPstates_t;
typedef struct nvmlBAR1Memory_st {
    unsigned long long bar1Total, bar1Free, bar1Used;
} nvmlBAR1Memory_t;

/* ---- processes ---- */
typedef struct nvmlProcessInfo_st {
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;
typedef nvmlProcessInfo_t nvmlProcessInfo_v2_t;
typedef struct nvmlProcessUtilizationSample_st {
    unsigned int pid;
    unsigned long long timeStamp;
    unsigned int smUtil, memUtil, encUtil, decUtil;
} nvmlProcessUtilizationSample_t;

/* ---- sensors and samples ---- */
typedef enum {
    NVML_TEMPERATURE_THRESHOLD_SHUTDOWN = 0,
    NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = 1,
    NVML_TEMPERATURE_THRESHOLD_MEM_MAX = 2,
    NVML_TEMPERATURE_THRESHOLD_GPU_MAX = 3
} nvmlTemperatureThresholds_t;
typedef enum {
    NVML_TOTAL_POWER_SAMPLES = 0,
    NVML_GPU_UTILIZATION_SAMPLES = 1,
    NVML_MEMORY_UTILIZATION_SAMPLES = 2,
    NVML_ENC_UTILIZATION_SAMPLES = 3,
    NVML_DEC_UTILIZATION_SAMPLES = 4,
    NVML_PROCESSOR_CLK_SAMPLES = 5,
    NVML_MEMORY_CLK_SAMPLES = 6
} nvmlSamplingType_t;
typedef enum {
    NVML_VALUE_TYPE_DOUBLE = 0,
    NVML_VALUE_TYPE_UNSIGNED_INT = 1,
    NVML_VALUE_TYPE_UNSIGNED_LONG = 2,
    NVML_VALUE_TYPE_UNSIGNED_LONG_LONG = 3,
    NVML_VALUE_TYPE_SIGNED_LONG_LONG = 4,
    NVML_VALUE_TYPE_SIGNED_INT = 5
} nvmlValueType_t;
typedef union nvmlValue_st {
    double dVal;
    int siVal;
    unsigned int uiVal;
    unsigned long ulVal;
    unsigned long long ullVal;
    signed long long sllVal;
} nvmlValue_t;
typedef struct nvmlSample_st {
    unsigned long long timeStamp;
    nvmlValue_t sampleValue;
} nvmlSample_t;
typedef struct nvmlFieldValue_st {
    unsigned int fieldId, scopeId;
    long long timestamp, latencyUsec;
    nvmlValueType_t valueType;
    nvmlReturn_t nvmlReturn;
    nvmlValue_t value;
} nvmlFieldValue_t;
#define NVML_FI_DEV_TOTAL_ENERGY_CONSUMPTION 83
#define NVML_FI_DEV_POWER_AVERAGE            185
#define NVML_FI_DEV_POWER_INSTANT            186
typedef enum { NVML_PERF_POLICY_POWER = 0, NVML_PERF_POLICY_THERMAL = 1 } nvmlPerfPolicyType_t;
typedef struct nvmlViolationTime_st {
    unsigned long long referenceTime, violationTime;
} nvmlViolationTime_t;
#define nvmlClocksThrottleReasonGpuIdle              0x1ull
#define nvmlClocksThrottleReasonSwPowerCap           0x4ull
#define nvmlClocksThrottleReasonHwSlowdown           0x8ull
#define nvmlClocksThrottleReasonSwThermalSlowdown    0x20ull
#define nvmlClocksThrottleReasonHwThermalSlowdown    0x40ull
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80ull
#define nvmlClocksThrottleReasonNone                 0ull

/* ---- errors of memory ---- */
typedef enum {
    NVML_MEMORY_ERROR_TYPE_CORRECTED = 0,
    NVML_MEMORY_ERROR_TYPE_UNCORRECTED = 1
} nvmlMemoryErrorType_t;
typedef enum { NVML_VOLATILE_ECC = 0, NVML_AGGREGATE_ECC = 1 } nvmlEccCounterType_t;

/* ---- links ---- */
typedef enum { NVML_PCIE_UTIL_TX_BYTES = 0, NVML_PCIE_UTIL_RX_BYTES = 1 } nvmlPcieUtilCounter_t;
typedef enum {
    NVML_TOPOLOGY_INTERNAL = 0,
    NVML_TOPOLOGY_SINGLE = 10,
    NVML_TOPOLOGY_MULTIPLE = 20,
    NVML_TOPOLOGY_HOSTBRIDGE = 30,
    NVML_TOPOLOGY_NODE = 40,
    NVML_TOPOLOGY_SYSTEM = 50
} nvmlGpuTopologyLevel_t;
typedef enum {
    NVML_P2P_STATUS_OK = 0,
    NVML_P2P_STATUS_CHIPSET_NOT_SUPPORTED,
    NVML_P2P_STATUS_GPU_NOT_SUPPORTED,
    NVML_P2P_STATUS_IOH_TOPOLOGY_NOT_SUPPORTED,
    NVML_P2P_STATUS_DISABLED_BY_REGKEY,
    NVML_P2P_STATUS_NOT_SUPPORTED,
    NVML_P2P_STATUS_UNKNOWN
} nvmlGpuP2PStatus_t;
typedef enum {
    NVML_P2P_CAPS_INDEX_READ = 0,
    NVML_P2P_CAPS_INDEX_WRITE = 1,
    NVML_P2P_CAPS_INDEX_NVLINK = 2,
    NVML_P2P_CAPS_INDEX_ATOMICS = 3
} nvmlGpuP2PCapsIndex_t;
typedef enum {
    NVML_NVLINK_CAP_P2P_SUPPORTED = 0,
    NVML_NVLINK_CAP_SYSMEM_ACCESS = 1,
    NVML_NVLINK_CAP_P2P_ATOMICS = 2,
    NVML_NVLINK_CAP_SYSMEM_ATOMICS = 3,
    NVML_NVLINK_CAP_SLI_BRIDGE = 4,
    NVML_NVLINK_CAP_VALID = 5
} nvmlNvLinkCapability_t;

/* ---- events ---- */
typedef struct nvmlEventSet_st *nvmlEventSet_t;
typedef struct nvmlEventData_st {
    nvmlDevice_t device;
    unsigned long long eventType, eventData;
    unsigned int gpuInstanceId, computeInstanceId;
} nvmlEventData_t;
#define nvmlEventTypeXidCriticalError 0x8ull

#endif
