/* SPDX-License-Identifier: BSD-3-Clause */
/* What cuda_occupancy.h computes; its sources and units are there. */
#ifndef SIMGPU_OCCUPANCY_H
#define SIMGPU_OCCUPANCY_H

/* A block's shared memory is rounded up to it. */
__OCC_INLINE cudaOccError cudaOccSMemAllocationGranularity(int *unit, const cudaOccDeviceProp *p)
{
    if (p->computeMajor < 2)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    *unit = p->computeMajor == 2 || p->computeMajor >= 8 ? 128 : 256;
    return CUDA_OCC_SUCCESS;
}

/* A warp's registers are rounded up to it. */
__OCC_INLINE cudaOccError cudaOccRegAllocationGranularity(int *unit, const cudaOccDeviceProp *p)
{
    if (p->computeMajor < 2)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    *unit = p->computeMajor == 2 ? 64 : 256;
    return CUDA_OCC_SUCCESS;
}

__OCC_INLINE cudaOccError cudaOccRegAllocationMaxPerThread(int *registers,
                                                           const cudaOccDeviceProp *p)
{
    if (p->computeMajor < 2)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    *registers = p->computeMajor == 2 || (p->computeMajor == 3 && p->computeMinor == 0) ? 63 : 255;
    return CUDA_OCC_SUCCESS;
}

/* Parts of the register file: a warp's registers lie in one. */
__OCC_INLINE cudaOccError cudaOccSubPartitionsPerMultiprocessor(int *parts,
                                                                const cudaOccDeviceProp *p)
{
    if (p->computeMajor < 2)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    *parts = p->computeMajor == 2 || (p->computeMajor == 6 && p->computeMinor == 0) ? 2 : 4;
    return CUDA_OCC_SUCCESS;
}

__OCC_INLINE cudaOccError cudaOccMaxBlocksPerSMLimit(int *blocks, const cudaOccDeviceProp *p)
{
    switch (p->computeMajor) {
    case 2:
        *blocks = 8;
        break;
    case 3:
        *blocks = 16;
        break;
    case 7:
        *blocks = p->computeMinor == 5 ? 16 : 32;
        break;
    case 8:
        *blocks = p->computeMinor == 0 ? 32 : p->computeMinor == 9 ? 24 : 16;
        break;
    case 12:
        *blocks = 24;
        break;
    case 5:
    case 6:
    case 9:
    case 10:
        *blocks = 32;
        break;
    default:
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    }
    return CUDA_OCC_SUCCESS;
}

/* The most shared memory that a block of this function may have. */
__OCC_INLINE size_t simgpu_occupancy_shared_limit(const cudaOccDeviceProp *p,
                                                  const cudaOccFuncAttributes *a)
{
    return a->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN &&
                   p->sharedMemPerBlockOptin > p->sharedMemPerBlock
               ? p->sharedMemPerBlockOptin
               : p->sharedMemPerBlock;
}

/* Blocks that the registers allow; and what one takes. 0 if it has more than a block may have. */
__OCC_INLINE int simgpu_occupancy_by_registers(int *of_block, const cudaOccDeviceProp *p,
                                               const cudaOccFuncAttributes *a, int warps)
{
    int unit = 0, parts = 0, of_warp, warps_of_part;
    cudaOccRegAllocationGranularity(&unit, p);
    cudaOccSubPartitionsPerMultiprocessor(&parts, p);
    of_warp = __occRoundUp(a->numRegs * p->warpSize, unit);
    *of_block = of_warp * __occRoundUp(warps, parts);
    if (of_warp == 0)
        return INT_MAX;
    if (*of_block > p->regsPerBlock)
        return 0;
    warps_of_part = p->regsPerMultiprocessor / parts / of_warp;
    return warps_of_part * parts / warps;
}

/* Blocks that shared memory allows; and what one takes. 0 if it asks for more than a block may
 * have. */
__OCC_INLINE int simgpu_occupancy_by_shared(size_t *of_block, const cudaOccDeviceProp *p,
                                            const cudaOccFuncAttributes *a, size_t dynamic)
{
    int unit = 0;
    size_t bytes = a->sharedSizeBytes + dynamic;
    cudaOccSMemAllocationGranularity(&unit, p);
    if (bytes > simgpu_occupancy_shared_limit(p, a)) {
        *of_block = bytes;
        return 0;
    }
    bytes += p->reservedSharedMemPerBlock;
    *of_block = (bytes + (size_t)unit - 1) / (size_t)unit * (size_t)unit;
    return *of_block == 0 ? INT_MAX : (int)(p->sharedMemPerMultiprocessor / *of_block);
}

__OCC_INLINE cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult *result, const cudaOccDeviceProp *p, const cudaOccFuncAttributes *a,
    const cudaOccDeviceState *state, int blockSize, size_t dynamicSmemSize)
{
    int warps, most, i;
    cudaOccError error;
    if (!result || !p || !a || !state || blockSize <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    if (p->computeMajor < 2)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    if (p->maxThreadsPerBlock <= 0 || p->warpSize <= 0 || p->maxThreadsPerMultiprocessor <= 0 ||
        a->maxThreadsPerBlock <= 0 || a->numRegs < 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    error = cudaOccMaxBlocksPerSMLimit(&result->blockLimitBlocks, p);
    if (error != CUDA_OCC_SUCCESS)
        return error;
    warps = __occDivideRoundUp(blockSize, p->warpSize);
    most = a->maxThreadsPerBlock < p->maxThreadsPerBlock ? a->maxThreadsPerBlock
                                                         : p->maxThreadsPerBlock;
    result->blockLimitWarps =
        blockSize > most ? 0 : p->maxThreadsPerMultiprocessor / p->warpSize / warps;
    result->blockLimitRegs =
        simgpu_occupancy_by_registers(&result->allocatedRegistersPerBlock, p, a, warps);
    result->blockLimitSharedMem =
        simgpu_occupancy_by_shared(&result->allocatedSharedMemPerBlock, p, a, dynamicSmemSize);
    result->blockLimitBarriers = INT_MAX;
    result->partitionedGCConfig = PARTITIONED_GC_OFF;
    {
        int limits[4];
        limits[0] = result->blockLimitWarps, limits[1] = result->blockLimitRegs;
        limits[2] = result->blockLimitSharedMem, limits[3] = result->blockLimitBlocks;
        most = limits[0];
        for (i = 1; i < 4; i++)
            most = limits[i] < most ? limits[i] : most;
        result->limitingFactors = 0;
        for (i = 0; i < 4; i++)
            result->limitingFactors |= limits[i] == most ? 1u << i : 0u;
    }
    result->activeBlocksPerMultiprocessor = most;
    return CUDA_OCC_SUCCESS;
}

/* What is left of an SM's shared memory for each of so many blocks. */
__OCC_INLINE cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *bytesAvailable,
                                                              const cudaOccDeviceProp *p,
                                                              const cudaOccFuncAttributes *a,
                                                              const cudaOccDeviceState *state,
                                                              int numBlocks, int blockSize)
{
    cudaOccResult result;
    size_t each, limit;
    int unit = 0;
    cudaOccError error =
        cudaOccMaxActiveBlocksPerMultiprocessor(&result, p, a, state, blockSize, 0);
    if (error != CUDA_OCC_SUCCESS)
        return error;
    *bytesAvailable = 0;
    if (numBlocks <= 0 || numBlocks > result.activeBlocksPerMultiprocessor)
        return CUDA_OCC_SUCCESS;
    cudaOccSMemAllocationGranularity(&unit, p);
    each = p->sharedMemPerMultiprocessor / (size_t)numBlocks / (size_t)unit * (size_t)unit;
    each = each > p->reservedSharedMemPerBlock ? each - p->reservedSharedMemPerBlock : 0;
    limit = simgpu_occupancy_shared_limit(p, a);
    each = each > limit ? limit : each;
    *bytesAvailable = each > a->sharedSizeBytes ? each - a->sharedSizeBytes : 0;
    return CUDA_OCC_SUCCESS;
}

/* The largest of the block sizes with the most threads on an SM, and the least grid that fills the
 * GPU. shared_of, if not NULL, says how much dynamic shared memory a block of a size needs. */
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *p, const cudaOccFuncAttributes *a,
    const cudaOccDeviceState *state, cudaOccSMemOfBlockSize shared_of, size_t dynamicSMemSize)
{
    int size, best = 0;
    cudaOccResult result;
    if (!minGridSize || !blockSize || !p || !a || !state || p->warpSize <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    *minGridSize = *blockSize = 0;
    size = a->maxThreadsPerBlock < p->maxThreadsPerBlock ? a->maxThreadsPerBlock
                                                         : p->maxThreadsPerBlock;
    for (size = __occRoundUp(size, p->warpSize); size > 0; size -= p->warpSize) {
        int tried = size > a->maxThreadsPerBlock ? a->maxThreadsPerBlock : size;
        cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
            &result, p, a, state, tried, shared_of ? shared_of(tried) : dynamicSMemSize);
        if (error != CUDA_OCC_SUCCESS)
            return error;
        if (result.activeBlocksPerMultiprocessor * tried > best) {
            best = result.activeBlocksPerMultiprocessor * tried;
            *blockSize = tried;
            *minGridSize = result.activeBlocksPerMultiprocessor * p->numSms;
        }
    }
    return CUDA_OCC_SUCCESS;
}

#ifdef __cplusplus
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize,
                                                                const cudaOccDeviceProp *p,
                                                                const cudaOccFuncAttributes *a,
                                                                const cudaOccDeviceState *state,
                                                                size_t dynamicSMemSize = 0)
{
    return cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, p, a, state, 0,
                                                 dynamicSMemSize);
}

/* shared_of: a function or an object that takes a block's size. */
template <class F>
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *p, const cudaOccFuncAttributes *a,
    const cudaOccDeviceState *state, F shared_of)
{
    int least = 0, best_size = 0, best = 0;
    for (int size = p->maxThreadsPerBlock; size > 0; size -= p->warpSize) {
        cudaOccResult result;
        if (size > a->maxThreadsPerBlock)
            continue;
        cudaOccError error =
            cudaOccMaxActiveBlocksPerMultiprocessor(&result, p, a, state, size, shared_of(size));
        if (error != CUDA_OCC_SUCCESS)
            return error;
        if (result.activeBlocksPerMultiprocessor * size > best) {
            best = result.activeBlocksPerMultiprocessor * size;
            best_size = size;
            least = result.activeBlocksPerMultiprocessor * p->numSms;
        }
    }
    *minGridSize = least;
    *blockSize = best_size;
    return CUDA_OCC_SUCCESS;
}
#endif

#endif
