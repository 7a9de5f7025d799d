/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes of any type by one call, and those that are refused. */
#include <string.h>

#include "runtime/cuda/graphs/edges.h"
#include "runtime/cuda/graphs/graph.h"

static cudaError_t refuse(enum cudaGraphNodeType type)
{
    return error_note(
        type == cudaGraphNodeTypeConditional
            ? error_not_supported("cudaGraphAddNode: a conditional node")
            : error_not_supported("cudaGraphAddNode: a node of an external semaphore"));
}

/* The V2 structures begin as the older ones do. */
static struct cudaKernelNodeParams kernel_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaKernelNodeParamsV2 *has = &params->kernel;
    return (struct cudaKernelNodeParams){has->func,           has->gridDim,      has->blockDim,
                                         has->sharedMemBytes, has->kernelParams, has->extra};
}

static struct cudaMemsetParams set_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaMemsetParamsV2 *has = &params->memset;
    return (struct cudaMemsetParams){has->dst,         has->pitch, has->value,
                                     has->elementSize, has->width, has->height};
}

static struct cudaHostNodeParams host_of(const struct cudaGraphNodeParams *params)
{
    return (struct cudaHostNodeParams){params->host.fn, params->host.userData};
}

static cudaError_t add_memory(cudaGraphNode_t *node, cudaGraph_t graph,
                              const cudaGraphNode_t *dependencies, size_t count,
                              struct cudaMemAllocNodeParamsV2 *params)
{
    struct cudaMemAllocNodeParams alloc = {params->poolProps, params->accessDescs,
                                           params->accessDescCount, params->bytesize, NULL};
    const cudaError_t status = cudaGraphAddMemAllocNode(node, graph, dependencies, count, &alloc);
    params->dptr = alloc.dptr;
    return status;
}

cudaError_t graph_add_any_node(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *dependencies, size_t count,
                               struct cudaGraphNodeParams *params)
{
    if (!params)
        return error_note(cudaErrorInvalidValue);
    const struct cudaKernelNodeParams kernel = kernel_of(params);
    const struct cudaMemsetParams set = set_of(params);
    const struct cudaHostNodeParams host = host_of(params);
    switch (params->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphAddKernelNode(node, graph, dependencies, count, &kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(node, graph, dependencies, count, &set);
    case cudaGraphNodeTypeHost:
        return cudaGraphAddHostNode(node, graph, dependencies, count, &host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, dependencies, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(node, graph, dependencies, count, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, dependencies, count,
                                           params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
        return add_memory(node, graph, dependencies, count, &params->alloc);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(node, graph, dependencies, count, params->free.dptr);
    default:
        return refuse(params->type);
    }
}

/* exec: NULL for the graph's own node. */
static cudaError_t set_params(cudaGraphExec_t exec, cudaGraphNode_t node,
                              const struct cudaGraphNodeParams *params)
{
    if (!params)
        return error_note(cudaErrorInvalidValue);
    const struct cudaKernelNodeParams kernel = kernel_of(params);
    const struct cudaMemsetParams set = set_of(params);
    const struct cudaHostNodeParams host = host_of(params);
    switch (params->type) {
    case cudaGraphNodeTypeKernel:
        return exec ? cudaGraphExecKernelNodeSetParams(exec, node, &kernel)
                    : cudaGraphKernelNodeSetParams(node, &kernel);
    case cudaGraphNodeTypeMemcpy:
        return exec ? cudaGraphExecMemcpyNodeSetParams(exec, node, &params->memcpy.copyParams)
                    : cudaGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return exec ? cudaGraphExecMemsetNodeSetParams(exec, node, &set)
                    : cudaGraphMemsetNodeSetParams(node, &set);
    case cudaGraphNodeTypeHost:
        return exec ? cudaGraphExecHostNodeSetParams(exec, node, &host)
                    : cudaGraphHostNodeSetParams(node, &host);
    case cudaGraphNodeTypeWaitEvent:
        return exec ? cudaGraphExecEventWaitNodeSetEvent(exec, node, params->eventWait.event)
                    : cudaGraphEventWaitNodeSetEvent(node, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return exec ? cudaGraphExecEventRecordNodeSetEvent(exec, node, params->eventRecord.event)
                    : cudaGraphEventRecordNodeSetEvent(node, params->eventRecord.event);
    case cudaGraphNodeTypeGraph:
        if (exec)
            return cudaGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
        return error_note(cudaErrorInvalidValue);
    default:
        return error_note(cudaErrorInvalidValue);
    }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    return set_params(NULL, node, params);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *params)
{
    return exec ? set_params(exec, node, params) : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int initial, unsigned int flags)
{
    (void)handle, (void)graph, (void)initial, (void)flags;
    return error_note(
        error_not_supported("cudaGraphConditionalHandleCreate (conditional nodes of graphs)"));
}
