/* SPDX-License-Identifier: BSD-3-Clause */
/* What is launched takes over what another graph of the same shape does.
 *
 * Source: CUDA Runtime API, cudaGraphExecUpdate. Nodes stand for each other by the order in which
 * they were added, as there.
 */
#include "runtime/cuda/device_properties.h"
#include "runtime/cuda/graphs/exec.h"

static bool have_same_place(const struct graph *ours, const struct graph_node *node,
                            const struct graph *theirs, const struct graph_node *other)
{
    if (node->n_before != other->n_before)
        return false;
    for (size_t i = 0; i < theirs->count; i++)
        theirs->nodes[i]->step = ours->nodes[i]->step = (unsigned)i;
    for (size_t i = 0; i < node->n_before; i++) {
        bool found = false;
        for (size_t j = 0; j < other->n_before && !found; j++)
            found = node->before[i]->step == other->before[j]->step;
        if (!found)
            return false;
    }
    return true;
}

static enum cudaGraphExecUpdateResult compare(const struct graph *ours, const struct graph *theirs,
                                              cudaGraphExecUpdateResultInfo *info)
{
    for (size_t i = 0; i < theirs->count; i++) {
        const struct graph_node *node = i < ours->count ? ours->nodes[i] : NULL;
        struct graph_node *other = theirs->nodes[i];
        info->errorNode = (cudaGraphNode_t)other;
        if (!node || !have_same_place(ours, node, theirs, other))
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (node->type != other->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (node->type == cudaGraphNodeTypeMemAlloc && node->memory != other->memory)
            return cudaGraphExecUpdateErrorParametersChanged;
        if (node->type == cudaGraphNodeTypeGraph) {
            const enum cudaGraphExecUpdateResult inner = compare(node->child, other->child, info);
            if (inner != cudaGraphExecUpdateSuccess)
                return inner;
        }
    }
    info->errorNode = NULL;
    return ours->count == theirs->count ? cudaGraphExecUpdateSuccess
                                        : cudaGraphExecUpdateErrorTopologyChanged;
}

/* Children keep their nodes, so that plan and handles hold. */
static void take_over(struct runtime *runtime, const struct graph *ours, const struct graph *theirs)
{
    for (size_t i = 0; i < ours->count; i++)
        if (ours->nodes[i]->type == cudaGraphNodeTypeGraph)
            take_over(runtime, ours->nodes[i]->child, theirs->nodes[i]->child);
        else if (ours->nodes[i]->type != cudaGraphNodeTypeMemAlloc) {
            graph_node_clear(runtime, ours->nodes[i]);
            graph_node_copy(runtime, ours->nodes[i], theirs->nodes[i]);
        }
}

static cudaError_t update(struct runtime *runtime, const struct graph_exec *exec,
                          const struct graph *graph, cudaGraphExecUpdateResultInfo *info)
{
    if (!exec || !graph)
        return cudaErrorInvalidValue;
    /* The plan's steps are found by the nodes, whose scratch this uses. */
    info->result = exec->graph->count == graph->count ? compare(exec->graph, graph, info)
                                                      : cudaGraphExecUpdateErrorTopologyChanged;
    if (info->result != cudaGraphExecUpdateSuccess)
        return cudaErrorGraphExecUpdateFailure;
    take_over(runtime, exec->graph, graph);
    return cudaSuccess;
}

/* Programs of CUDA 11 give two places: for the node, and for the result. */
cudaError_t graph_exec_update(cudaGraphExec_t handle, cudaGraph_t graph, void *first,
                              void *second) __asm__("cudaGraphExecUpdate");
cudaError_t graph_exec_update(cudaGraphExec_t handle, cudaGraph_t graph, void *first, void *second)
{
    cudaGraphExecUpdateResultInfo info = {.result = cudaGraphExecUpdateError};
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = update(runtime, exec_find(runtime, handle), graph_find(runtime, graph), &info);
    if (runtime_generation != 11) {
        if (first)
            *(cudaGraphExecUpdateResultInfo *)first = info;
    } else {
        if (first)
            *(cudaGraphNode_t *)first = info.errorNode;
        if (second)
            *(enum cudaGraphExecUpdateResult *)second = info.result;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t handle,
                                                 cudaGraph_t child)
{
    cudaGraphExecUpdateResultInfo info;
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){exec, handle},
                                            cudaGraphNodeTypeGraph, &node);
    if (status == cudaSuccess) {
        const struct graph *graph = graph_find(runtime, child);
        if (!graph || compare(node->child, graph, &info) != cudaGraphExecUpdateSuccess)
            status = cudaErrorInvalidValue;
        else
            take_over(runtime, node->child, graph);
    }
    return runtime_leave(runtime, status);
}
