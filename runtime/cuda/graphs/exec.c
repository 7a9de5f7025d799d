/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs that can be launched: made, launched, ended. */
#include "runtime/cuda/graphs/exec.h"

#include <stdlib.h>

#include "runtime/cuda/device_properties.h"
#include "runtime/cuda/graphs/capture.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/streams.h"

struct graph_exec *exec_find(const struct runtime *runtime, cudaGraphExec_t handle)
{
    return handle ? pointer_map_get(&runtime->graph_execs, handle) : NULL;
}

struct graph_node *exec_node(const struct runtime *runtime, cudaGraphExec_t handle,
                             cudaGraphNode_t node)
{
    const struct graph_exec *exec = exec_find(runtime, handle);
    return exec && node ? graph_node_of(exec->graph, (const struct graph_node *)node) : NULL;
}

cudaError_t exec_new(struct runtime *runtime, const struct graph *graph, unsigned long long flags,
                     struct graph_exec **made)
{
    struct graph_exec *exec = message_allocate(sizeof *exec);
    *exec = (struct graph_exec){.graph = graph_clone(runtime, graph), .flags = flags};
    exec->graph->owned = true;
    if (!plan_make(&exec->plan, exec->graph)) {
        plan_finish(runtime, &exec->plan);
        graph_free(runtime, exec->graph);
        free(exec);
        return cudaErrorInvalidValue;
    }
    pointer_map_set(&runtime->graph_execs, exec, exec);
    *made = exec;
    return cudaSuccess;
}

/* In the call's time: nothing that it asks for is known to the program. */
static cudaError_t instantiate(cudaGraphExec_t *made, cudaGraph_t handle, unsigned long long flags)
{
    struct runtime *runtime = NULL;
    struct graph_exec *exec = NULL;
    const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                     cudaGraphInstantiateFlagUpload |
                                     cudaGraphInstantiateFlagUseNodePriority;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return error_note(
            error_not_supported("cudaGraphInstantiate for launches of graphs from kernels"));
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct graph *graph = graph_find(runtime, handle);
        status = graph && made && !(flags & ~known) ? exec_new(runtime, graph, flags, &exec)
                                                    : cudaErrorInvalidValue;
    }
    if (status == cudaSuccess)
        *made = (cudaGraphExec_t)exec;
    return runtime_leave(runtime, status);
}

/* Programs of CUDA 11 call this with a node, a text and its length in place of flags. */
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return instantiate(exec, graph, runtime_generation == 11 ? 0 : flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    return instantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    if (!params)
        return error_note(cudaErrorInvalidValue);
    const cudaError_t status = instantiate(exec, graph, params->flags);
    params->errNode_out = NULL;
    params->result_out =
        status == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return status;
}
ALSO_PER_THREAD_STREAM(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz)

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long *flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct graph_exec *exec = exec_find(runtime, handle);
        if (!exec || !flags)
            status = cudaErrorInvalidValue;
        else
            *flags = exec->flags;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct graph_exec *exec = exec_find(runtime, handle);
        if (!exec)
            status = cudaErrorInvalidValue;
        else {
            pointer_map_remove(&runtime->graph_execs, exec);
            plan_finish(runtime, &exec->plan);
            graph_free(runtime, exec->graph);
            free(exec);
        }
    }
    return runtime_leave(runtime, status);
}

/* ---- launches ---------------------------------------------------------------------------------
 */

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && !exec_find(runtime, exec))
        status = cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaGraphUpload, cudaGraphUpload_ptsz)

/* A launch into a stream that is being captured: a node with a graph of its own. */
static void capture_exec(struct runtime *runtime, struct stream_capture *capture,
                         const struct graph_exec *exec)
{
    struct graph *child = graph_clone(runtime, exec->graph);
    child->owned = true;
    capture_add(runtime, capture, cudaGraphNodeTypeGraph)->child = child;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    struct stream_capture *capture = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    struct graph_exec *exec = status == cudaSuccess ? exec_find(runtime, handle) : NULL;
    if (status == cudaSuccess)
        status = exec ? capture_look(runtime, number, &capture) : cudaErrorInvalidValue;
    if (status == cudaSuccess && capture)
        capture_exec(runtime, capture, exec);
    else if (status == cudaSuccess)
        status = plan_run(runtime, &exec->plan, stream);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaGraphLaunch, cudaGraphLaunch_ptsz)

static cudaError_t enter_node(struct runtime **runtime, cudaGraphExec_t exec, cudaGraphNode_t node,
                              struct graph_node **found)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *found = exec_node(*runtime, exec, node);
    const bool can = *found && ((*found)->type == cudaGraphNodeTypeKernel ||
                                (*found)->type == cudaGraphNodeTypeMemcpy ||
                                (*found)->type == cudaGraphNodeTypeMemset);
    return can ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle,
                                    unsigned int enabled)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    const cudaError_t status = enter_node(&runtime, exec, handle, &node);
    if (status == cudaSuccess)
        node->disabled = enabled == 0;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle,
                                    unsigned int *enabled)
{
    struct runtime *runtime = NULL;
    struct graph_node *node = NULL;
    cudaError_t status = enter_node(&runtime, exec, handle, &node);
    if (status == cudaSuccess && !enabled)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *enabled = !node->disabled;
    return runtime_leave(runtime, status);
}
