/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that graphs allocate and free, and events of their nodes: the runtime's. */
#include "runtime/cuda/driver/driver.h"

CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    /* Who may access it: all of them can, as in a pool. */
    struct cudaMemAllocNodeParams same = {
        .poolProps = {.allocType = (enum cudaMemAllocationType)params->poolProps.allocType,
                      .handleTypes =
                          (enum cudaMemAllocationHandleType)params->poolProps.handleTypes,
                      .location = {(enum cudaMemLocationType)params->poolProps.location.type,
                                   params->poolProps.location.id},
                      .maxSize = params->poolProps.maxSize},
        .bytesize = params->bytesize};
    const CUresult result =
        driver_result(cudaGraphAddMemAllocNode(node, graph, dependencies, count, &same));
    params->dptr = (uintptr_t)same.dptr;
    return result;
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    struct cudaMemAllocNodeParams has = {.dptr = NULL};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphMemAllocNodeGetParams(node, &has));
    *params = (CUDA_MEM_ALLOC_NODE_PARAMS){
        .poolProps = {.allocType = (CUmemAllocationType)has.poolProps.allocType,
                      .handleTypes = (CUmemAllocationHandleType)has.poolProps.handleTypes,
                      .location = {(CUmemLocationType)has.poolProps.location.type,
                                   has.poolProps.location.id},
                      .maxSize = has.poolProps.maxSize},
        .bytesize = has.bytesize,
        .dptr = (uintptr_t)has.dptr};
    return result;
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address)
{
    void *pointer = NULL;
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = driver_result(cudaGraphMemFreeNodeGetParams(node, &pointer));
    *address = (uintptr_t)pointer;
    return result;
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                               size_t count, CUdeviceptr address)
{
    return driver_result(
        cudaGraphAddMemFreeNode(node, graph, dependencies, count, (void *)(uintptr_t)address));
}

/* Numbers are the same in both interfaces. */
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    return driver_result(
        cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attribute, value));
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    return driver_result(
        cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attribute, value));
}

CUresult cuDeviceGraphMemTrim(CUdevice device)
{
    return driver_result(cudaDeviceGraphMemTrim(device));
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return driver_result(cudaGraphEventRecordNodeGetEvent(node, event));
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    return driver_result(cudaGraphEventRecordNodeSetEvent(node, event));
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    return driver_result(cudaGraphExecEventRecordNodeSetEvent(exec, node, event));
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return driver_result(cudaGraphEventWaitNodeGetEvent(node, event));
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    return driver_result(cudaGraphEventWaitNodeSetEvent(node, event));
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    return driver_result(cudaGraphExecEventWaitNodeSetEvent(exec, node, event));
}
