/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cuda.h: what came with CUDA 12.1 and later, and is refused by name: parts of a GPU (green
 * contexts), memory that several GPUs share (multicast), batches, core dumps, checkpoints, logs.
 *
 * A program that names them compiles, since it asks at run time whether they are there. Functions
 * are declared without arguments.
 * Source: CUDA Driver API reference manual 12.9 and 13.0, for names, numbers and fields.
 */
#ifndef SIMGPU_DRIVER_NEWER_FUNCTIONS_H
#define SIMGPU_DRIVER_NEWER_FUNCTIONS_H

#include "../refused.h"

/* ---- parts of a GPU ---- */
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef enum { CU_GREEN_CTX_DEFAULT_STREAM = 0x1 } CUgreenCtxCreate_flags;
typedef enum {
    CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 0x1,
    CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 0x2
} CUdevSmResourceSplit_flags;
typedef enum { CU_DEV_RESOURCE_TYPE_INVALID = 0, CU_DEV_RESOURCE_TYPE_SM = 1 } CUdevResourceType;
typedef struct CUdevSmResource_st {
    unsigned int smCount, minSmPartitionSize, smCoscheduledAlignment;
} CUdevSmResource;
typedef struct CUdevResource_st {
    CUdevResourceType type;
    unsigned char _internal_padding[92];
    union {
        CUdevSmResource sm;
        unsigned char _oversize[48];
    };
} CUdevResource;

/* ---- memory that several GPUs share ---- */
typedef struct CUmulticastObjectProp_st {
    unsigned int numDevices;
    size_t size;
    unsigned long long handleTypes, flags;
} CUmulticastObjectProp;
typedef enum {
    CU_MULTICAST_GRANULARITY_MINIMUM = 0,
    CU_MULTICAST_GRANULARITY_RECOMMENDED = 1
} CUmulticastGranularity_flags;
typedef struct CUmemFabricHandle_st {
    unsigned char data[64];
} CUmemFabricHandle;

/* ---- batches of copies ---- */
typedef enum {
    CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0,
    CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1,
    CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
    CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3
} CUmemcpySrcAccessOrder;
typedef enum {
    CU_MEMCPY_FLAG_DEFAULT = 0,
    CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 1
} CUmemcpyFlags;
typedef struct CUmemcpyAttributes_st {
    CUmemcpySrcAccessOrder srcAccessOrder;
    CUmemLocation srcLocHint, dstLocHint;
    unsigned int flags;
} CUmemcpyAttributes;

/* ---- core dumps, states of processes, logs ---- */
typedef enum CUcoredumpSettings_enum {
    CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
    CU_COREDUMP_TRIGGER_HOST,
    CU_COREDUMP_LIGHTWEIGHT,
    CU_COREDUMP_ENABLE_USER_TRIGGER,
    CU_COREDUMP_FILE,
    CU_COREDUMP_PIPE,
    CU_COREDUMP_GENERATION_FLAGS,
    CU_COREDUMP_MAX
} CUcoredumpSettings;
typedef enum CUprocessState_enum {
    CU_PROCESS_STATE_RUNNING = 0,
    CU_PROCESS_STATE_LOCKED,
    CU_PROCESS_STATE_CHECKPOINTED,
    CU_PROCESS_STATE_FAILED
} CUprocessState;
typedef enum { CU_LOG_LEVEL_ERROR = 0, CU_LOG_LEVEL_WARNING = 1 } CUlogLevel;
typedef struct CUlogsCallbackEntry_st *CUlogsCallbackHandle;
typedef unsigned int CUlogIterator;
typedef void (*CUlogsCallback)(void *data, CUlogLevel level, char *text, size_t length);

#define SIMGPU_NEWER_REFUSED(REFUSED)                                                              \
    REFUSED(cuCheckpointProcessCheckpoint)                                                         \
    REFUSED(cuCheckpointProcessGetRestoreThreadId)                                                 \
    REFUSED(cuCheckpointProcessGetState)                                                           \
    REFUSED(cuCheckpointProcessLock)                                                               \
    REFUSED(cuCheckpointProcessRestore)                                                            \
    REFUSED(cuCheckpointProcessUnlock)                                                             \
    REFUSED(cuCoredumpGetAttribute)                                                                \
    REFUSED(cuCoredumpGetAttributeGlobal)                                                          \
    REFUSED(cuCoredumpSetAttribute)                                                                \
    REFUSED(cuCoredumpSetAttributeGlobal)                                                          \
    REFUSED(cuCtxFromGreenCtx)                                                                     \
    REFUSED(cuCtxGetDevResource)                                                                   \
    REFUSED(cuCtxRecordEvent)                                                                      \
    REFUSED(cuCtxWaitEvent)                                                                        \
    REFUSED(cuDevResourceGenerateDesc)                                                             \
    REFUSED(cuDevSmResourceSplitByCount)                                                           \
    REFUSED(cuDeviceGetDevResource)                                                                \
    REFUSED(cuDeviceGetHostAtomicCapabilities)                                                     \
    REFUSED(cuDeviceGetP2PAtomicCapabilities)                                                      \
    REFUSED(cuDeviceRegisterAsyncNotification)                                                     \
    REFUSED(cuDeviceUnregisterAsyncNotification)                                                   \
    REFUSED(cuExternalMemoryGetMappedMipmappedArray)                                               \
    REFUSED(cuGraphAddExternalSemaphoresSignalNode)                                                \
    REFUSED(cuGraphAddExternalSemaphoresWaitNode)                                                  \
    REFUSED(cuGraphExecExternalSemaphoresSignalNodeSetParams)                                      \
    REFUSED(cuGraphExecExternalSemaphoresWaitNodeSetParams)                                        \
    REFUSED(cuGreenCtxCreate)                                                                      \
    REFUSED(cuGreenCtxDestroy)                                                                     \
    REFUSED(cuGreenCtxGetDevResource)                                                              \
    REFUSED(cuGreenCtxRecordEvent)                                                                 \
    REFUSED(cuGreenCtxStreamCreate)                                                                \
    REFUSED(cuGreenCtxWaitEvent)                                                                   \
    REFUSED(cuLogsCurrent)                                                                         \
    REFUSED(cuLogsDumpToFile)                                                                      \
    REFUSED(cuLogsDumpToMemory)                                                                    \
    REFUSED(cuLogsRegisterCallback)                                                                \
    REFUSED(cuLogsUnregisterCallback)                                                              \
    REFUSED(cuMemBatchDecompressAsync)                                                             \
    REFUSED(cuMemDiscardBatchAsync)                                                                \
    REFUSED(cuMemMapArrayAsync)                                                                    \
    REFUSED(cuMemcpy3DBatchAsync)                                                                  \
    REFUSED(cuMemcpyBatchAsync)                                                                    \
    REFUSED(cuMulticastAddDevice)                                                                  \
    REFUSED(cuMulticastBindAddr)                                                                   \
    REFUSED(cuMulticastBindMem)                                                                    \
    REFUSED(cuMulticastCreate)                                                                     \
    REFUSED(cuMulticastGetGranularity)                                                             \
    REFUSED(cuMulticastUnbind)                                                                     \
    REFUSED(cuStreamGetGreenCtx)                                                                   \
    REFUSED(cuTensorMapEncodeIm2colWide)
#ifndef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif
#define SIMGPU_NEWER_REFUSE(name) CUresult name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_NEWER_REFUSED(SIMGPU_NEWER_REFUSE)
#undef SIMGPU_NEWER_REFUSE
#ifndef __cplusplus
#pragma GCC diagnostic pop
#endif

#endif
