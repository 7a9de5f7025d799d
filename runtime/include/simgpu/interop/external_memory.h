/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory and semaphores of other interfaces (Vulkan, Direct3D, NvSci): part of cuda_runtime_api.h.
 * The calls are refused by name.
 *
 * Source: CUDA Runtime API reference manual 12.0, "External Resource Interoperability", for names,
 * numbers, fields and signatures.
 */
#ifndef SIMGPU_INTEROP_EXTERNAL_MEMORY_H
#define SIMGPU_INTEROP_EXTERNAL_MEMORY_H

typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;

#define cudaExternalMemoryDedicated                    0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync   0x02
#define cudaNvSciSyncAttrSignal                        0x1
#define cudaNvSciSyncAttrWait                          0x2

enum cudaExternalMemoryHandleType {
    cudaExternalMemoryHandleTypeOpaqueFd = 1,
    cudaExternalMemoryHandleTypeOpaqueWin32 = 2,
    cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
    cudaExternalMemoryHandleTypeD3D12Heap = 4,
    cudaExternalMemoryHandleTypeD3D12Resource = 5,
    cudaExternalMemoryHandleTypeD3D11Resource = 6,
    cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
    cudaExternalMemoryHandleTypeNvSciBuf = 8
};

struct cudaExternalMemoryHandleDesc {
    enum cudaExternalMemoryHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *nvSciBufObject;
    } handle;
    unsigned long long size;
    unsigned int flags;
};

struct cudaExternalMemoryBufferDesc {
    unsigned long long offset, size;
    unsigned int flags;
};

struct cudaExternalMemoryMipmappedArrayDesc {
    unsigned long long offset;
    struct cudaChannelFormatDesc formatDesc;
    struct cudaExtent extent;
    unsigned int flags, numLevels;
};

enum cudaExternalSemaphoreHandleType {
    cudaExternalSemaphoreHandleTypeOpaqueFd = 1,
    cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
    cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
    cudaExternalSemaphoreHandleTypeD3D12Fence = 4,
    cudaExternalSemaphoreHandleTypeD3D11Fence = 5,
    cudaExternalSemaphoreHandleTypeNvSciSync = 6,
    cudaExternalSemaphoreHandleTypeKeyedMutex = 7,
    cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};

struct cudaExternalSemaphoreHandleDesc {
    enum cudaExternalSemaphoreHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *nvSciSyncObj;
    } handle;
    unsigned int flags;
};

struct cudaExternalSemaphoreSignalParams {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
        } keyedMutex;
        unsigned int reserved[12];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
};

struct cudaExternalSemaphoreWaitParams {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
            unsigned int timeoutMs;
        } keyedMutex;
        unsigned int reserved[10];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
};

struct cudaExternalSemaphoreSignalNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;
};
struct cudaExternalSemaphoreWaitNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;
};

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory,
                                     const struct cudaExternalMemoryHandleDesc *handle);
cudaError_t cudaExternalMemoryGetMappedBuffer(void **pointer, cudaExternalMemory_t memory,
                                              const struct cudaExternalMemoryBufferDesc *buffer);
cudaError_t
cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
                                          const struct cudaExternalMemoryMipmappedArrayDesc *shape);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                        const struct cudaExternalSemaphoreHandleDesc *handle);
cudaError_t
cudaSignalExternalSemaphoresAsync_v2(const cudaExternalSemaphore_t *semaphores,
                                     const struct cudaExternalSemaphoreSignalParams *params,
                                     unsigned int n, cudaStream_t stream SIMGPU_DEFAULT(0));
cudaError_t cudaWaitExternalSemaphoresAsync_v2(const cudaExternalSemaphore_t *semaphores,
                                               const struct cudaExternalSemaphoreWaitParams *params,
                                               unsigned int n,
                                               cudaStream_t stream SIMGPU_DEFAULT(0));
#define cudaSignalExternalSemaphoresAsync cudaSignalExternalSemaphoresAsync_v2
#define cudaWaitExternalSemaphoresAsync   cudaWaitExternalSemaphoresAsync_v2
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *attributes, int device, int flags);

#define SIMGPU_SEMAPHORE_NODES(Kind)                                                               \
    cudaError_t cudaGraphAddExternalSemaphores##Kind##Node(                                        \
        cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n_after,    \
        const struct cudaExternalSemaphore##Kind##NodeParams *params);                             \
    cudaError_t cudaGraphExternalSemaphores##Kind##NodeGetParams(                                  \
        cudaGraphNode_t node, struct cudaExternalSemaphore##Kind##NodeParams *params);             \
    cudaError_t cudaGraphExternalSemaphores##Kind##NodeSetParams(                                  \
        cudaGraphNode_t node, const struct cudaExternalSemaphore##Kind##NodeParams *params);       \
    cudaError_t cudaGraphExecExternalSemaphores##Kind##NodeSetParams(                              \
        cudaGraphExec_t exec, cudaGraphNode_t node,                                                \
        const struct cudaExternalSemaphore##Kind##NodeParams *params);
SIMGPU_SEMAPHORE_NODES(Signal)
SIMGPU_SEMAPHORE_NODES(Wait)
#undef SIMGPU_SEMAPHORE_NODES

#ifdef __cplusplus
}
#endif

#endif
