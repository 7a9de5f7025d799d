/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs that can be launched: a clone of a graph, and the plan by which it runs. */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_EXEC_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_EXEC_H

#include "runtime/cuda/graphs/graph.h"
#include "runtime/cuda/graphs/plan.h"

struct graph_exec {
    struct graph *graph; /* owned */
    struct plan plan;
    unsigned long long flags;
};

struct graph_exec *exec_find(const struct runtime *runtime, cudaGraphExec_t handle);
/* The node that stands for one of the graph from which it was made; NULL: none does. */
struct graph_node *exec_node(const struct runtime *runtime, cudaGraphExec_t handle,
                             cudaGraphNode_t node);
/* Fails on a circle. */
cudaError_t exec_new(struct runtime *runtime, const struct graph *graph, unsigned long long flags,
                     struct graph_exec **exec);

#endif
