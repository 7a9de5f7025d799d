/* SPDX-License-Identifier: BSD-3-Clause */
/* CUPTI: nobody listens to a simulated GPU through it, so every call but two is refused by name.
 * `simgpu` itself has what it would tell: `--json`, `--observe`, `--timeline`.
 *
 * Source: CUPTI 11.0 and 12.x documentation. Differs: records of activities have no fields but their
 * kind, since none is ever made.
 */
#ifndef SIMGPU_CUPTI_H
#define SIMGPU_CUPTI_H
#define _CUPTI_H_

#include <stddef.h>
#include <stdint.h>

#include "cuda.h"
#include "simgpu/refused.h"

#define CUPTI_API_VERSION 18
#ifndef CUPTIAPI
#define CUPTIAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUPTI_SUCCESS = 0,
    CUPTI_ERROR_INVALID_PARAMETER = 1,
    CUPTI_ERROR_INVALID_DEVICE = 2,
    CUPTI_ERROR_INVALID_CONTEXT = 3,
    CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID = 4,
    CUPTI_ERROR_INVALID_EVENT_ID = 5,
    CUPTI_ERROR_INVALID_EVENT_NAME = 6,
    CUPTI_ERROR_INVALID_OPERATION = 7,
    CUPTI_ERROR_OUT_OF_MEMORY = 8,
    CUPTI_ERROR_HARDWARE = 9,
    CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT = 10,
    CUPTI_ERROR_API_NOT_IMPLEMENTED = 11,
    CUPTI_ERROR_MAX_LIMIT_REACHED = 12,
    CUPTI_ERROR_NOT_READY = 13,
    CUPTI_ERROR_NOT_COMPATIBLE = 14,
    CUPTI_ERROR_NOT_INITIALIZED = 15,
    CUPTI_ERROR_INVALID_METRIC_ID = 16,
    CUPTI_ERROR_INVALID_METRIC_NAME = 17,
    CUPTI_ERROR_QUEUE_EMPTY = 18,
    CUPTI_ERROR_INVALID_HANDLE = 19,
    CUPTI_ERROR_INVALID_STREAM = 20,
    CUPTI_ERROR_INVALID_KIND = 21,
    CUPTI_ERROR_INVALID_EVENT_VALUE = 22,
    CUPTI_ERROR_DISABLED = 23,
    CUPTI_ERROR_INVALID_MODULE = 24,
    CUPTI_ERROR_INVALID_METRIC_VALUE = 25,
    CUPTI_ERROR_HARDWARE_BUSY = 26,
    CUPTI_ERROR_NOT_SUPPORTED = 27,
    CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED = 28,
    CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE = 29,
    CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES = 30,
    CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS = 31,
    CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED = 32,
    CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED = 33,
    CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE = 34,
    CUPTI_ERROR_INSUFFICIENT_PRIVILEGES = 35,
    CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED = 36,
    CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE = 37,
    CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED = 38,
    CUPTI_ERROR_UNKNOWN = 999
} CUptiResult;

typedef enum {
    CUPTI_ACTIVITY_KIND_INVALID = 0,
    CUPTI_ACTIVITY_KIND_MEMCPY = 1,
    CUPTI_ACTIVITY_KIND_MEMSET = 2,
    CUPTI_ACTIVITY_KIND_KERNEL = 3,
    CUPTI_ACTIVITY_KIND_DRIVER = 4,
    CUPTI_ACTIVITY_KIND_RUNTIME = 5,
    CUPTI_ACTIVITY_KIND_EVENT = 6,
    CUPTI_ACTIVITY_KIND_METRIC = 7,
    CUPTI_ACTIVITY_KIND_DEVICE = 8,
    CUPTI_ACTIVITY_KIND_CONTEXT = 9,
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL = 10,
    CUPTI_ACTIVITY_KIND_NAME = 11,
    CUPTI_ACTIVITY_KIND_MARKER = 12,
    CUPTI_ACTIVITY_KIND_MARKER_DATA = 13,
    CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR = 14,
    CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS = 15,
    CUPTI_ACTIVITY_KIND_BRANCH = 16,
    CUPTI_ACTIVITY_KIND_OVERHEAD = 17,
    CUPTI_ACTIVITY_KIND_CDP_KERNEL = 18,
    CUPTI_ACTIVITY_KIND_PREEMPTION = 19,
    CUPTI_ACTIVITY_KIND_ENVIRONMENT = 20,
    CUPTI_ACTIVITY_KIND_EVENT_INSTANCE = 21,
    CUPTI_ACTIVITY_KIND_MEMCPY2 = 22,
    CUPTI_ACTIVITY_KIND_METRIC_INSTANCE = 23,
    CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION = 24,
    CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER = 25,
    CUPTI_ACTIVITY_KIND_FUNCTION = 26,
    CUPTI_ACTIVITY_KIND_MODULE = 27,
    CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE = 28,
    CUPTI_ACTIVITY_KIND_SHARED_ACCESS = 29,
    CUPTI_ACTIVITY_KIND_PC_SAMPLING = 30,
    CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO = 31,
    CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION = 32,
    CUPTI_ACTIVITY_KIND_OPENACC_DATA = 33,
    CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH = 34,
    CUPTI_ACTIVITY_KIND_OPENACC_OTHER = 35,
    CUPTI_ACTIVITY_KIND_CUDA_EVENT = 36,
    CUPTI_ACTIVITY_KIND_STREAM = 37,
    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION = 38,
    CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION = 39,
    CUPTI_ACTIVITY_KIND_NVLINK = 40
} CUpti_ActivityKind;
typedef struct {
    CUpti_ActivityKind kind;
} CUpti_Activity;

typedef enum {
    CUPTI_CB_DOMAIN_INVALID = 0,
    CUPTI_CB_DOMAIN_DRIVER_API = 1,
    CUPTI_CB_DOMAIN_RUNTIME_API = 2,
    CUPTI_CB_DOMAIN_RESOURCE = 3,
    CUPTI_CB_DOMAIN_SYNCHRONIZE = 4,
    CUPTI_CB_DOMAIN_NVTX = 5
} CUpti_CallbackDomain;
typedef enum { CUPTI_API_ENTER = 0, CUPTI_API_EXIT = 1 } CUpti_ApiCallbackSite;
typedef uint32_t CUpti_CallbackId;
typedef struct {
    CUpti_ApiCallbackSite callbackSite;
    const char *functionName;
    const void *functionParams;
    void *functionReturnValue;
    const char *symbolName;
    CUcontext context;
    uint32_t contextUid;
    uint64_t *correlationData;
    uint32_t correlationId;
} CUpti_CallbackData;
typedef void (*CUpti_CallbackFunc)(void *userdata, CUpti_CallbackDomain domain,
                                   CUpti_CallbackId id, const void *data);
typedef void (*CUpti_BuffersCallbackRequestFunc)(uint8_t **buffer, size_t *size,
                                                 size_t *max_records);
typedef void (*CUpti_BuffersCallbackCompleteFunc)(CUcontext context, uint32_t stream,
                                                  uint8_t *buffer, size_t size, size_t valid);
typedef struct CUpti_Subscriber_st *CUpti_SubscriberHandle;
typedef uint32_t CUpti_EventID;
typedef uint32_t CUpti_EventDomainID;
typedef uint32_t CUpti_MetricID;
typedef void *CUpti_EventGroup;

CUptiResult cuptiGetVersion(uint32_t *version);
CUptiResult cuptiGetResultString(CUptiResult result, const char **text);

#define SIMGPU_CUPTI_REFUSED(REFUSED)                                                              \
    REFUSED(cuptiActivityConfigurePCSampling)                                                      \
    REFUSED(cuptiActivityDisable)                                                                  \
    REFUSED(cuptiActivityDisableContext)                                                           \
    REFUSED(cuptiActivityEnable)                                                                   \
    REFUSED(cuptiActivityEnableContext)                                                            \
    REFUSED(cuptiActivityEnableLatencyTimestamps)                                                  \
    REFUSED(cuptiActivityFlush)                                                                    \
    REFUSED(cuptiActivityFlushAll)                                                                 \
    REFUSED(cuptiActivityFlushPeriod)                                                              \
    REFUSED(cuptiActivityGetAttribute)                                                             \
    REFUSED(cuptiActivityGetNextRecord)                                                            \
    REFUSED(cuptiActivityGetNumDroppedRecords)                                                     \
    REFUSED(cuptiActivityPopExternalCorrelationId)                                                 \
    REFUSED(cuptiActivityPushExternalCorrelationId)                                                \
    REFUSED(cuptiActivityRegisterCallbacks)                                                        \
    REFUSED(cuptiActivityRegisterTimestampCallback)                                                \
    REFUSED(cuptiActivitySetAttribute)                                                             \
    REFUSED(cuptiDeviceEnumEventDomains)                                                           \
    REFUSED(cuptiDeviceEnumMetrics)                                                                \
    REFUSED(cuptiDeviceGetAttribute)                                                               \
    REFUSED(cuptiDeviceGetEventDomainAttribute)                                                    \
    REFUSED(cuptiDeviceGetNumEventDomains)                                                         \
    REFUSED(cuptiDeviceGetNumMetrics)                                                              \
    REFUSED(cuptiDeviceGetTimestamp)                                                               \
    REFUSED(cuptiDeviceSupported)                                                                  \
    REFUSED(cuptiDisableKernelReplayMode)                                                          \
    REFUSED(cuptiEnableAllDomains)                                                                 \
    REFUSED(cuptiEnableCallback)                                                                   \
    REFUSED(cuptiEnableDomain)                                                                     \
    REFUSED(cuptiEnableKernelReplayMode)                                                           \
    REFUSED(cuptiEventDomainEnumEvents)                                                            \
    REFUSED(cuptiEventDomainGetAttribute)                                                          \
    REFUSED(cuptiEventDomainGetNumEvents)                                                          \
    REFUSED(cuptiEventGetAttribute)                                                                \
    REFUSED(cuptiEventGetIdFromName)                                                               \
    REFUSED(cuptiEventGroupAddEvent)                                                               \
    REFUSED(cuptiEventGroupCreate)                                                                 \
    REFUSED(cuptiEventGroupDestroy)                                                                \
    REFUSED(cuptiEventGroupDisable)                                                                \
    REFUSED(cuptiEventGroupEnable)                                                                 \
    REFUSED(cuptiEventGroupGetAttribute)                                                           \
    REFUSED(cuptiEventGroupReadAllEvents)                                                          \
    REFUSED(cuptiEventGroupReadEvent)                                                              \
    REFUSED(cuptiEventGroupRemoveAllEvents)                                                        \
    REFUSED(cuptiEventGroupResetAllEvents)                                                         \
    REFUSED(cuptiEventGroupSetAttribute)                                                           \
    REFUSED(cuptiEventGroupSetDisable)                                                             \
    REFUSED(cuptiEventGroupSetEnable)                                                              \
    REFUSED(cuptiEventGroupSetsCreate)                                                             \
    REFUSED(cuptiEventGroupSetsDestroy)                                                            \
    REFUSED(cuptiFinalize)                                                                         \
    REFUSED(cuptiGetAutoBoostState)                                                                \
    REFUSED(cuptiGetCallbackName)                                                                  \
    REFUSED(cuptiGetCallbackState)                                                                 \
    REFUSED(cuptiGetContextId)                                                                     \
    REFUSED(cuptiGetDeviceId)                                                                      \
    REFUSED(cuptiGetGraphId)                                                                       \
    REFUSED(cuptiGetGraphNodeId)                                                                   \
    REFUSED(cuptiGetLastError)                                                                     \
    REFUSED(cuptiGetStreamId)                                                                      \
    REFUSED(cuptiGetStreamIdEx)                                                                    \
    REFUSED(cuptiGetThreadIdType)                                                                  \
    REFUSED(cuptiGetTimestamp)                                                                     \
    REFUSED(cuptiMetricCreateEventGroupSets)                                                       \
    REFUSED(cuptiMetricEnumEvents)                                                                 \
    REFUSED(cuptiMetricGetAttribute)                                                               \
    REFUSED(cuptiMetricGetIdFromName)                                                              \
    REFUSED(cuptiMetricGetNumEvents)                                                               \
    REFUSED(cuptiMetricGetRequiredEventGroupSets)                                                  \
    REFUSED(cuptiMetricGetValue)                                                                   \
    REFUSED(cuptiOpenACCInitialize)                                                                \
    REFUSED(cuptiProfilerBeginPass)                                                                \
    REFUSED(cuptiProfilerBeginSession)                                                             \
    REFUSED(cuptiProfilerCounterDataImageCalculateScratchBufferSize)                               \
    REFUSED(cuptiProfilerCounterDataImageCalculateSize)                                            \
    REFUSED(cuptiProfilerCounterDataImageInitialize)                                               \
    REFUSED(cuptiProfilerCounterDataImageInitializeScratchBuffer)                                  \
    REFUSED(cuptiProfilerDeInitialize)                                                             \
    REFUSED(cuptiProfilerDeviceSupported)                                                          \
    REFUSED(cuptiProfilerDisableProfiling)                                                         \
    REFUSED(cuptiProfilerEnableProfiling)                                                          \
    REFUSED(cuptiProfilerEndPass)                                                                  \
    REFUSED(cuptiProfilerEndSession)                                                               \
    REFUSED(cuptiProfilerFlushCounterData)                                                         \
    REFUSED(cuptiProfilerGetCounterAvailability)                                                   \
    REFUSED(cuptiProfilerInitialize)                                                               \
    REFUSED(cuptiProfilerPopRange)                                                                 \
    REFUSED(cuptiProfilerPushRange)                                                                \
    REFUSED(cuptiProfilerSetConfig)                                                                \
    REFUSED(cuptiProfilerUnsetConfig)                                                              \
    REFUSED(cuptiSetEventCollectionMode)                                                           \
    REFUSED(cuptiSetThreadIdType)                                                                  \
    REFUSED(cuptiSubscribe)                                                                        \
    REFUSED(cuptiSupportedDomains)                                                                 \
    REFUSED(cuptiUnsubscribe)
#define SIMGPU_CUPTI_REFUSE(name) CUptiResult name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUPTI_REFUSED(SIMGPU_CUPTI_REFUSE)
#undef SIMGPU_CUPTI_REFUSE

#ifdef __cplusplus
}
#endif

#endif
