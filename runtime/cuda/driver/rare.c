/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that few programs make; the runtime's functions do the work. */
#include "runtime/cuda/driver/driver.h"

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    (void)stream;
    return device ? cuCtxGetDevice(device) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags)
{
    return driver_result(cudaEventRecordWithFlags(event, stream, flags));
}
DRIVER_ALSO(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz)

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *texels, CUarray_format format,
                                            unsigned int channels, CUdevice device)
{
    struct cudaChannelFormatDesc texel;
    if (!driver_texels(format, channels, &texel))
        return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaDeviceGetTexture1DLinearMaxWidth(texels, &texel, device));
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    return driver_result(cudaFuncGetParamInfo(function, index, offset, bytes));
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes)
{
    CUfunction function;
    const CUresult result = cuKernelGetFunction(&function, kernel);
    return result == CUDA_SUCCESS ? cuFuncGetParamInfo(function, index, offset, bytes) : result;
}

/* Nothing is lazy here. */
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
    if (!state || !function)
        return CUDA_ERROR_INVALID_VALUE;
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction function)
{
    return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static cudaLaunchConfig_t launch_of(const CUlaunchConfig *config)
{
    return (cudaLaunchConfig_t){
        .gridDim = {config->gridDimX, config->gridDimY, config->gridDimZ},
        .blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ},
        .dynamicSmemBytes = config->sharedMemBytes,
        .stream = config->hStream,
        .attrs = (cudaLaunchAttribute *)config->attrs,
        .numAttrs = config->numAttrs};
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                      const CUlaunchConfig *config)
{
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t launch = launch_of(config);
    return driver_result(cudaOccupancyMaxActiveClusters(clusters, function, &launch));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *blocks, CUfunction function,
                                            const CUlaunchConfig *config)
{
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t launch = launch_of(config);
    return driver_result(cudaOccupancyMaxPotentialClusterSize(blocks, function, &launch));
}

CUresult cuProfilerInitialize(const char *configuration, const char *output, CUoutput_mode mode)
{
    (void)configuration, (void)output, (void)mode;
    return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
                               CUdeviceptr address)
{
    struct cudaPointerAttributes attributes;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaPointerGetAttributes(&attributes, (const void *)(uintptr_t)address));
}

/* ---- graphs ---------------------------------------------------------------------------------- */

CUresult cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy,
                            unsigned int references, unsigned int flags)
{
    return driver_result(cudaUserObjectCreate(object, pointer, destroy, references, flags));
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
    return driver_result(cudaUserObjectRetain(object, count));
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
    return driver_result(cudaUserObjectRelease(object, count));
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags)
{
    return driver_result(cudaGraphRetainUserObject(graph, object, count, flags));
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
    return driver_result(cudaGraphReleaseUserObject(graph, object, count));
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    return driver_result(cudaGraphKernelNodeCopyAttributes(from, to));
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    cudaGraphInstantiateParams same = {.flags = params->flags,
                                       .uploadStream = params->hUploadStream};
    const CUresult result = driver_result(cudaGraphInstantiateWithParams(exec, graph, &same));
    params->hErrNode_out = same.errNode_out;
    params->result_out = (CUgraphInstantiateResult)same.result_out;
    return result;
}

/* ---- parts of arrays: offsets are bytes in the first row ------------------------------------- */

CUresult cuMemcpyAtoA(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes)
{
    const CUDA_MEMCPY3D box = {.srcXInBytes = from_offset,
                               .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = from,
                               .dstXInBytes = to_offset,
                               .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                               .dstArray = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return cuMemcpy3D(&box);
}
DRIVER_ALSO(cuMemcpyAtoA, cuMemcpyAtoA_v2)

CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes)
{
    const CUDA_MEMCPY3D box = {.srcXInBytes = offset,
                               .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = from,
                               .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                               .dstDevice = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return cuMemcpy3D(&box);
}
DRIVER_ALSO(cuMemcpyAtoD, cuMemcpyAtoD_v2)

CUresult cuMemcpyHtoAAsync(CUarray to, size_t offset, const void *from, size_t bytes,
                           CUstream stream)
{
    const CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                               .srcHost = from,
                               .dstXInBytes = offset,
                               .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                               .dstArray = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return cuMemcpy3DAsync(&box, stream);
}
DRIVER_ALSO(cuMemcpyHtoAAsync, cuMemcpyHtoAAsync_v2)

CUresult cuMemcpyAtoHAsync(void *to, CUarray from, size_t offset, size_t bytes, CUstream stream)
{
    const CUDA_MEMCPY3D box = {.srcXInBytes = offset,
                               .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = from,
                               .dstMemoryType = CU_MEMORYTYPE_HOST,
                               .dstHost = to,
                               .WidthInBytes = bytes,
                               .Height = 1,
                               .Depth = 1};
    return cuMemcpy3DAsync(&box, stream);
}
DRIVER_ALSO(cuMemcpyAtoHAsync, cuMemcpyAtoHAsync_v2)
