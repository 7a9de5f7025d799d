/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of streams, which are hints here, and their numbers. */
#include <string.h>

#include "runtime/cuda/runtime.h"
#include "runtime/cuda/streams.h"

/* Differs: what is set is not kept. Source: CUDA Runtime API, cudaStreamSetAttribute: an access
 * policy window and a synchronisation policy change how fast things are, and nothing else. */
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess &&
        (!value || (attribute != cudaLaunchAttributeAccessPolicyWindow &&
                    attribute != cudaLaunchAttributeSynchronizationPolicy &&
                    attribute != cudaLaunchAttributePriority)))
        status = cudaErrorInvalidValue;
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz)

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value)
{
    if (!value)
        return error_note(cudaErrorInvalidValue);
    memset(value, 0, sizeof *value);
    if (attribute == cudaLaunchAttributePriority)
        return cudaStreamGetPriority(stream, &value->priority);
    if (attribute == cudaLaunchAttributeSynchronizationPolicy)
        value->syncPolicy = cudaSyncPolicyAuto; /* what a stream begins with */
    return cudaStreamSetAttribute(stream, attribute, value);
}
ALSO_PER_THREAD_STREAM(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz)

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    uint64_t first = 0, second = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, to, &first);
    if (status == cudaSuccess)
        status = stream_number(runtime, from, &second);
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
