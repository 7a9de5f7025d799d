/* SPDX-License-Identifier: BSD-3-Clause */
/* The devices: choosing one, waiting for it, its limits and preferences.
 *
 * Preferences (cache configuration, bank size, flags) are accepted and change nothing: simgpu's
 * platform file says how the device is set up.
 */
#include <stdio.h>
#include <string.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/device_properties.h"

static cudaError_t check_device(struct runtime *runtime, int device)
{
    return runtime_has_device(runtime, device) ? cudaSuccess : cudaErrorInvalidDevice;
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
        *count = status == cudaSuccess ? (int)runtime->device.devices : 0;
    return runtime_leave(runtime, count ? status : cudaErrorInvalidValue);
}

cudaError_t cudaGetDevice(int *device)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && device)
        *device = (int)runtime_device();
    return runtime_leave(runtime, device ? status : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
    struct runtime *runtime = NULL;
    const cudaError_t status = enter_for(&runtime, device);
    if (status == cudaSuccess)
        runtime_set_device((uint32_t)device);
    return runtime_leave(runtime, status);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags;
    (void)flags;
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    for (int i = 0; status == cudaSuccess && i < count; i++)
        status = check_device(runtime, devices[i]);
    return runtime_leave(runtime, status);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    (void)properties; /* all are alike */
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

/* The simulated devices sit in no slots: they answer for these. */
enum { BUS_ID_BYTES = sizeof "0000:01:00.0" };

static void write_bus_id(char *text, uint32_t device)
{
    snprintf(text, BUS_ID_BYTES, "0000:%02x:00.0", (device + 1) & 0xff);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *wanted)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess)
        status = cudaErrorInvalidValue;
    for (uint32_t i = 0; runtime && device && wanted && i < runtime->device.devices; i++) {
        char text[BUS_ID_BYTES];
        write_bus_id(text, i);
        if (strcmp(wanted, text) != 0)
            continue;
        *device = (int)i;
        status = cudaSuccess;
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    struct runtime *runtime = NULL;
    cudaError_t status = enter_for(&runtime, device);
    if (status == cudaSuccess && (!text || length < BUS_ID_BYTES))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        write_bus_id(text, (uint32_t)device);
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
