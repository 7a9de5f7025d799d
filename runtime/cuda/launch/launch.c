/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel launches, in the styles of clang 14 (cudaConfigureCall, cudaSetupArgument, cudaLaunch), of
 * later compilers (__cudaPushCallConfiguration, cudaLaunchKernel) and of nvcc 13 (__cudaGetKernel).
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/entry_points.h"
#include "runtime/cuda/launch/launch.h"
#include "runtime/cuda/launch/launch_config.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/modules.h"
#include "runtime/cuda/streams.h"

/* protocol_launch_kind. A side that has no place there becomes one that is too large for any GPU.
 */
static uint64_t kind_of(const struct runtime *runtime, const struct launch *launch,
                        const struct kernel *kernel)
{
    uint64_t kind = launch->cooperative ? PROTOCOL_LAUNCH_COOPERATIVE : 0;
    if (kernel->non_portable)
        kind |= PROTOCOL_LAUNCH_NON_PORTABLE;
    if (launch->shared_bytes > kernel_dynamic_shared_most(runtime, kernel))
        kind |= PROTOCOL_LAUNCH_SHARED_BEYOND;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned int side = launch->cluster[i];
        kind |= (uint64_t)(side < UINT16_MAX ? side : UINT16_MAX)
                << (i + 1) * PROTOCOL_LAUNCH_CLUSTER_SHIFT;
    }
    return kind;
}

cudaError_t launch_send(struct runtime *runtime, const struct launch *launch,
                        const struct kernel *kernel, const void *parameters)
{
    uint64_t stream = 0;
    struct stream_capture *capture = NULL;
    cudaError_t status = stream_number(runtime, launch->stream, &stream);
    if (status == cudaSuccess)
        status = capturing_look(runtime, stream, &capture);
    if (status != cudaSuccess)
        return status;
    if (capture)
        return runtime->graph_ops->launch(runtime, capture, launch, kernel, parameters);
    struct exchange exchange = {
        .kind = PROTOCOL_LAUNCH,
        .argument = {[PROTOCOL_LAUNCH_FUNCTION] = kernel->number,
                     [PROTOCOL_LAUNCH_GRID] = launch->grid.x,
                     launch->grid.y,
                     launch->grid.z,
                     [PROTOCOL_LAUNCH_BLOCK] = launch->block.x,
                     launch->block.y,
                     launch->block.z,
                     [PROTOCOL_LAUNCH_SHARED_BYTES] = launch->shared_bytes,
                     [PROTOCOL_LAUNCH_STREAM] = stream,
                     [PROTOCOL_LAUNCH_KIND] = kind_of(runtime, launch, kernel)},
        .part = {{parameters, kernel->properties.param_bytes}},
    };
    return runtime_ask(runtime, &exchange);
}

cudaError_t launch_gather(struct runtime *runtime, const void *stub, void **arguments,
                          struct kernel **kernel, unsigned char **parameters)
{
    const cudaError_t status = kernel_find(runtime, stub, kernel);
    if (status != cudaSuccess)
        return status;
    if ((*kernel)->parameter_count > 0 && !arguments)
        return cudaErrorInvalidValue;
    *parameters = message_allocate((*kernel)->properties.param_bytes);
    memset(*parameters, 0, (*kernel)->properties.param_bytes);
    for (size_t i = 0; i < (*kernel)->parameter_count; i++)
        memcpy(*parameters + (*kernel)->parameters[i].offset, arguments[i],
               (*kernel)->parameters[i].bytes);
    return cudaSuccess;
}

/* arguments: a pointer to each of the kernel's arguments. */
static cudaError_t launch_gathered(const struct launch *launch, void **arguments)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    unsigned char *parameters = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = launch_gather(runtime, launch->stub, arguments, &kernel, &parameters);
    if (status == cudaSuccess)
        status = launch_send(runtime, launch, kernel, parameters);
    free(parameters);
    return runtime_leave(runtime, status);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream)
{
    return launch_gathered(
        &(struct launch){function, grid, block, shared_bytes, stream, false, {0}}, arguments);
}
ALSO_PER_THREAD_STREAM(cudaLaunchKernel, cudaLaunchKernel_ptsz)

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t shared_bytes, cudaStream_t stream)
{
    return launch_gathered(&(struct launch){function, grid, block, shared_bytes, stream, true, {0}},
                           arguments);
}
ALSO_PER_THREAD_STREAM(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz)

/* *event: one that may be recorded before the launch ends, when its blocks say so or have begun. It
 * is recorded at its end, which is later, and never too early. */
static cudaError_t read_description(const cudaLaunchConfig_t *given, const void *function,
                                    struct launch *launch, cudaEvent_t *event)
{
    *event = NULL;
    *launch = (struct launch){.stub = function,
                              .grid = given->gridDim,
                              .block = given->blockDim,
                              .shared_bytes = given->dynamicSmemBytes,
                              .stream = given->stream};
    for (unsigned int i = 0; i < given->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &given->attrs[i];
        /* Hints, and leave to begin before the kernel before has ended, which is not taken. */
        const bool ignored = attribute->id == cudaLaunchAttributeIgnore ||
                             attribute->id == cudaLaunchAttributePriority ||
                             attribute->id == cudaLaunchAttributeAccessPolicyWindow ||
                             attribute->id == cudaLaunchAttributeSynchronizationPolicy ||
                             attribute->id == cudaLaunchAttributeMemSyncDomain ||
                             attribute->id == cudaLaunchAttributeMemSyncDomainMap ||
                             attribute->id == cudaLaunchAttributePreferredClusterDimension ||
                             attribute->id == cudaLaunchAttributePreferredSharedMemoryCarveout ||
                             attribute->id == cudaLaunchAttributeProgrammaticStreamSerialization ||
                             attribute->id == cudaLaunchAttributeClusterSchedulingPolicyPreference;
        if (attribute->id == cudaLaunchAttributeCooperative)
            launch->cooperative = attribute->val.cooperative != 0;
        else if (attribute->id == cudaLaunchAttributeClusterDimension)
            memcpy(launch->cluster, &attribute->val.clusterDim, sizeof launch->cluster);
        else if (attribute->id == cudaLaunchAttributeProgrammaticEvent)
            *event = attribute->val.programmaticEvent.event;
        else if (attribute->id == cudaLaunchAttributeLaunchCompletionEvent)
            *event = attribute->val.launchCompletionEvent.event;
        else if (!ignored)
            return error_note(error_not_supported("cudaLaunchKernelExC with attributes other than "
                                                  "cooperative, hints and those of clusters"));
    }
    return cudaSuccess;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *given, const void *function,
                                void **arguments)
{
    struct launch launch;
    cudaEvent_t event;
    cudaError_t status = read_description(given, function, &launch, &event);
    if (status == cudaSuccess)
        status = launch_gathered(&launch, arguments);
    return status == cudaSuccess && event ? cudaEventRecord(event, launch.stream) : status;
}
ALSO_PER_THREAD_STREAM(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz)

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *stub)
{
    *kernel = (cudaKernel_t)(uintptr_t)stub; /* looked up when launched */
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
ALSO_PER_THREAD_STREAM(__cudaLaunchKernel, __cudaLaunchKernel_ptsz)

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                         struct CUstream_st *stream)
{
    launch_config_push(grid, block, shared_bytes, stream);
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    struct launch_config *config = launch_config_pop();
    if (!config)
        return error_note(cudaErrorMissingConfiguration);
    *grid = config->grid;
    *block = config->block;
    *shared_bytes = config->shared_bytes;
    *(cudaStream_t *)stream = config->stream;
    launch_config_free(config);
    return cudaSuccess;
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    launch_config_push(grid, block, shared_bytes, stream);
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *argument, size_t size, size_t offset)
{
    if (!launch_config_add_argument(argument, size, offset))
        return error_note(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t launch_pack(struct runtime *runtime, const void *stub,
                        const struct launch_packed *packed, struct kernel **kernel,
                        unsigned char **parameters)
{
    const cudaError_t status = kernel_find(runtime, stub, kernel);
    if (status != cudaSuccess)
        return status;
    const size_t wanted = (*kernel)->properties.param_bytes;
    if ((packed->bytes > wanted && !packed->padded) || (packed->bytes < wanted && packed->padded))
        return cudaErrorInvalidValue;
    const size_t bytes = packed->bytes < wanted ? packed->bytes : wanted;
    *parameters = message_allocate(wanted);
    memset(*parameters, 0, wanted);
    if (bytes > 0)
        memcpy(*parameters, packed->parameters, bytes);
    return cudaSuccess;
}

static cudaError_t launch_packed(const struct launch *launch, const struct launch_packed *packed)
{
    struct runtime *runtime = NULL;
    struct kernel *kernel = NULL;
    unsigned char *parameters = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = launch_pack(runtime, launch->stub, packed, &kernel, &parameters);
    if (status == cudaSuccess)
        status = launch_send(runtime, launch, kernel, parameters);
    free(parameters);
    return runtime_leave(runtime, status);
}

cudaError_t launch_with_packed(const cudaLaunchConfig_t *description, const void *function,
                               const struct launch_packed *packed)
{
    struct launch launch;
    cudaEvent_t event;
    cudaError_t status = read_description(description, function, &launch, &event);
    if (status == cudaSuccess)
        status = launch_packed(&launch, packed);
    return status == cudaSuccess && event ? cudaEventRecord(event, launch.stream) : status;
}

/* The arguments were laid out by the host's rules, which are PTX's as well. */
static cudaError_t launch_configured(const struct launch_config *config, const void *stub)
{
    return launch_packed(
        &(struct launch){
            stub, config->grid, config->block, config->shared_bytes, config->stream, false, {0}},
        &(struct launch_packed){config->arguments, config->argument_bytes, false});
}

cudaError_t cudaLaunch(const void *function)
{
    struct launch_config *config = launch_config_pop();
    if (!config)
        return error_note(cudaErrorMissingConfiguration);
    const cudaError_t status = launch_configured(config, function);
    launch_config_free(config);
    return status;
}
