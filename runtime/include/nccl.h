/* SPDX-License-Identifier: BSD-3-Clause */
/* NCCL for the GPUs of one platform: ranks are threads of one process, or one thread's devices.
 *
 * Source: NVIDIA Collective Communication Library API, 2.x.
 */
#ifndef SIMGPU_NCCL_H
#define SIMGPU_NCCL_H
#define NCCL_H_

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "simgpu/refused.h"
#include <limits.h>
#include <stddef.h>

#define NCCL_MAJOR            2
#define NCCL_MINOR            19
#define NCCL_PATCH            0
#define NCCL_VERSION_CODE     21900
#define NCCL_VERSION(x, y, z) ((x)*10000 + (y)*100 + (z))
#define NCCL_UNIQUE_ID_BYTES  128

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ncclComm *ncclComm_t;
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;

typedef enum {
    ncclSum = 0,
    ncclProd = 1,
    ncclMax = 2,
    ncclMin = 3,
    ncclAvg = 4,
    ncclNumOps = 5
} ncclRedOp_t;

typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclFloat8e4m3 = 10, /* these two are moved, and not reduced */
    ncclFloat8e5m2 = 11,
    ncclNumTypes = 12
} ncclDataType_t;

/* Where the factor of ncclRedOpCreatePreMulSum lies. */
typedef enum { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 } ncclScalarResidence_t;

/* What a program wishes of a communicator's blocks and network. Nothing of it matters here: calls
 * are done at once, blocking or not. */
#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL
typedef struct ncclConfig_v21700 {
    size_t size;
    unsigned int magic, version;
    int blocking, cgaClusterSize, minCTAs, maxCTAs;
    const char *netName;
    int splitShare;
} ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER                                                                    \
    {                                                                                              \
        sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION_CODE, NCCL_CONFIG_UNDEF_INT,                \
            NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT,                   \
            NCCL_CONFIG_UNDEF_PTR, NCCL_CONFIG_UNDEF_INT                                           \
    }

ncclResult_t ncclGetVersion(int *version);
ncclResult_t ncclGetUniqueId(ncclUniqueId *id);
ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank);
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t *config);
ncclResult_t ncclCommInitAll(ncclComm_t *comms, int n, const int *devices);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count);
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device);
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *result);
const char *ncclGetErrorString(ncclResult_t result);
const char *ncclGetLastError(ncclComm_t comm);

ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);
ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduce(const void *send, void *receive, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduceScatter(const void *send, void *receive, size_t receive_count,
                               ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream);
ncclResult_t ncclAllGather(const void *send, void *receive, size_t send_count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream);
ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream);

/* Each rank has one piece for each rank; or the root has, and the others have one. */
ncclResult_t ncclAlltoAll(const void *send, void *receive, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclGather(const void *send, void *receive, size_t count, ncclDataType_t type,
                        int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclScatter(const void *send, void *receive, size_t count, ncclDataType_t type,
                         int root, ncclComm_t comm, cudaStream_t stream);

/* Memory of the current device, as cudaMalloc's and cudaFree's. */
ncclResult_t ncclMemAlloc(void **memory, size_t bytes);
ncclResult_t ncclMemFree(void *memory);
/* A buffer that calls will use often. Here that makes no call faster. *handle: for its end. */
ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buffer, size_t bytes, void **handle);
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle);

typedef struct ncclWindow *ncclWindow_t;
#define NCCL_COMM_NULL          ((ncclComm_t)0)
#define NCCL_SPLIT_NOCOLOR      (-1)
#define NCCL_SHRINK_DEFAULT     0x0
#define NCCL_SHRINK_ABORT       0x1
#define NCCL_WIN_DEFAULT        0x0
#define NCCL_WIN_COLL_SYMMETRIC 0x1
ncclResult_t ncclCommInitRankScalable(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclCommShrink(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclCommWindowRegister(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclCommWindowDeregister(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclGroupSimulateEnd(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclCommSplit(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclRedOpCreatePreMulSum(SIMGPU_REFUSED_ARGUMENTS);
ncclResult_t ncclRedOpDestroy(SIMGPU_REFUSED_ARGUMENTS);

#ifdef __cplusplus
}
#endif

#endif
