/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of streams, which are hints here, and are kept; the streams' numbers. */
#include <string.h>

#include "runtime/cuda/runtime.h"
#include "runtime/cuda/streams.h"

/* Source: CUDA Runtime API, cudaStreamSetAttribute: an access policy window and a synchronisation
 * policy change how fast things are, and nothing else. Here they don't. */
static cudaError_t set(struct stream_hints *hints, cudaStreamAttrID attribute,
                       const cudaStreamAttrValue *value)
{
    if (!hints || !value)
        return hints ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    if (attribute == cudaLaunchAttributeAccessPolicyWindow)
        hints->window = value->accessPolicyWindow;
    else if (attribute == cudaLaunchAttributeSynchronizationPolicy)
        hints->policy = value->syncPolicy;
    else if (attribute != cudaLaunchAttributePriority)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = set(stream_hints(runtime, stream), attribute, value);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz)

static cudaError_t get(const struct stream_hints *hints, cudaStreamAttrID attribute,
                       cudaStreamAttrValue *value)
{
    memset(value, 0, sizeof *value);
    if (!hints)
        return cudaErrorInvalidResourceHandle;
    if (attribute == cudaLaunchAttributeAccessPolicyWindow)
        value->accessPolicyWindow = hints->window;
    else if (attribute == cudaLaunchAttributeSynchronizationPolicy)
        value->syncPolicy = hints->policy ? hints->policy : cudaSyncPolicyAuto;
    else
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value)
{
    struct runtime *runtime = NULL;
    if (!value)
        return error_note(cudaErrorInvalidValue);
    if (attribute == cudaLaunchAttributePriority) {
        memset(value, 0, sizeof *value);
        return cudaStreamGetPriority(stream, &value->priority);
    }
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = get(stream_hints(runtime, stream), attribute, value);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz)

/* A stream's priority is that of its making. */
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct stream_hints *target = stream_hints(runtime, to);
        const struct stream_hints *source = stream_hints(runtime, from);
        if (target && source)
            *target = *source;
        else
            status = cudaErrorInvalidResourceHandle;
    }
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz)

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && !id)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *id = number;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamGetId, cudaStreamGetId_ptsz)

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && !device)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *device = 0;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamGetDevice, cudaStreamGetDevice_ptsz)
