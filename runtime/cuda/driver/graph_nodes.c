/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes of graphs. The driver's descriptions become the runtime's. */
#include "runtime/cuda/driver/driver.h"

/* ---- kernels ----------------------------------------------------------------------------------
 */

static struct cudaKernelNodeParams kernel_of(const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!params)
        return (struct cudaKernelNodeParams){.func = NULL};
    return (struct cudaKernelNodeParams){
        .func = params->func,
        .gridDim = {params->gridDimX, params->gridDimY, params->gridDimZ},
        .blockDim = {params->blockDimX, params->blockDimY, params->blockDimZ},
        .sharedMemBytes = params->sharedMemBytes,
        .kernelParams = params->kernelParams,
        .extra = params->extra};
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS *params)
{
    const struct cudaKernelNodeParams same = kernel_of(params);
    return driver_result(cudaGraphAddKernelNode(node, graph, dependencies, count, &same));
}
DRIVER_ALSO(cuGraphAddKernelNode, cuGraphAddKernelNode_v2)

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    const struct cudaKernelNodeParams same = kernel_of(params);
    return driver_result(cudaGraphKernelNodeSetParams(node, &same));
}
DRIVER_ALSO(cuGraphKernelNodeSetParams, cuGraphKernelNodeSetParams_v2)

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS *params)
{
    const struct cudaKernelNodeParams same = kernel_of(params);
    return driver_result(cudaGraphExecKernelNodeSetParams(exec, node, &same));
}
DRIVER_ALSO(cuGraphExecKernelNodeSetParams, cuGraphExecKernelNodeSetParams_v2)

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
    struct cudaKernelNodeParams has = {.func = NULL};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphKernelNodeGetParams(node, &has));
    *params = (CUDA_KERNEL_NODE_PARAMS){.func = has.func,
                                        .gridDimX = has.gridDim.x,
                                        .gridDimY = has.gridDim.y,
                                        .gridDimZ = has.gridDim.z,
                                        .blockDimX = has.blockDim.x,
                                        .blockDimY = has.blockDim.y,
                                        .blockDimZ = has.blockDim.z,
                                        .sharedMemBytes = has.sharedMemBytes,
                                        .kernelParams = has.kernelParams};
    return result;
}
DRIVER_ALSO(cuGraphKernelNodeGetParams, cuGraphKernelNodeGetParams_v2)

/* Numbers and values are the same in both interfaces. */
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue *value)
{
    return driver_result(cudaGraphKernelNodeSetAttribute(node, (cudaKernelNodeAttrID)attribute,
                                                         (const void *)value));
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue *value)
{
    return driver_result(
        cudaGraphKernelNodeGetAttribute(node, (cudaKernelNodeAttrID)attribute, (void *)value));
}

/* ---- copies -----------------------------------------------------------------------------------
 */

static CUresult box_of(const CUDA_MEMCPY3D *params, struct cudaMemcpy3DParms *box)
{
    return params ? driver_result(driver_box(params, box)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_MEMCPY3D *params, CUcontext context)
{
    struct cudaMemcpy3DParms box;
    (void)context;
    const CUresult result = box_of(params, &box);
    return result == CUDA_SUCCESS
               ? driver_result(cudaGraphAddMemcpyNode(node, graph, dependencies, count, &box))
               : result;
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
{
    struct cudaMemcpy3DParms box;
    const CUresult result = box_of(params, &box);
    return result == CUDA_SUCCESS ? driver_result(cudaGraphMemcpyNodeSetParams(node, &box))
                                  : result;
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *params, CUcontext context)
{
    struct cudaMemcpy3DParms box;
    (void)context;
    const CUresult result = box_of(params, &box);
    return result == CUDA_SUCCESS
               ? driver_result(cudaGraphExecMemcpyNodeSetParams(exec, node, &box))
               : result;
}

/* ---- sets -------------------------------------------------------------------------------------
 */

static struct cudaMemsetParams set_of(const CUDA_MEMSET_NODE_PARAMS *params)
{
    if (!params)
        return (struct cudaMemsetParams){.dst = NULL};
    return (struct cudaMemsetParams){.dst = (void *)(uintptr_t)params->dst,
                                     .pitch = params->pitch,
                                     .value = params->value,
                                     .elementSize = params->elementSize,
                                     .width = params->width,
                                     .height = params->height};
}

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS *params,
                              CUcontext context)
{
    const struct cudaMemsetParams same = set_of(params);
    (void)context;
    return driver_result(cudaGraphAddMemsetNode(node, graph, dependencies, count, &same));
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    const struct cudaMemsetParams same = set_of(params);
    return driver_result(cudaGraphMemsetNodeSetParams(node, &same));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
    const struct cudaMemsetParams same = set_of(params);
    (void)context;
    return driver_result(cudaGraphExecMemsetNodeSetParams(exec, node, &same));
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params)
{
    struct cudaMemsetParams has = {.dst = NULL};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphMemsetNodeGetParams(node, &has));
    *params = (CUDA_MEMSET_NODE_PARAMS){.dst = (uintptr_t)has.dst,
                                        .pitch = has.pitch,
                                        .value = has.value,
                                        .elementSize = has.elementSize,
                                        .width = has.width,
                                        .height = has.height};
    return result;
}

/* ---- functions of the host --------------------------------------------------------------------
 */

static struct cudaHostNodeParams host_of(const CUDA_HOST_NODE_PARAMS *params)
{
    return params ? (struct cudaHostNodeParams){params->fn, params->userData}
                  : (struct cudaHostNodeParams){.fn = NULL};
}

CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS *params)
{
    const struct cudaHostNodeParams same = host_of(params);
    return driver_result(cudaGraphAddHostNode(node, graph, dependencies, count, &same));
}

CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
    const struct cudaHostNodeParams same = host_of(params);
    return driver_result(cudaGraphHostNodeSetParams(node, &same));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *params)
{
    const struct cudaHostNodeParams same = host_of(params);
    return driver_result(cudaGraphExecHostNodeSetParams(exec, node, &same));
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params)
{
    struct cudaHostNodeParams has = {.fn = NULL};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphHostNodeGetParams(node, &has));
    *params = (CUDA_HOST_NODE_PARAMS){has.fn, has.userData};
    return result;
}

/* ---- the others -------------------------------------------------------------------------------
 */

CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t count, CUgraph child)
{
    return driver_result(cudaGraphAddChildGraphNode(node, graph, dependencies, count, child));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *child)
{
    return driver_result(cudaGraphChildGraphNodeGetGraph(node, child));
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child)
{
    return driver_result(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
}

CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                             size_t count)
{
    return driver_result(cudaGraphAddEmptyNode(node, graph, dependencies, count));
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *dependencies, size_t count, CUevent event)
{
    return driver_result(cudaGraphAddEventRecordNode(node, graph, dependencies, count, event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                 size_t count, CUevent event)
{
    return driver_result(cudaGraphAddEventWaitNode(node, graph, dependencies, count, event));
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph,
                                        CUcontext context, unsigned int initial, unsigned int flags)
{
    (void)handle, (void)graph, (void)context, (void)initial, (void)flags;
    return driver_refuse("cuGraphConditionalHandleCreate (conditional nodes of graphs)");
}
