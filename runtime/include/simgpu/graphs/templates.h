/* SPDX-License-Identifier: BSD-3-Clause */
/* The C++ forms of functions about pools, places of memory and graphs.
 *
 * Source: CUDA Runtime API reference manual 12.x, "C++ API Routines"; 11.8 and 13.0 for parameters
 * that other releases have.
 */
#ifndef SIMGPU_GRAPH_TEMPLATES_H
#define SIMGPU_GRAPH_TEMPLATES_H

#include "../../cuda_runtime_api.h"

/* ---- pools, places ---- */

static inline cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync(pointer, size, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count,
                                               struct cudaMemLocation location, unsigned int flags,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemPrefetchAsync_v2(pointer, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void *pointer, size_t count,
                                        enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location)
{
    return ::cudaMemAdvise_v2(pointer, count, advice, location);
}

/* ---- graphs: the parameters that CUDA 11 had ---- */

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *error_node, char *text,
                                               size_t text_bytes)
{
    const cudaError_t status = ::cudaGraphInstantiate(exec, graph, 0);
    if (error_node)
        *error_node = 0;
    if (text && text_bytes > 0)
        *text = 0;
    return status;
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphNode_t *error_node,
                                              enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);
    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return status;
}

/* ---- graphs: the parameters that CUDA 13 has ---- */

static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to,
                                                   const cudaGraphEdgeData *edge_data, size_t count)
{
    return ::cudaGraphAddDependencies_v2(graph, from, to, edge_data, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                      const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to,
                                                      const cudaGraphEdgeData *edge_data,
                                                      size_t count)
{
    return ::cudaGraphRemoveDependencies_v2(graph, from, to, edge_data, count);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                            cudaGraphNode_t *to, cudaGraphEdgeData *edge_data,
                                            size_t *count)
{
    return ::cudaGraphGetEdges_v2(graph, from, to, edge_data, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                       cudaGraphNode_t *dependencies,
                                                       cudaGraphEdgeData *edge_data, size_t *count)
{
    return ::cudaGraphNodeGetDependencies_v2(node, dependencies, edge_data, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                         cudaGraphNode_t *dependents,
                                                         cudaGraphEdgeData *edge_data,
                                                         size_t *count)
{
    return ::cudaGraphNodeGetDependentNodes_v2(node, dependents, edge_data, count);
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies,
                                           const cudaGraphEdgeData *edge_data, size_t count,
                                           struct cudaGraphNodeParams *params)
{
    return ::cudaGraphAddNode_v2(node, graph, dependencies, edge_data, count, params);
}

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                   enum cudaStreamCaptureStatus *status,
                                                   unsigned long long *id, cudaGraph_t *graph,
                                                   const cudaGraphNode_t **dependencies,
                                                   const cudaGraphEdgeData **edge_data,
                                                   size_t *count)
{
    return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edge_data, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t *dependencies,
                                                              const cudaGraphEdgeData *edge_data,
                                                              size_t count, unsigned int flags = 0)
{
    return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edge_data, count, flags);
}

/* ---- graphs: variables by name ---- */

template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                         const cudaGraphNode_t *dependencies,
                                                         size_t count, const T &symbol,
                                                         const void *from, size_t bytes,
                                                         size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, (const void *)&symbol,
                                            from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                           const cudaGraphNode_t *dependencies,
                                                           size_t count, void *to, const T &symbol,
                                                           size_t bytes, size_t offset,
                                                           enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, to,
                                              (const void *)&symbol, bytes, offset, kind);
}

#ifdef __CUDA__
/* What a condition is set with. The node is refused when the host adds it. */
static inline __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int)
{
#ifdef __CUDA_ARCH__
    __asm__ volatile("trap;");
#endif
}
#endif

#endif
