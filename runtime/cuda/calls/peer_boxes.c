/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMemcpy3DPeer: a box from one device to another. An address says which device's memory it is,
 * and an array is its device's, so the box is copied as any other.
 *
 * Source: CUDA Runtime API reference manual, cudaMemcpy3DPeer.
 */
#include "runtime/cuda/runtime.h"
#include "runtime/cuda/streams.h"

static struct cudaMemcpy3DParms box_of(const struct cudaMemcpy3DPeerParms *parameters)
{
    return (struct cudaMemcpy3DParms){.srcArray = parameters->srcArray,
                                      .srcPos = parameters->srcPos,
                                      .srcPtr = parameters->srcPtr,
                                      .dstArray = parameters->dstArray,
                                      .dstPos = parameters->dstPos,
                                      .dstPtr = parameters->dstPtr,
                                      .extent = parameters->extent,
                                      .kind = cudaMemcpyDefault};
}

static bool has_devices(const struct cudaMemcpy3DPeerParms *parameters)
{
    int n = 0;
    const bool counted = cudaGetDeviceCount(&n) == cudaSuccess;
    return counted && parameters->srcDevice >= 0 && parameters->srcDevice < n &&
           parameters->dstDevice >= 0 && parameters->dstDevice < n;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters)
{
    if (!parameters)
        return error_note(cudaErrorInvalidValue);
    if (!has_devices(parameters))
        return error_note(cudaErrorInvalidDevice);
    const struct cudaMemcpy3DParms box = box_of(parameters);
    return cudaMemcpy3D(&box);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds)

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream)
{
    if (!parameters)
        return error_note(cudaErrorInvalidValue);
    if (!has_devices(parameters))
        return error_note(cudaErrorInvalidDevice);
    const struct cudaMemcpy3DParms box = box_of(parameters);
    return cudaMemcpy3DAsync(&box, stream);
}
ALSO_PER_THREAD_STREAM(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz)
