/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes of any type by one call: the call of its type. */
#include "runtime/cuda/driver/driver.h"

static CUDA_KERNEL_NODE_PARAMS kernel_of(const CUgraphNodeParams *params)
{
    const CUDA_KERNEL_NODE_PARAMS_v3 *has = &params->kernel;
    return (CUDA_KERNEL_NODE_PARAMS){.func = has->func ? has->func : (CUfunction)has->kern,
                                     .gridDimX = has->gridDimX,
                                     .gridDimY = has->gridDimY,
                                     .gridDimZ = has->gridDimZ,
                                     .blockDimX = has->blockDimX,
                                     .blockDimY = has->blockDimY,
                                     .blockDimZ = has->blockDimZ,
                                     .sharedMemBytes = has->sharedMemBytes,
                                     .kernelParams = has->kernelParams,
                                     .extra = has->extra};
}

static CUDA_MEMSET_NODE_PARAMS set_of(const CUgraphNodeParams *params)
{
    const CUDA_MEMSET_NODE_PARAMS_v2 *has = &params->memset;
    return (CUDA_MEMSET_NODE_PARAMS){has->dst,         has->pitch, has->value,
                                     has->elementSize, has->width, has->height};
}

static CUDA_HOST_NODE_PARAMS host_of(const CUgraphNodeParams *params)
{
    return (CUDA_HOST_NODE_PARAMS){params->host.fn, params->host.userData};
}

static CUresult add_memory(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                           size_t count, CUDA_MEM_ALLOC_NODE_PARAMS_v2 *params)
{
    CUDA_MEM_ALLOC_NODE_PARAMS alloc = {params->poolProps, params->accessDescs,
                                        params->accessDescCount, params->bytesize, 0};
    const CUresult result = cuGraphAddMemAllocNode(node, graph, dependencies, count, &alloc);
    params->dptr = alloc.dptr;
    return result;
}

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                        size_t count, CUgraphNodeParams *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(params);
    const CUDA_MEMSET_NODE_PARAMS set = set_of(params);
    const CUDA_HOST_NODE_PARAMS host = host_of(params);
    switch (params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return cuGraphAddKernelNode(node, graph, dependencies, count, &kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cuGraphAddMemcpyNode(node, graph, dependencies, count, &params->memcpy.copyParams,
                                    params->memcpy.copyCtx);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return cuGraphAddMemsetNode(node, graph, dependencies, count, &set, params->memset.ctx);
    case CU_GRAPH_NODE_TYPE_HOST:
        return cuGraphAddHostNode(node, graph, dependencies, count, &host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return cuGraphAddChildGraphNode(node, graph, dependencies, count, params->graph.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return cuGraphAddEmptyNode(node, graph, dependencies, count);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cuGraphAddEventWaitNode(node, graph, dependencies, count, params->eventWait.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cuGraphAddEventRecordNode(node, graph, dependencies, count,
                                         params->eventRecord.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return add_memory(node, graph, dependencies, count, &params->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return cuGraphAddMemFreeNode(node, graph, dependencies, count, params->free.dptr);
    default:
        return driver_refuse("cuGraphAddNode: a node of this type");
    }
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(params);
    const CUDA_MEMSET_NODE_PARAMS set = set_of(params);
    const CUDA_HOST_NODE_PARAMS host = host_of(params);
    switch (params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return cuGraphKernelNodeSetParams(node, &kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cuGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return cuGraphMemsetNodeSetParams(node, &set);
    case CU_GRAPH_NODE_TYPE_HOST:
        return cuGraphHostNodeSetParams(node, &host);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cuGraphEventWaitNodeSetEvent(node, params->eventWait.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cuGraphEventRecordNodeSetEvent(node, params->eventRecord.event);
    default:
        return driver_refuse("cuGraphNodeSetParams: a node of this type");
    }
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(params);
    const CUDA_MEMSET_NODE_PARAMS set = set_of(params);
    const CUDA_HOST_NODE_PARAMS host = host_of(params);
    switch (params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return cuGraphExecKernelNodeSetParams(exec, node, &kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cuGraphExecMemcpyNodeSetParams(exec, node, &params->memcpy.copyParams,
                                              params->memcpy.copyCtx);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return cuGraphExecMemsetNodeSetParams(exec, node, &set, params->memset.ctx);
    case CU_GRAPH_NODE_TYPE_HOST:
        return cuGraphExecHostNodeSetParams(exec, node, &host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return cuGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cuGraphExecEventWaitNodeSetEvent(exec, node, params->eventWait.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cuGraphExecEventRecordNodeSetEvent(exec, node, params->eventRecord.event);
    default:
        return driver_refuse("cuGraphExecNodeSetParams: a node of this type");
    }
}
