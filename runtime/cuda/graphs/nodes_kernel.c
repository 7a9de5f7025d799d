/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes that launch kernels. */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/graphs/graph.h"
#include "runtime/cuda/message.h"

/* The parameters from cuLaunchKernel's `extra`. Source: CUDA Driver API, cuLaunchKernel. */
static bool find_packed(void **extra, struct launch_packed *packed)
{
    enum { END, POINTER, SIZE };
    const size_t *bytes = NULL;
    for (; (uintptr_t)*extra != END; extra += 2)
        if ((uintptr_t)extra[0] == POINTER)
            packed->parameters = extra[1];
        else if ((uintptr_t)extra[0] == SIZE)
            bytes = extra[1];
        else
            return false;
    packed->bytes = bytes ? *bytes : 0;
    return bytes && (packed->parameters || packed->bytes == 0);
}

/* What the node is to launch, with copies of the parameters. Attributes are those of `before`,
 * which may be NULL. */
static cudaError_t read_params(struct runtime *runtime, const struct cudaKernelNodeParams *params,
                               const struct graph_kernel *before, struct graph_kernel *node)
{
    struct kernel *kernel = NULL;
    struct launch_packed packed = {.padded = true};
    if (!params || !params->func)
        return cudaErrorInvalidDeviceFunction;
    *node = (struct graph_kernel){.parameters = NULL};
    if (before)
        node->launch = before->launch;
    node->launch.stub = params->func;
    node->launch.grid = params->gridDim;
    node->launch.block = params->blockDim;
    node->launch.shared_bytes = params->sharedMemBytes;
    if (!params->extra)
        return launch_gather(runtime, params->func, params->kernelParams, &kernel,
                             &node->parameters);
    if (params->kernelParams || !find_packed(params->extra, &packed))
        return cudaErrorInvalidValue;
    return launch_pack(runtime, params->func, &packed, &kernel, &node->parameters);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *made, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaKernelNodeParams *params)
{
    struct graph_kernel kernel;
    struct graph_place place;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_place_enter(&runtime, &place, graph, dependencies, count);
    if (status == cudaSuccess)
        status = made ? read_params(runtime, params, NULL, &kernel) : cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_node *node =
            graph_add(runtime, place.graph, cudaGraphNodeTypeKernel, place.before, place.count);
        node->kernel = kernel;
        *made = (cudaGraphNode_t)node;
    }
    return runtime_leave(runtime, status);
}

static cudaError_t set_params(const struct graph_target *target,
                              const struct cudaKernelNodeParams *params)
{
    struct graph_kernel kernel;
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, target, cudaGraphNodeTypeKernel, &node);
    if (status == cudaSuccess)
        status = read_params(runtime, params, &node->kernel, &kernel);
    if (status == cudaSuccess) {
        graph_node_clear(runtime, node);
        node->kernel = kernel;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *params)
{
    return set_params(&(struct graph_target){NULL, node}, params);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params)
{
    return exec ? set_params(&(struct graph_target){exec, node}, params)
                : error_note(cudaErrorInvalidValue);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle,
                                         struct cudaKernelNodeParams *params)
{
    struct kernel *kernel = NULL;
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeKernel, &node);
    if (status == cudaSuccess)
        status = params ? kernel_find(runtime, node->kernel.launch.stub, &kernel)
                        : cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct graph_kernel *has = &node->kernel;
        has->pointers = message_reallocate(has->pointers,
                                           (kernel->parameter_count + 1) * sizeof has->pointers[0]);
        for (size_t i = 0; i < kernel->parameter_count; i++)
            has->pointers[i] = has->parameters + kernel->parameters[i].offset;
        *params =
            (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)has->launch.stub,
                                          .gridDim = has->launch.grid,
                                          .blockDim = has->launch.block,
                                          .sharedMemBytes = (unsigned int)has->launch.shared_bytes,
                                          .kernelParams = has->pointers};
    }
    return runtime_leave(runtime, status);
}

/* ---- attributes -------------------------------------------------------------------------------
 */

static cudaError_t set_attribute(struct launch *launch, cudaKernelNodeAttrID attribute,
                                 const cudaKernelNodeAttrValue *value)
{
    switch (attribute) {
    case cudaLaunchAttributeCooperative:
        launch->cooperative = value->cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        memcpy(launch->cluster, &value->clusterDim, sizeof launch->cluster);
        return cudaSuccess;
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeAccessPolicyWindow: /* hints */
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        return cudaSuccess;
    default:
        return error_not_supported("cudaGraphKernelNodeSetAttribute with attributes other than "
                                   "cooperative, hints and those of clusters");
    }
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t handle, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue *value)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeKernel, &node);
    if (status == cudaSuccess)
        status =
            value ? set_attribute(&node->kernel.launch, attribute, value) : cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t handle, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue *value)
{
    struct graph_node *node = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, handle},
                                            cudaGraphNodeTypeKernel, &node);
    if (status == cudaSuccess && !value)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        const struct launch *launch = &node->kernel.launch;
        memset(value, 0, sizeof *value);
        if (attribute == cudaLaunchAttributeCooperative)
            value->cooperative = launch->cooperative;
        if (attribute == cudaLaunchAttributeClusterDimension)
            memcpy(&value->clusterDim, launch->cluster, sizeof launch->cluster);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t first, cudaGraphNode_t second)
{
    struct graph_node *from = NULL, *to = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = graph_target_enter(&runtime, &(struct graph_target){NULL, first},
                                            cudaGraphNodeTypeKernel, &from);
    if (status == cudaSuccess) {
        to = graph_node_find(runtime, second);
        if (!to || to->type != cudaGraphNodeTypeKernel)
            status = cudaErrorInvalidValue;
    }
    if (status == cudaSuccess) {
        to->kernel.launch.cooperative = from->kernel.launch.cooperative;
        memcpy(to->kernel.launch.cluster, from->kernel.launch.cluster,
               sizeof to->kernel.launch.cluster);
    }
    return runtime_leave(runtime, status);
}
