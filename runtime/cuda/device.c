/* SPDX-License-Identifier: BSD-3-Clause */
/* The one device: choosing it, waiting for it, its limits and preferences.
 *
 * Preferences (cache configuration, bank size, flags) are accepted and change nothing: simgpu's
 * platform file says how the device is set up.
 */
#include <string.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/device_properties.h"

static cudaError_t check_device(struct runtime *runtime, int device)
{
    (void)runtime;
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t enter_for(struct runtime **runtime, int device)
{
    const cudaError_t status = runtime_enter(runtime);
    return status == cudaSuccess ? check_device(*runtime, device) : status;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (count)
        *count = status == cudaSuccess ? 1 : 0;
    return runtime_leave(runtime, count ? status : cudaErrorInvalidValue);
}

cudaError_t cudaGetDevice(int *device)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && device)
        *device = 0;
    return runtime_leave(runtime, device ? status : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = enter_for(&runtime, device);
    return runtime_leave(runtime, status);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags;
    (void)flags;
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    for (int i = 0; i < count; i++)
        if (devices[i] != 0)
            return error_note(cudaErrorInvalidDevice);
    return cudaSetDevice(0);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties; /* there is no choice */
    return cudaGetDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        runtime->device_flags = flags;
    return runtime_leave(runtime, status);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && flags)
        *flags = runtime->device_flags;
    return runtime_leave(runtime, flags ? status : cudaErrorInvalidValue);
}

/* The simulated device sits in no slot: it answers for this one. */
static const char bus_id[] = "0000:01:00.0";

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *wanted)
{
    if (!device || !wanted || strcmp(wanted, bus_id) != 0)
        return error_note(cudaErrorInvalidValue);
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    struct runtime *runtime = NULL;
    cudaError_t status = enter_for(&runtime, device);
    if (status == cudaSuccess && (!text || length < (int)sizeof bus_id))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        memcpy(text, bus_id, sizeof bus_id);
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceSynchronize(void)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = capturing_forbid_wait(runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_DEVICE_SYNC};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

/* Differs: what the program has allocated stays. Programs call it last; those that go on find their
 * handles gone on hardware, which no correct program depends on. */
cudaError_t cudaDeviceReset(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {
            .kind = PROTOCOL_LIMIT_SET,
            .argument = {[PROTOCOL_LIMIT] = limit, [PROTOCOL_LIMIT_VALUE] = value}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_LIMIT_GET,
                                    .argument = {[PROTOCOL_LIMIT] = limit}};
        status = value ? runtime_ask(runtime, &exchange) : cudaErrorInvalidValue;
        if (status == cudaSuccess)
            *value = exchange.value[PROTOCOL_RESULT];
    }
    return runtime_leave(runtime, status);
}

/* What only connects and checks that there is a place for the answer. */
static cudaError_t accept(void)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    (void)config;
    return accept();
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    *config = cudaFuncCachePreferNone;
    return accept();
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return accept();
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return accept();
}

/* Source: CUDA Runtime API reference manual: lower numbers are more urgent. The range is that of
 * devices from Volta on (deviceQuery). */
enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = PRIORITY_LEAST;
    if (greatest)
        *greatest = PRIORITY_GREATEST;
    return accept();
}

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = enter_for(&runtime, device);
    if (status == cudaSuccess)
        status = check_device(runtime, peer);
    if (can_access)
        *can_access = 0;
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    (void)peer;
    (void)flags;
    return error_note(cudaErrorInvalidDevice); /* a device is not its own peer */
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return error_note(cudaErrorInvalidDevice);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return error_note(cudaErrorInvalidValue);
    *version = runtime_generation > 0 ? runtime_generation * 1000 : CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return cudaRuntimeGetVersion(version);
}

/* ---- the names of CUDA 3 and before ---- */

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}
