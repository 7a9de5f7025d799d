/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels: what they are like, and their launches. */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/launch/launch.h"
#include "runtime/cuda/message.h"

/* A handle that is none, or whose module has been unloaded. */
static CUresult of_function(cudaError_t status)
{
    const CUresult result = driver_result(status);
    return status == cudaErrorInvalidDeviceFunction ? CUDA_ERROR_INVALID_HANDLE : result;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    struct cudaFuncAttributes has;
    const cudaError_t status = cudaFuncGetAttributes(&has, function);
    if (status != cudaSuccess)
        return of_function(status);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = has.maxThreadsPerBlock;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)has.sharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = (int)has.constSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = (int)has.localSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = has.numRegs;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = has.ptxVersion;
        break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = has.binaryVersion;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = has.maxDynamicSharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = has.preferredShmemCarveout;
        break;
    default:
        *value = 0;
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    return of_function(cudaFuncSetAttribute(function, (enum cudaFuncAttribute)attribute, value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    return of_function(cudaFuncSetCacheConfig(function, (enum cudaFuncCache)config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
    return of_function(cudaFuncSetSharedMemConfig(function, (enum cudaSharedMemConfig)config));
}

/* ---- launches ------------------------------------------------------------------------------- */

/* The parameters as they lie in memory, from cuLaunchKernel's `extra`. */
static bool find_packed(void **extra, struct launch_packed *packed)
{
    const size_t *bytes = NULL;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            packed->parameters = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = extra[1];
        else
            return false;
    if (!bytes || (!packed->parameters && *bytes > 0))
        return false;
    packed->bytes = *bytes;
    return true;
}

static CUresult launch(const cudaLaunchConfig_t *description, CUfunction function, void **arguments,
                       void **extra)
{
    struct launch_packed packed = {.padded = true};
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!extra)
        return of_function(cudaLaunchKernelExC(description, function, arguments));
    if (arguments || !find_packed(extra, &packed))
        return CUDA_ERROR_INVALID_VALUE;
    return of_function(launch_with_packed(description, function, &packed));
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **arguments, void **extra)
{
    const cudaLaunchConfig_t description = {.gridDim = {grid_x, grid_y, grid_z},
                                            .blockDim = {block_x, block_y, block_z},
                                            .dynamicSmemBytes = shared_bytes,
                                            .stream = stream};
    return launch(&description, function, arguments, extra);
}
DRIVER_ALSO(cuLaunchKernel, cuLaunchKernel_ptsz)

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **arguments)
{
    cudaLaunchAttribute cooperative = {.id = cudaLaunchAttributeCooperative, .val.cooperative = 1};
    const cudaLaunchConfig_t description = {.gridDim = {grid_x, grid_y, grid_z},
                                            .blockDim = {block_x, block_y, block_z},
                                            .dynamicSmemBytes = shared_bytes,
                                            .stream = stream,
                                            .attrs = &cooperative,
                                            .numAttrs = 1};
    return launch(&description, function, arguments, NULL);
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "one layout");

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra)
{
    const cudaLaunchConfig_t description = {
        .gridDim = {config->gridDimX, config->gridDimY, config->gridDimZ},
        .blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ},
        .dynamicSmemBytes = config->sharedMemBytes,
        .stream = config->hStream,
        .attrs = (cudaLaunchAttribute *)config->attrs,
        .numAttrs = config->numAttrs};
    return launch(&description, function, arguments, extra);
}
DRIVER_ALSO(cuLaunchKernelEx, cuLaunchKernelEx_ptsz)

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    return driver_result(cudaLaunchHostFunc(stream, function, data));
}

/* ---- occupancy ------------------------------------------------------------------------------ */

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_size, size_t shared_bytes)
{
    return of_function(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int block_size, size_t shared_bytes,
                                                              unsigned int flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}

/* The largest block of those with most threads on an SM. */
CUresult cuOccupancyMaxPotentialBlockSize(int *least_grid, int *block_size, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared_bytes,
                                          int limit)
{
    enum { WARP = 32 };
    int most, sms, best = 0;
    CUresult result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    if (result == CUDA_SUCCESS)
        result = cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    if (limit > 0 && limit < most)
        most = limit;
    *least_grid = *block_size = 0;
    for (int size = most; result == CUDA_SUCCESS && size > 0; size = (size - 1) / WARP * WARP) {
        int blocks;
        result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, size, shared_of ? shared_of(size) : shared_bytes);
        if (result == CUDA_SUCCESS && blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *least_grid = blocks * sms;
        }
    }
    return result;
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block_size,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared_bytes, int limit,
                                                   unsigned int flags)
{
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(least_grid, block_size, function, shared_of,
                                            shared_bytes, limit);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks,
                                                 int block_size)
{
    return of_function(
        cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, block_size));
}
