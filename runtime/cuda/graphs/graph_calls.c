/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls that make, end and look at graphs. Those about one kind of node are in nodes_*.c. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "runtime/cuda/graphs/edges.h"
#include "runtime/cuda/graphs/graph.h"
#include "runtime/cuda/message.h"

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!graph || flags != 0))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *graph = (cudaGraph_t)graph_new(runtime);
    return runtime_leave(runtime, status);
}

static cudaError_t enter(struct runtime **runtime, cudaGraph_t handle, struct graph **graph)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *graph = graph_find(*runtime, handle);
    return *graph ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t enter_node(struct runtime **runtime, cudaGraphNode_t handle,
                              struct graph_node **node)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *node = graph_node_find(*runtime, handle);
    return *node ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, original, &graph);
    if (status == cudaSuccess && !clone)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *clone = (cudaGraph_t)graph_clone(runtime, graph);
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, handle, &graph);
    if (status == cudaSuccess && graph->owned)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        graph_free(runtime, graph);
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = enter_node(&runtime, handle, &node);
    if (status == cudaSuccess && (node->type == cudaGraphNodeTypeMemAlloc ||
                                  node->type == cudaGraphNodeTypeMemFree || node->graph->owned))
        status = cudaErrorNotPermitted;
    if (status == cudaSuccess)
        graph_remove(runtime, node);
    return runtime_leave(runtime, status);
}

/* ---- lists: of as many as there is room for, the rest is NULL ---------------------------------
 */

struct list {
    cudaGraphNode_t *nodes; /* NULL: only count them */
    size_t room, count;
};

static void put(struct list *list, struct graph_node *node)
{
    if (list->nodes && list->count < list->room)
        list->nodes[list->count] = (cudaGraphNode_t)node;
    list->count++;
}

static void finish_list(const struct list *list, size_t *count)
{
    for (size_t i = list->count; list->nodes && i < list->room; i++)
        list->nodes[i] = NULL;
    *count = list->nodes && list->count > list->room ? list->room : list->count;
}

static cudaError_t list_nodes(cudaGraph_t handle, cudaGraphNode_t *nodes, size_t *count, bool roots)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, handle, &graph);
    if (status == cudaSuccess && !count)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct list list = {nodes, *count, 0};
        for (size_t i = 0; i < graph->count; i++)
            if (!roots || graph->nodes[i]->n_before == 0)
                put(&list, graph->nodes[i]);
        finish_list(&list, count);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list_nodes(graph, nodes, count, false);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list_nodes(graph, nodes, count, true);
}

cudaError_t graph_get_edges(cudaGraph_t handle, cudaGraphNode_t *from, cudaGraphNode_t *to,
                            size_t *count)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, handle, &graph);
    if (status == cudaSuccess && (!count || !from != !to))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct list begins = {from, *count, 0}, ends = {to, *count, 0};
        for (size_t i = 0; i < graph->count; i++)
            for (size_t j = 0; j < graph->nodes[i]->n_before; j++) {
                put(&begins, graph->nodes[i]->before[j]);
                put(&ends, graph->nodes[i]);
            }
        finish_list(&begins, count);
        finish_list(&ends, count);
    }
    return runtime_leave(runtime, status);
}

cudaError_t graph_node_get_dependencies(cudaGraphNode_t handle, cudaGraphNode_t *dependencies,
                                        size_t *count)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = enter_node(&runtime, handle, &node);
    if (status == cudaSuccess && !count)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct list list = {dependencies, *count, 0};
        for (size_t i = 0; i < node->n_before; i++)
            put(&list, node->before[i]);
        finish_list(&list, count);
    }
    return runtime_leave(runtime, status);
}

cudaError_t graph_node_get_dependent_nodes(cudaGraphNode_t handle, cudaGraphNode_t *dependents,
                                           size_t *count)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = enter_node(&runtime, handle, &node);
    if (status == cudaSuccess && !count)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct list list = {dependents, *count, 0};
        const struct graph *graph = node->graph;
        for (size_t i = 0; i < graph->count; i++)
            for (size_t j = 0; j < graph->nodes[i]->n_before; j++)
                if (graph->nodes[i]->before[j] == node)
                    put(&list, graph->nodes[i]);
        finish_list(&list, count);
    }
    return runtime_leave(runtime, status);
}

/* ---- edges ------------------------------------------------------------------------------------
 */

static bool has_edge(const struct graph_node *from, const struct graph_node *to)
{
    for (size_t i = 0; i < to->n_before; i++)
        if (to->before[i] == from)
            return true;
    return false;
}

static void drop_edge(const struct graph_node *from, struct graph_node *to)
{
    size_t kept = 0;
    for (size_t i = 0; i < to->n_before; i++)
        if (to->before[i] != from)
            to->before[kept++] = to->before[i];
    to->n_before = kept;
}

static cudaError_t change_edges(cudaGraph_t handle, const cudaGraphNode_t *from,
                                const cudaGraphNode_t *to, size_t count, bool add)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, handle, &graph);
    if (status == cudaSuccess && count > 0 && (!from || !to))
        status = cudaErrorInvalidValue;
    for (size_t i = 0; status == cudaSuccess && i < count; i++) {
        struct graph_node *first = graph_node_find(runtime, from[i]);
        struct graph_node *second = graph_node_find(runtime, to[i]);
        if (!first || !second || first == second || first->graph != graph ||
            second->graph != graph || has_edge(first, second) == add)
            status = cudaErrorInvalidValue;
        else if (add)
            graph_node_add_before(second, first);
        else
            drop_edge(first, second);
    }
    return runtime_leave(runtime, status);
}

cudaError_t graph_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                   const cudaGraphNode_t *to, size_t count)
{
    return change_edges(graph, from, to, count, true);
}

cudaError_t graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                      const cudaGraphNode_t *to, size_t count)
{
    return change_edges(graph, from, to, count, false);
}

/* ---- nodes ------------------------------------------------------------------------------------
 */

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, enum cudaGraphNodeType *type)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = enter_node(&runtime, handle, &node);
    if (status == cudaSuccess && !type)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *type = node->type;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t original,
                                     cudaGraph_t clone)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    cudaError_t status = enter(&runtime, clone, &graph);
    if (status == cudaSuccess && (!found || !original))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_node *node = graph_node_of(graph, (const struct graph_node *)original);
        *found = (cudaGraphNode_t)node;
        if (!node)
            status = cudaErrorInvalidValue;
    }
    return runtime_leave(runtime, status);
}

static const char *type_name(enum cudaGraphNodeType type)
{
    static const char *const names[cudaGraphNodeTypeCount] = {
        [cudaGraphNodeTypeKernel] = "kernel",
        [cudaGraphNodeTypeMemcpy] = "memcpy",
        [cudaGraphNodeTypeMemset] = "memset",
        [cudaGraphNodeTypeHost] = "host",
        [cudaGraphNodeTypeGraph] = "graph",
        [cudaGraphNodeTypeEmpty] = "empty",
        [cudaGraphNodeTypeWaitEvent] = "wait event",
        [cudaGraphNodeTypeEventRecord] = "record event",
        [cudaGraphNodeTypeMemAlloc] = "allocate",
        [cudaGraphNodeTypeMemFree] = "free"};
    return names[type];
}

/* Numbers in the order of the nodes; kernels with their names. */
static void write_dot(const struct runtime *runtime, const struct graph *graph, FILE *file)
{
    fprintf(file, "digraph graph_1 {\n");
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = graph->nodes[i];
        const struct kernel *kernel =
            node->type == cudaGraphNodeTypeKernel
                ? pointer_map_get(&runtime->kernels, node->kernel.launch.stub)
                : NULL;
        graph->nodes[i]->step = (unsigned)i;
        fprintf(file, "  node_%zu [label=\"%zu\\n%s%s%s\"];\n", i, i, type_name(node->type),
                kernel ? "\\n" : "", kernel ? kernel->name : "");
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->n_before; j++)
            fprintf(file, "  node_%u -> node_%zu;\n", graph->nodes[i]->before[j]->step, i);
    fprintf(file, "}\n");
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char *path, unsigned int flags)
{
    struct runtime *runtime = NULL;
    struct graph *graph = NULL;
    (void)flags;
    cudaError_t status = enter(&runtime, handle, &graph);
    FILE *file = status == cudaSuccess && path ? fopen(path, "we") : NULL;
    if (file) {
        write_dot(runtime, graph, file);
        if (fclose(file) != 0)
            status = cudaErrorOperatingSystem;
    } else if (status == cudaSuccess) {
        message_print("cudaGraphDebugDotPrint: %s: %s", path ? path : "no file",
                      strerror(path ? errno : EINVAL));
        status = cudaErrorOperatingSystem;
    }
    return runtime_leave(runtime, status);
}
