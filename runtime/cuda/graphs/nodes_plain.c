/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes that set memory, call functions of the host, do nothing, are about events, or hold a graph.
 */
#include "runtime/cuda/events.h"
#include "runtime/cuda/graphs/graph.h"

/* Adds the node; *node and *runtime are for filling it in, and the caller leaves. */
static cudaError_t enter_and_add(struct runtime **runtime, cudaGraphNode_t *made, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 enum cudaGraphNodeType type, struct graph_node **node)
{
    struct graph_place place;
    const cudaError_t status = graph_place_enter(runtime, &place, graph, dependencies, count);
    if (status != cudaSuccess || !made)
        return status != cudaSuccess ? status : cudaErrorInvalidValue;
    *node = graph_add(*runtime, place.graph, type, place.before, place.count);
    *made = (cudaGraphNode_t)*node;
    return cudaSuccess;
}

/* ---- memset -----------------------------------------------------------------------------------
 */

static bool read_set(const struct cudaMemsetParams *params, struct memset_rows *rows)
{
    if (!params || !params->dst ||
        (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4) ||
        (params->height > 1 && params->pitch < params->width * params->elementSize))
        return false;
    *rows = (struct memset_rows){.pointer = params->dst,
                                 .pitch = params->pitch,
                                 .width = params->width,
                                 .height = params->height,
                                 .value = params->value,
                                 .element_bytes = params->elementSize};
    return true;
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemsetParams *params)
{
    struct memset_rows rows;
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    if (!read_set(params, &rows))
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status =
        enter_and_add(&runtime, made, graph, dependencies, count, cudaGraphNodeTypeMemset, &node);
    if (status == cudaSuccess)
        node->set = rows;
    return runtime_leave(runtime, status);
}

static cudaError_t set_set(const struct graph_target *target, const struct cudaMemsetParams *params)
{
    struct memset_rows rows;
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    if (!read_set(params, &rows))
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = graph_target_enter(&runtime, target, cudaGraphNodeTypeMemset, &node);
    if (status == cudaSuccess)
        node->set = rows;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params)
{
    return set_set(&(struct graph_target){NULL, node}, params);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params)
{
    return exec ? set_set(&(struct graph_target){exec, node}, params)
                : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t handle, struct cudaMemsetParams *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeMemset, &node);
    if (status == cudaSuccess && !params)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *params = (struct cudaMemsetParams){.dst = node->set.pointer,
                                            .pitch = node->set.pitch,
                                            .value = node->set.value,
                                            .elementSize = node->set.element_bytes,
                                            .width = node->set.width,
                                            .height = node->set.height};
    return runtime_leave(runtime, status);
}

/* ---- functions of the host --------------------------------------------------------------------
 */

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 const struct cudaHostNodeParams *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    if (!params || !params->fn)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status =
        enter_and_add(&runtime, made, graph, dependencies, count, cudaGraphNodeTypeHost, &node);
    if (status == cudaSuccess)
        node->host = *params;
    return runtime_leave(runtime, status);
}

static cudaError_t set_host(const struct graph_target *target,
                            const struct cudaHostNodeParams *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    if (!params || !params->fn)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = graph_target_enter(&runtime, target, cudaGraphNodeTypeHost, &node);
    if (status == cudaSuccess)
        node->host = *params;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *params)
{
    return set_host(&(struct graph_target){NULL, node}, params);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params)
{
    return exec ? set_host(&(struct graph_target){exec, node}, params)
                : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t handle, struct cudaHostNodeParams *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeHost, &node);
    if (status == cudaSuccess && !params)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *params = node->host;
    return runtime_leave(runtime, status);
}

/* ---- graphs within graphs, and nothing --------------------------------------------------------
 */

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t count)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    const cudaError_t status =
        enter_and_add(&runtime, made, graph, dependencies, count, cudaGraphNodeTypeEmpty, &node);
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *made, cudaGraph_t handle,
                                       const cudaGraphNode_t *dependencies, size_t count,
                                       cudaGraph_t child)
{
    struct graph_place place;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, handle, dependencies, count);
    const struct graph *inner = status == cudaSuccess ? graph_find(runtime, child) : NULL;
    if (status == cudaSuccess && (!inner || inner == place.graph || !made))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph *clone = graph_clone(runtime, inner);
        clone->owned = true;
        struct graph_node *node =
            graph_add(runtime, place.graph, cudaGraphNodeTypeGraph, place.before, place.count);
        node->child = clone;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t handle, cudaGraph_t *child)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeGraph, &node);
    if (status == cudaSuccess && !child)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *child = (cudaGraph_t)node->child;
    return runtime_leave(runtime, status);
}

/* ---- events -----------------------------------------------------------------------------------
 */

static cudaError_t add_event(cudaGraphNode_t *made, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event,
                             enum cudaGraphNodeType type)
{
    uint64_t number = 0;
    struct graph_place place;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    if (status == cudaSuccess)
        status = made ? event_number(runtime, event, &number) : cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_node *node = graph_add(runtime, place.graph, type, place.before, place.count);
        node->event = event;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

static cudaError_t set_event(const struct graph_target *target, cudaEvent_t event,
                             enum cudaGraphNodeType type)
{
    uint64_t number = 0;
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, target, type, &node);
    if (status == cudaSuccess)
        status = event_number(runtime, event, &number);
    if (status == cudaSuccess)
        node->event = event;
    return runtime_leave(runtime, status);
}

static cudaError_t get_event(cudaGraphNode_t handle, cudaEvent_t *event,
                             enum cudaGraphNodeType type)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status =
        graph_target_enter(&runtime, &(struct graph_target){NULL, handle}, type, &node);
    if (status == cudaSuccess && !event)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *event = node->event;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t count,
                                        cudaEvent_t event)
{
    return add_event(node, graph, dependencies, count, event, cudaGraphNodeTypeEventRecord);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return get_event(node, event, cudaGraphNodeTypeEventRecord);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(&(struct graph_target){NULL, node}, event, cudaGraphNodeTypeEventRecord);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event)
{
    return exec ? set_event(&(struct graph_target){exec, node}, event, cudaGraphNodeTypeEventRecord)
                : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t count,
                                      cudaEvent_t event)
{
    return add_event(node, graph, dependencies, count, event, cudaGraphNodeTypeWaitEvent);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return get_event(node, event, cudaGraphNodeTypeWaitEvent);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(&(struct graph_target){NULL, node}, event, cudaGraphNodeTypeWaitEvent);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event)
{
    return exec ? set_event(&(struct graph_target){exec, node}, event, cudaGraphNodeTypeWaitEvent)
                : error_note(cudaErrorInvalidValue);
}
