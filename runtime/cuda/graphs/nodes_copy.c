/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes that copy: boxes, bytes in a row, and to and from variables. */
#include "runtime/cuda/graphs/graph.h"

static struct graph_copy in_a_row(void *to, const void *from, size_t bytes,
                                  enum cudaMemcpyKind kind)
{
    return (struct graph_copy){
        .form = GRAPH_COPY_ROWS,
        .rows = {.to = to, .from = from, .width = bytes, .height = 1, .kind = kind}};
}

static struct graph_copy with_symbol(enum graph_copy_form form, const void *symbol,
                                     const void *other, size_t bytes, size_t offset,
                                     enum cudaMemcpyKind kind)
{
    return (struct graph_copy){
        .form = form,
        .symbol = {.symbol = symbol, .offset = offset, .count = bytes, .kind = kind},
        .other = (void *)(uintptr_t)other};
}

static struct graph_copy of_box(const struct cudaMemcpy3DParms *params)
{
    struct graph_copy copy = {.form = GRAPH_COPY_BOX};
    if (params)
        copy.box = *params;
    return copy;
}

static cudaError_t check(struct runtime *runtime, const struct graph_copy *copy)
{
    switch (copy->form) {
    case GRAPH_COPY_ROWS:
        return copy->rows.to && copy->rows.from && (unsigned)copy->rows.kind <= cudaMemcpyDefault
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    case GRAPH_COPY_BOX:
        return (copy->box.srcArray || copy->box.srcPtr.ptr) &&
                       (copy->box.dstArray || copy->box.dstPtr.ptr)
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    default:
        return copy->other ? symbol_check(runtime, &copy->symbol) : cudaErrorInvalidValue;
    }
}

static cudaError_t add(cudaGraphNode_t *made, cudaGraph_t graph,
                       const cudaGraphNode_t *dependencies, size_t count, struct graph_copy copy)
{
    struct graph_place place;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    if (status == cudaSuccess)
        status = made ? check(runtime, &copy) : cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_node *node =
            graph_add(runtime, place.graph, cudaGraphNodeTypeMemcpy, place.before, place.count);
        node->copy = copy;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

static cudaError_t set(struct graph_target target, struct graph_copy copy)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &target, cudaGraphNodeTypeMemcpy, &node);
    if (status == cudaSuccess)
        status = check(runtime, &copy);
    if (status == cudaSuccess)
        node->copy = copy;
    return runtime_leave(runtime, status);
}

static cudaError_t set_launched(cudaGraphExec_t exec, cudaGraphNode_t node, struct graph_copy copy)
{
    return exec ? set((struct graph_target){exec, node}, copy) : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemcpy3DParms *params)
{
    return add(node, graph, dependencies, count, of_box(params));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return add(node, graph, dependencies, count, in_a_row(to, from, bytes, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           const void *symbol, const void *from, size_t bytes,
                                           size_t offset, enum cudaMemcpyKind kind)
{
    return add(node, graph, dependencies, count,
               with_symbol(GRAPH_COPY_TO_SYMBOL, symbol, from, bytes, offset, kind));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count,
                                             void *to, const void *symbol, size_t bytes,
                                             size_t offset, enum cudaMemcpyKind kind)
{
    return add(node, graph, dependencies, count,
               with_symbol(GRAPH_COPY_FROM_SYMBOL, symbol, to, bytes, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *params)
{
    return set((struct graph_target){NULL, node}, of_box(params));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind)
{
    return set((struct graph_target){NULL, node}, in_a_row(to, from, bytes, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *from, size_t bytes, size_t offset,
                                                 enum cudaMemcpyKind kind)
{
    return set((struct graph_target){NULL, node},
               with_symbol(GRAPH_COPY_TO_SYMBOL, symbol, from, bytes, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to,
                                                   const void *symbol, size_t bytes, size_t offset,
                                                   enum cudaMemcpyKind kind)
{
    return set((struct graph_target){NULL, node},
               with_symbol(GRAPH_COPY_FROM_SYMBOL, symbol, to, bytes, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params)
{
    return set_launched(exec, node, of_box(params));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    return set_launched(exec, node, in_a_row(to, from, bytes, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *from,
                                                     size_t bytes, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    return set_launched(exec, node,
                        with_symbol(GRAPH_COPY_TO_SYMBOL, symbol, from, bytes, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void *to, const void *symbol, size_t bytes,
                                                       size_t offset, enum cudaMemcpyKind kind)
{
    return set_launched(exec, node,
                        with_symbol(GRAPH_COPY_FROM_SYMBOL, symbol, to, bytes, offset, kind));
}

/* ---- what it copies ---------------------------------------------------------------------------
 */

static struct cudaMemcpy3DParms box_of_rows(const struct copy *rows)
{
    const size_t to_pitch = rows->height > 1 ? rows->to_pitch : rows->width;
    const size_t from_pitch = rows->height > 1 ? rows->from_pitch : rows->width;
    return (struct cudaMemcpy3DParms){
        .srcPtr = {(void *)(uintptr_t)rows->from, from_pitch, rows->width, rows->height},
        .dstPtr = {rows->to, to_pitch, rows->width, rows->height},
        .extent = {rows->width, rows->height, 1},
        .kind = rows->kind};
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t handle, struct cudaMemcpy3DParms *params)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeMemcpy, &node);
    if (status == cudaSuccess && !params)
        status = cudaErrorInvalidValue;
    else if (status == cudaSuccess && node->copy.form == GRAPH_COPY_BOX)
        *params = node->copy.box;
    else if (status == cudaSuccess && node->copy.form == GRAPH_COPY_ROWS)
        *params = box_of_rows(&node->copy.rows);
    else if (status == cudaSuccess)
        status = error_not_supported("cudaGraphMemcpyNodeGetParams of a copy with a variable");
    return runtime_leave(runtime, status);
}
