/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs as lists of nodes, in the order in which they were added. */
#include "runtime/cuda/graphs/graph.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/graphs/capture.h"
#include "runtime/cuda/graphs/exec.h"
#include "runtime/cuda/graphs/graph_memory.h"
#include "runtime/cuda/graphs/user_objects.h"
#include "runtime/cuda/message.h"

struct graph *graph_new(struct runtime *runtime)
{
    struct graph *graph = message_allocate(sizeof *graph);
    *graph = (struct graph){.count = 0};
    pointer_map_set(&runtime->graphs, graph, graph);
    runtime->graph_ops = &capture_ops;
    return graph;
}

struct graph *graph_find(const struct runtime *runtime, cudaGraph_t handle)
{
    return handle ? pointer_map_get(&runtime->graphs, handle) : NULL;
}

struct graph_node *graph_node_find(const struct runtime *runtime, cudaGraphNode_t handle)
{
    return handle ? pointer_map_get(&runtime->graph_nodes, handle) : NULL;
}

/* ---- what nodes own ---------------------------------------------------------------------------
 */

void graph_node_clear(struct runtime *runtime, struct graph_node *node)
{
    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        free(node->kernel.parameters);
        free(node->kernel.pointers);
        node->kernel = (struct graph_kernel){.parameters = NULL};
        break;
    case cudaGraphNodeTypeGraph:
        if (node->child)
            graph_free(runtime, node->child);
        node->child = NULL;
        break;
    case cudaGraphNodeTypeMemAlloc:
        if (node->memory)
            graph_memory_leave(runtime, node->memory);
        node->memory = NULL;
        break;
    default:
        break;
    }
}

void graph_node_copy(struct runtime *runtime, struct graph_node *to, const struct graph_node *from)
{
    const struct kernel *kernel = NULL;
    switch (from->type) {
    case cudaGraphNodeTypeKernel:
        kernel = pointer_map_get(&runtime->kernels, from->kernel.launch.stub);
        to->kernel = (struct graph_kernel){.launch = from->kernel.launch};
        if (!kernel) /* its library is closed: the launch says so */
            break;
        to->kernel.parameters = message_allocate(kernel->properties.param_bytes);
        memcpy(to->kernel.parameters, from->kernel.parameters, kernel->properties.param_bytes);
        break;
    case cudaGraphNodeTypeMemcpy:
        to->copy = from->copy;
        break;
    case cudaGraphNodeTypeMemset:
        to->set = from->set;
        break;
    case cudaGraphNodeTypeHost:
        to->host = from->host;
        break;
    case cudaGraphNodeTypeGraph:
        to->child = graph_clone(runtime, from->child);
        to->child->owned = true;
        break;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
        to->event = from->event;
        break;
    case cudaGraphNodeTypeMemAlloc:
        to->memory = from->memory;
        to->memory->nodes++;
        to->alloc = from->alloc;
        break;
    case cudaGraphNodeTypeMemFree:
        to->memory = from->memory;
        to->freed = from->freed;
        break;
    default:
        break;
    }
}

/* ---- nodes ------------------------------------------------------------------------------------
 */

struct graph_node *graph_add(struct runtime *runtime, struct graph *graph,
                             enum cudaGraphNodeType type, struct graph_node *const *before,
                             size_t count)
{
    struct graph_node *node = message_allocate(sizeof *node);
    *node = (struct graph_node){.graph = graph, .type = type};
    for (size_t i = 0; i < count; i++)
        graph_node_add_before(node, before[i]);
    if (graph->count == graph->room) {
        graph->room = graph->room > 0 ? 2 * graph->room : 8;
        graph->nodes = message_reallocate(graph->nodes, graph->room * sizeof graph->nodes[0]);
    }
    graph->nodes[graph->count++] = node;
    pointer_map_set(&runtime->graph_nodes, node, node);
    return node;
}

void graph_node_add_before(struct graph_node *node, struct graph_node *before)
{
    node->before = message_reallocate(node->before, (node->n_before + 1) * sizeof node->before[0]);
    node->before[node->n_before++] = before;
}

static void node_free(struct runtime *runtime, struct graph_node *node)
{
    graph_node_clear(runtime, node);
    pointer_map_remove(&runtime->graph_nodes, node);
    free(node->before);
    free(node);
}

static void drop_before(struct graph_node *node, const struct graph_node *before)
{
    size_t kept = 0;
    for (size_t i = 0; i < node->n_before; i++)
        if (node->before[i] != before)
            node->before[kept++] = node->before[i];
    node->n_before = kept;
}

void graph_remove(struct runtime *runtime, struct graph_node *node)
{
    struct graph *graph = node->graph;
    size_t kept = 0;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i] != node) {
            drop_before(graph->nodes[i], node);
            graph->nodes[kept++] = graph->nodes[i];
        }
    graph->count = kept;
    for (struct stream_capture *at = runtime->captures; at; at = at->next) {
        kept = 0;
        for (size_t i = 0; i < at->n_tail; i++)
            if (at->tail[i] != node)
                at->tail[kept++] = at->tail[i];
        at->n_tail = kept;
    }
    node_free(runtime, node);
}

void graph_free(struct runtime *runtime, struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        node_free(runtime, graph->nodes[i]);
    user_objects_leave(runtime, graph);
    pointer_map_remove(&runtime->graphs, graph);
    free(graph->nodes);
    free(graph);
}

/* Of nodes of the same graph. */
bool graph_node_is_before(const struct graph_node *node, const struct graph_node *later)
{
    const struct graph *graph = later->graph;
    bool found = false;
    size_t waiting = 0;
    struct graph_node **stack = message_allocate((graph->count + 1) * sizeof stack[0]);
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->step = 0;
    for (const struct graph_node *at = later; at && !found;
         at = waiting > 0 ? stack[--waiting] : NULL)
        for (size_t i = 0; i < at->n_before && !found; i++) {
            struct graph_node *before = at->before[i];
            found = before == node;
            if (before->step == 0)
                stack[waiting++] = before;
            before->step = 1;
        }
    free(stack);
    return found;
}

/* ---- clones -----------------------------------------------------------------------------------
 */

struct graph *graph_clone(struct runtime *runtime, const struct graph *graph)
{
    struct graph *clone = graph_new(runtime);
    for (size_t i = 0; i < graph->count; i++) {
        struct graph_node *from = graph->nodes[i];
        struct graph_node *to = graph_add(runtime, clone, from->type, NULL, 0);
        graph_node_copy(runtime, to, from);
        to->original = from;
        to->disabled = from->disabled;
        from->step = (unsigned)i;
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->n_before; j++)
            graph_node_add_before(clone->nodes[i], clone->nodes[graph->nodes[i]->before[j]->step]);
    user_objects_share(clone, graph);
    return clone;
}

struct graph_node *graph_node_of(const struct graph *graph, const struct graph_node *original)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct graph_node *node = graph->nodes[i];
        if (node->original == original)
            return node;
        struct graph_node *inner =
            node->type == cudaGraphNodeTypeGraph ? graph_node_of(node->child, original) : NULL;
        if (inner)
            return inner;
    }
    return NULL;
}

/* ---- what calls begin with --------------------------------------------------------------------
 */

cudaError_t graph_place_enter(struct runtime **runtime, struct graph_place *place,
                              cudaGraph_t graph, const cudaGraphNode_t *before, size_t count)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *place = (struct graph_place){graph_find(*runtime, graph), (struct graph_node *const *)before,
                                  count};
    if (!place->graph || (count > 0 && !before))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        const struct graph_node *node = graph_node_find(*runtime, before[i]);
        bool repeated = false;
        for (size_t j = 0; j < i; j++)
            repeated = repeated || before[j] == before[i];
        if (!node || node->graph != place->graph || repeated)
            return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t graph_target_enter(struct runtime **runtime, const struct graph_target *target,
                               enum cudaGraphNodeType type, struct graph_node **node)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *node = target->exec ? exec_node(*runtime, target->exec, target->node)
                         : graph_node_find(*runtime, target->node);
    return *node && (*node)->type == type ? cudaSuccess : cudaErrorInvalidValue;
}
