/* SPDX-License-Identifier: BSD-3-Clause */
/* NVIDIA's occupancy calculator for host code: how many blocks of a kernel an SM holds at once,
 * computed from properties alone, without a call of the runtime.
 *
 * Source: names and shapes as CUDA 12's toolkit documents them in its header of this name; CUDA C
 * Programming Guide 12, table "Technical Specifications per Compute Capability" for blocks an SM
 * and units of allocation. Differs: what the GPU does with its L1 (cacheConfig, carveoutConfig)
 * counts on compute capability 3.x only by the whole of sharedMemPerMultiprocessor; a partitioned
 * L1 cache (partitionedGCConfig) is taken for off. Units: bytes; registers of 32 bits.
 */
#ifndef SIMGPU_CUDA_OCCUPANCY_H
#define SIMGPU_CUDA_OCCUPANCY_H

#include <limits.h>
#include <stddef.h>

#define __OCC_INLINE static inline

typedef enum cudaOccError_enum {
    CUDA_OCC_SUCCESS = 0,
    CUDA_OCC_ERROR_INVALID_INPUT = 1,
    CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2
} cudaOccError;

typedef enum cudaOccCacheConfig_enum {
    CACHE_PREFER_NONE = 0,
    CACHE_PREFER_SHARED = 1,
    CACHE_PREFER_L1 = 2,
    CACHE_PREFER_EQUAL = 3
} cudaOccCacheConfig;

typedef enum cudaOccCarveoutConfig_enum {
    SHAREDMEM_CARVEOUT_DEFAULT = -1,
    SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    SHAREDMEM_CARVEOUT_MAX_L1 = 0,
    SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

typedef enum cudaOccPartitionedGCConfig_enum {
    PARTITIONED_GC_OFF = 0,
    PARTITIONED_GC_ON = 1,
    PARTITIONED_GC_ON_STRICT = 2
} cudaOccPartitionedGCConfig;

typedef enum cudaOccFuncShmemConfig_enum {
    FUNC_SHMEM_LIMIT_DEFAULT = 0,
    FUNC_SHMEM_LIMIT_OPTIN = 1
} cudaOccFuncShmemConfig;

typedef enum cudaOccLimitingFactors_enum {
    OCC_LIMIT_WARPS = 0x01,
    OCC_LIMIT_REGISTERS = 0x02,
    OCC_LIMIT_SHARED_MEMORY = 0x04,
    OCC_LIMIT_BLOCKS = 0x08,
    OCC_LIMIT_BARRIERS = 0x10
} cudaOccLimitingFactors;

/* In C++ the properties of a device convert to it. */
typedef struct cudaOccDeviceProp {
    int computeMajor, computeMinor;
    int maxThreadsPerBlock, maxThreadsPerMultiprocessor;
    int regsPerBlock, regsPerMultiprocessor;
    int warpSize;
    size_t sharedMemPerBlock, sharedMemPerMultiprocessor;
    int numSms;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
#ifdef __cplusplus
    cudaOccDeviceProp() {}
    template <class T>
    cudaOccDeviceProp(const T &p)
        : computeMajor(p.major), computeMinor(p.minor), maxThreadsPerBlock(p.maxThreadsPerBlock),
          maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor), regsPerBlock(p.regsPerBlock),
          regsPerMultiprocessor(p.regsPerMultiprocessor), warpSize(p.warpSize),
          sharedMemPerBlock(p.sharedMemPerBlock),
          sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor), numSms(p.multiProcessorCount),
          sharedMemPerBlockOptin(p.sharedMemPerBlockOptin),
          reservedSharedMemPerBlock(0) /* which the simulated SMs don't take */
    {
    }
#endif
} cudaOccDeviceProp;

/* In C++ a function's attributes convert to it. */
typedef struct cudaOccFuncAttributes {
    int maxThreadsPerBlock;
    int numRegs;            /* of a thread */
    size_t sharedSizeBytes; /* static */
    cudaOccPartitionedGCConfig partitionedGCConfig;
    cudaOccFuncShmemConfig shmemLimitConfig;
    size_t maxDynamicSharedSizeBytes;
    int numBlockBarriers;
#ifdef __cplusplus
    cudaOccFuncAttributes() {}
    template <class T>
    cudaOccFuncAttributes(const T &a)
        : maxThreadsPerBlock(a.maxThreadsPerBlock), numRegs(a.numRegs),
          sharedSizeBytes(a.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
          shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
          maxDynamicSharedSizeBytes(a.maxDynamicSharedSizeBytes), numBlockBarriers(1)
    {
    }
#endif
} cudaOccFuncAttributes;

typedef struct cudaOccDeviceState {
    cudaOccCacheConfig cacheConfig;
    int carveoutConfig;
#ifdef __cplusplus
    cudaOccDeviceState()
        : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT)
    {
    }
#endif
} cudaOccDeviceState;

typedef struct cudaOccResult {
    int activeBlocksPerMultiprocessor;
    unsigned int
        limitingFactors; /* bits of cudaOccLimitingFactors: all that allow no more blocks */
    int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks, blockLimitBarriers;
    int allocatedRegistersPerBlock;
    size_t allocatedSharedMemPerBlock;
    cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

typedef size_t (*cudaOccSMemOfBlockSize)(int block_size);

__OCC_INLINE int __occDivideRoundUp(int value, int unit)
{
    return (value + unit - 1) / unit;
}
__OCC_INLINE int __occRoundUp(int value, int unit)
{
    return unit == 0 ? value : __occDivideRoundUp(value, unit) * unit;
}

#include "simgpu/occupancy.h"

#endif
