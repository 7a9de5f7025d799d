/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that nodes of graphs allocate.
 *
 * Differs: the memory is there from the node's making to the end of the last graph that has the
 * node, and is not shared with other allocations meanwhile.
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_GRAPH_MEMORY_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_GRAPH_MEMORY_H

#include "runtime/cuda/graphs/graph.h"

/* For a node that is about to be added. */
cudaError_t graph_memory_allocate(struct runtime *runtime, uint64_t bytes,
                                  struct graph_memory **memory);
/* Bytes of all of it. */
uint64_t graph_memory_bytes(const struct runtime *runtime);
/* NULL: the address is no such allocation's. */
struct graph_memory *graph_memory_find(const struct runtime *runtime, const void *address);
/* One node less. */
void graph_memory_leave(struct runtime *runtime, struct graph_memory *memory);
/* The program frees it. */
cudaError_t graph_memory_free(struct runtime *runtime, struct graph_memory *memory);

#endif
