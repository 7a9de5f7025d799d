/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes that allocate and free memory, and what graphs use of it. */
#include "runtime/cuda/graphs/graph_memory.h"
#include "runtime/cuda/message.h"

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count,
                                     struct cudaMemAllocNodeParams *params)
{
    struct graph_place place;
    struct graph_memory *memory = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    if (status == cudaSuccess && (!made || !params))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = graph_memory_allocate(runtime, params->bytesize, &memory);
    if (status == cudaSuccess) {
        struct graph_node *node =
            graph_add(runtime, place.graph, cudaGraphNodeTypeMemAlloc, place.before, place.count);
        params->dptr = (void *)(uintptr_t)memory->address;
        node->memory = memory;
        node->alloc = *params;
        node->alloc.accessDescs = NULL; /* the caller's */
        node->alloc.accessDescCount = 0;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t handle,
                                           struct cudaMemAllocNodeParams *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeMemAlloc, &node);
    if (status == cudaSuccess && !params)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *params = node->alloc;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t count,
                                    void *pointer)
{
    struct graph_place place;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    struct graph_memory *memory =
        status == cudaSuccess ? graph_memory_find(runtime, pointer) : NULL;
    if (status == cudaSuccess && (!made || !memory))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_node *node =
            graph_add(runtime, place.graph, cudaGraphNodeTypeMemFree, place.before, place.count);
        node->memory = memory;
        node->freed = pointer;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t handle, void *pointer)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeMemFree, &node);
    if (status == cudaSuccess && !pointer)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *(void **)pointer = node->freed;
    return runtime_leave(runtime, status);
}

/* ---- how much it is ---------------------------------------------------------------------------
 */

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    return error_note(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

/* What a graph has is in use, also what its node or the program has freed: the graph maps it.
 *
 * Source: CUDA C++ Programming Guide 12.x, "Querying Memory Footprint" of graph memory nodes. */
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && (!value || (unsigned)attribute > cudaGraphMemAttrReservedMemHigh))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        const bool is_high = attribute == cudaGraphMemAttrUsedMemHigh ||
                             attribute == cudaGraphMemAttrReservedMemHigh;
        *(uint64_t *)value = is_high ? runtime->graph_memory_high : graph_memory_bytes(runtime);
    }
    return runtime_leave(runtime, status);
}

/* The largest use is counted anew. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && (!value || *(const uint64_t *)value != 0 ||
                                  (attribute != cudaGraphMemAttrUsedMemHigh &&
                                   attribute != cudaGraphMemAttrReservedMemHigh)))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        runtime->graph_memory_high = graph_memory_bytes(runtime);
    return runtime_leave(runtime, status);
}
