/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches as before CUDA 4: a kernel keeps its block, its shared memory and its parameters, and a
 * call gives the grid. CUDA 13 still has them.
 *
 * Source: CUDA Driver API reference manual, "Execution Control [DEPRECATED]".
 */
#include <string.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/launch/launch_config.h"
#include "runtime/cuda/message.h"

struct old_launch {
    unsigned int block[3], shared_bytes;
    size_t bytes;
    unsigned char parameters[LAUNCH_ARGUMENT_BYTES_MAX];
};

/* What the kernel keeps; made when it is first asked for. */
static CUresult old_launch_of(CUfunction function, struct old_launch **old)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = kernel_find(runtime, function, &kernel);
    if (status == cudaSuccess && !kernel->old_launch) {
        kernel->old_launch = message_allocate(sizeof *kernel->old_launch);
        *kernel->old_launch = (struct old_launch){.block = {1, 1, 1}};
    }
    *old = kernel ? kernel->old_launch : NULL;
    const CUresult result = driver_result(runtime_leave(runtime, status));
    return status == cudaErrorInvalidDeviceFunction ? CUDA_ERROR_INVALID_HANDLE : result;
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    struct old_launch *old;
    const CUresult result = old_launch_of(function, &old);
    if (result != CUDA_SUCCESS)
        return result;
    if (x <= 0 || y <= 0 || z <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(old->block, (const int[]){x, y, z}, sizeof old->block);
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes)
{
    struct old_launch *old;
    const CUresult result = old_launch_of(function, &old);
    if (result == CUDA_SUCCESS)
        old->shared_bytes = bytes;
    return result;
}

CUresult cuParamSetSize(CUfunction function, unsigned int bytes)
{
    struct old_launch *old;
    const CUresult result = old_launch_of(function, &old);
    if (result != CUDA_SUCCESS)
        return result;
    if (bytes > sizeof old->parameters)
        return CUDA_ERROR_INVALID_VALUE;
    old->bytes = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int bytes)
{
    struct old_launch *old;
    const CUresult result = old_launch_of(function, &old);
    if (result != CUDA_SUCCESS)
        return result;
    if (offset < 0 || !value || (size_t)offset > sizeof old->parameters ||
        bytes > sizeof old->parameters - (size_t)offset)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(old->parameters + offset, value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    struct old_launch *old;
    const CUresult result = old_launch_of(function, &old);
    if (result != CUDA_SUCCESS)
        return result;
    if (width <= 0 || height <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, old->parameters, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &old->bytes, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, (unsigned int)width, (unsigned int)height, 1, old->block[0],
                          old->block[1], old->block[2], old->shared_bytes, stream, NULL, packed);
}

CUresult cuLaunchGrid(CUfunction function, int width, int height)
{
    return cuLaunchGridAsync(function, width, height, NULL);
}

CUresult cuLaunch(CUfunction function)
{
    return cuLaunchGrid(function, 1, 1);
}
