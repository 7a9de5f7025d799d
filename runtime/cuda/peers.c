/* SPDX-License-Identifier: BSD-3-Clause */
/* Devices that reach each other's memory. Each reaches each other one's, over NVLink or PCIe: the
 * platform says which.
 *
 * Source: CUDA Runtime API reference manual, "Peer Device Memory Access".
 */
#include "runtime/cuda/peers.h"

static cudaError_t check_pair(const struct runtime *runtime, int device, int peer)
{
    return runtime_has_device(runtime, device) && runtime_has_device(runtime, peer)
               ? cudaSuccess
               : cudaErrorInvalidDevice;
}

static cudaError_t enter_for(struct runtime **runtime, int device, int peer)
{
    const cudaError_t status = runtime_enter(runtime);
    return status == cudaSuccess ? check_pair(*runtime, device, peer) : status;
}

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = enter_for(&runtime, device, peer);
    if (can_access)
        *can_access = status == cudaSuccess && device != peer;
    return runtime_leave(runtime, can_access ? status : cudaErrorInvalidValue);
}

static cudaError_t ask(struct runtime *runtime, int peer, bool enable)
{
    struct exchange exchange = {
        .kind = PROTOCOL_PEER_ACCESS,
        .argument = {[PROTOCOL_PEER] = (uint64_t)peer, [PROTOCOL_PEER_ENABLE] = enable}};
    return runtime_ask(runtime, &exchange);
}

cudaError_t peers_pool(struct runtime *runtime, uint32_t device, uint32_t peer, bool enable)
{
    const bool other = runtime->peers[device] >> peer & 1;
    uint32_t *pools = &runtime->peer_pools[device][peer];
    *pools += enable ? 1 : -1u;
    if (other || *pools != enable)
        return cudaSuccess;
    const uint32_t before = runtime_device();
    runtime_set_device(device);
    const cudaError_t status = ask(runtime, (int)peer, enable);
    runtime_set_device(before);
    return status;
}

/* Both directions of the change: peers[] says what is enabled. */
static cudaError_t change(int peer, bool enable, cudaError_t is_so_already)
{
    struct runtime *runtime = NULL;
    const int device = (int)runtime_device();
    cudaError_t status = enter_for(&runtime, device, peer);
    if (status == cudaSuccess && device == peer)
        status = cudaErrorInvalidDevice; /* a device is not its own peer */
    if (status == cudaSuccess && (runtime->peers[device] >> peer & 1) == enable)
        status = is_so_already;
    if (status == cudaSuccess) {
        runtime->peers[device] ^= 1u << peer;
        status = runtime->peer_pools[device][peer] ? cudaSuccess : ask(runtime, peer, enable);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    if (flags != 0)
        return error_note(cudaErrorInvalidValue);
    return change(peer, true, cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return change(peer, false, cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = enter_for(&runtime, device, peer);
    if (status == cudaSuccess && device == peer)
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && !value)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *value = attribute == cudaDevP2PAttrAccessSupported ||
                 attribute == cudaDevP2PAttrNativeAtomicSupported;
    return runtime_leave(runtime, status);
}
