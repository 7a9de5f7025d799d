/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls with data about each edge: only plain edges are known, whose data are zero. */
#include <string.h>

#include "runtime/cuda/device_properties.h"
#include "runtime/cuda/graphs/edges.h"
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
    return status == cudaSuccess ? graph_add_dependencies(graph, from, to, count) : status;
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *edge_data, size_t count)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? graph_remove_dependencies(graph, from, to, count) : status;
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *dependencies,
                                const cudaGraphEdgeData *edge_data, size_t count,
                                struct cudaGraphNodeParams *params)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? graph_add_any_node(node, graph, dependencies, count, params)
                                 : status;
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = graph_get_edges(graph, from, to, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                            cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = graph_node_get_dependencies(node, dependencies, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                              cudaGraphEdgeData *edge_data, size_t *count)
{
    const cudaError_t status = graph_node_get_dependent_nodes(node, dependents, count);
    clear(edge_data, count);
    return status;
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
                                                   cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *edge_data, size_t count,
                                                   unsigned int flags)
{
    const cudaError_t status = check(edge_data, count);
    return status == cudaSuccess ? graph_update_capture(stream, dependencies, count, flags)
                                 : status;
}
ALSO_PER_THREAD_STREAM(cudaStreamUpdateCaptureDependencies_v2,
                       cudaStreamUpdateCaptureDependencies_v2_ptsz)

/* ---- the names that have other parameters in programs of CUDA 13 -------------------------------
 */

enum { WITH_EDGES = 13 };

/* The symbol of a name; parameters that only one form has are words. */
#define BY_GENERATION(name, ...)                                                                   \
    cudaError_t any_##name(__VA_ARGS__) __asm__("cuda" #name);                                     \
    cudaError_t any_##name(__VA_ARGS__)

BY_GENERATION(GraphGetEdges, cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
              void *fourth, size_t *fifth)
{
    return runtime_generation == WITH_EDGES ? cudaGraphGetEdges_v2(graph, from, to, fourth, fifth)
                                            : graph_get_edges(graph, from, to, fourth);
}

BY_GENERATION(GraphAddDependencies, cudaGraph_t graph, const cudaGraphNode_t *from,
              const cudaGraphNode_t *to, uintptr_t fourth, size_t fifth)
{
    return runtime_generation == WITH_EDGES
               ? cudaGraphAddDependencies_v2(graph, from, to, (const void *)fourth, fifth)
               : graph_add_dependencies(graph, from, to, fourth);
}

BY_GENERATION(GraphRemoveDependencies, cudaGraph_t graph, const cudaGraphNode_t *from,
              const cudaGraphNode_t *to, uintptr_t fourth, size_t fifth)
{
    return runtime_generation == WITH_EDGES
               ? cudaGraphRemoveDependencies_v2(graph, from, to, (const void *)fourth, fifth)
               : graph_remove_dependencies(graph, from, to, fourth);
}

BY_GENERATION(GraphNodeGetDependencies, cudaGraphNode_t node, cudaGraphNode_t *dependencies,
              void *third, size_t *fourth)
{
    return runtime_generation == WITH_EDGES
               ? cudaGraphNodeGetDependencies_v2(node, dependencies, third, fourth)
               : graph_node_get_dependencies(node, dependencies, third);
}

BY_GENERATION(GraphNodeGetDependentNodes, cudaGraphNode_t node, cudaGraphNode_t *dependents,
              void *third, size_t *fourth)
{
    return runtime_generation == WITH_EDGES
               ? cudaGraphNodeGetDependentNodes_v2(node, dependents, third, fourth)
               : graph_node_get_dependent_nodes(node, dependents, third);
}

BY_GENERATION(GraphAddNode, cudaGraphNode_t *node, cudaGraph_t graph,
              const cudaGraphNode_t *dependencies, uintptr_t fourth, uintptr_t fifth,
              struct cudaGraphNodeParams *sixth)
{
    return runtime_generation == WITH_EDGES
               ? cudaGraphAddNode_v2(node, graph, dependencies, (const void *)fourth, fifth, sixth)
               : graph_add_any_node(node, graph, dependencies, fourth, (void *)fifth);
}

BY_GENERATION(StreamUpdateCaptureDependencies, cudaStream_t stream, cudaGraphNode_t *dependencies,
              uintptr_t third, size_t fourth, unsigned int fifth)
{
    return runtime_generation == WITH_EDGES
               ? cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, (const void *)third,
                                                        fourth, fifth)
               : graph_update_capture(stream, dependencies, third, (unsigned int)fourth);
}

/* Programs of CUDA 11 give three parameters; those of 12 call this by another name. */
BY_GENERATION(StreamGetCaptureInfo, cudaStream_t stream, enum cudaStreamCaptureStatus *status,
              unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **dependencies,
              const cudaGraphEdgeData **edge_data, size_t *count)
{
    return runtime_generation == WITH_EDGES
               ? cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edge_data,
                                             count)
               : cudaStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

cudaError_t
update_per_thread(cudaStream_t stream, cudaGraphNode_t *dependencies, uintptr_t third,
                  size_t fourth,
                  unsigned int fifth) __asm__("cudaStreamUpdateCaptureDependencies_ptsz");
cudaError_t update_per_thread(cudaStream_t stream, cudaGraphNode_t *dependencies, uintptr_t third,
                              size_t fourth, unsigned int fifth)
{
    return any_StreamUpdateCaptureDependencies(stream, dependencies, third, fourth, fifth);
}

cudaError_t look_per_thread(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                            unsigned long long *id, cudaGraph_t *graph,
                            const cudaGraphNode_t **dependencies,
                            const cudaGraphEdgeData **edge_data,
                            size_t *count) __asm__("cudaStreamGetCaptureInfo_ptsz");
cudaError_t look_per_thread(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                            unsigned long long *id, cudaGraph_t *graph,
                            const cudaGraphNode_t **dependencies,
                            const cudaGraphEdgeData **edge_data, size_t *count)
{
    return any_StreamGetCaptureInfo(stream, status, id, graph, dependencies, edge_data, count);
}
