/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls about edges. CUDA 12.3 gave each a second form with data about every edge; in CUDA 13 that
 * form has the first one's name. edges.c has the names, these do the work.
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_EDGES_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_EDGES_H

#include "runtime/include/cuda_runtime_api.h"

cudaError_t graph_get_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                            size_t *count);
cudaError_t graph_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                   const cudaGraphNode_t *to, size_t count);
cudaError_t graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                      const cudaGraphNode_t *to, size_t count);
cudaError_t graph_node_get_dependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                        size_t *count);
cudaError_t graph_node_get_dependent_nodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                           size_t *count);
cudaError_t graph_add_any_node(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *dependencies, size_t count,
                               struct cudaGraphNodeParams *params);
cudaError_t graph_update_capture(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count,
                                 unsigned int flags);

#endif
