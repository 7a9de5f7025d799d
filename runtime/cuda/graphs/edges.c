/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls with data about each edge: only plain edges are known, whose data are zero. */
#include <string.h>

#include "runtime/cuda/graphs/graph.h"
#include "runtime/cuda/streams.h"

static cudaError_t check(const cudaGraphEdgeData *edge_data, size_t count)
{
    static const cudaGraphEdgeData plain;
    for (size_t i = 0; edge_data && i < count; i++)
        if (memcmp(&edge_data[i], &plain, sizeof plain) != 0)
            return error_note(
                error_not_supported("an edge of a graph that begins before its first node ends"));
    return cudaSuccess;
}

static void clear(cudaGraphEdgeData *edge_data, const size_t *count)
{
    if (edge_data && count)
        memset(edge_data, 0, *count * sizeof *edge_data);
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edge_data, size_t count)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? cudaGraphAddDependencies(graph, from, to, count) : status;
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *edge_data, size_t count)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? cudaGraphRemoveDependencies(graph, from, to, count) : status;
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *dependencies,
                                const cudaGraphEdgeData *edge_data, size_t count,
                                struct cudaGraphNodeParams *params)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? cudaGraphAddNode(node, graph, dependencies, count, params)
                                 : status;
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = cudaGraphGetEdges(graph, from, to, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                            cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = cudaGraphNodeGetDependencies(node, dependencies, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                              cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = cudaGraphNodeGetDependentNodes(node, dependents, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
                                                   cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *edge_data, size_t count,
                                                   unsigned int flags)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess
               ? cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags)
               : status;
}
ALSO_PER_THREAD_STREAM(cudaStreamUpdateCaptureDependencies_v2,
                       cudaStreamUpdateCaptureDependencies_v2_ptsz)
