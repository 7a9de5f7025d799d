/* SPDX-License-Identifier: BSD-3-Clause */
/* Which devices reach the memory of a pool: its own, always, and those that the program names.
 *
 * Source: CUDA Runtime API reference manual, "Stream Ordered Memory Allocator".
 * Differs: a device that may reach a pool of another one reaches all of that one's memory, as after
 * cudaDeviceEnablePeerAccess; it keeps that until neither a pool nor that call lets it.
 */
#include "runtime/cuda/peers.h"
#include "runtime/cuda/pools/pools.h"

static cudaError_t set_access(struct runtime *runtime, struct pool *pool,
                              const struct cudaMemAccessDesc *access)
{
    if (access->location.type != cudaMemLocationTypeDevice ||
        !runtime_has_device(runtime, access->location.id))
        return cudaErrorInvalidDevice;
    if (access->flags != cudaMemAccessFlagsProtReadWrite &&
        access->flags != cudaMemAccessFlagsProtNone)
        return cudaErrorInvalidValue;
    const bool enable = access->flags == cudaMemAccessFlagsProtReadWrite;
    const uint32_t peer = (uint32_t)access->location.id;
    if (peer == pool->device)
        return enable ? cudaSuccess : cudaErrorInvalidValue;
    if ((pool->peers >> peer & 1) == enable)
        return cudaSuccess;
    pool->peers ^= 1u << peer;
    return peers_pool(runtime, peer, pool->device, enable);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const struct cudaMemAccessDesc *access,
                                 size_t count)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess && count > 0 && !access)
        status = cudaErrorInvalidValue;
    for (size_t i = 0; status == cudaSuccess && i < count; i++)
        status = set_access(runtime, pool, &access[i]);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t handle,
                                 struct cudaMemLocation *location)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess && (!flags || !location))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess &&
        (location->type != cudaMemLocationTypeDevice || !runtime_has_device(runtime, location->id)))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess)
        *flags = ((pool->peers | 1u << pool->device) >> location->id & 1)
                     ? cudaMemAccessFlagsProtReadWrite
                     : cudaMemAccessFlagsProtNone;
    return runtime_leave(runtime, status);
}
