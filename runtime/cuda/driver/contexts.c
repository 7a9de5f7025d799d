/* SPDX-License-Identifier: BSD-3-Clause */
/* Contexts: handles that name a device, since all of a device's are alike. Each thread has a stack
 * of them. Making one current makes its device the thread's current one. */
#include <stdlib.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/message.h"

struct CUctx_st {
    unsigned int flags;
    int device;
    unsigned long long id; /* of those that programs have made; 0: a device's own */
};

enum { DEPTH = 64 };

static struct CUctx_st primaries[PROTOCOL_DEVICES_MAX];
static _Thread_local CUcontext stack[DEPTH];
static _Thread_local unsigned int depth;
static _Thread_local bool has_chosen; /* the thread has made a context current itself */
static _Thread_local bool was_told;   /* that the runtime's context is current */

/* The program has device code of the runtime, which has a connection. */
static bool runtime_is_used(void)
{
    struct runtime *runtime = runtime_hold();
    bool used = false;
    if (runtime->state == RUNTIME_CONNECTED)
        for (const struct module *module = runtime->modules; module; module = module->next)
            used |= !module->may_fail;
    runtime_release(runtime);
    return used;
}

static CUcontext primary_of(uint32_t device)
{
    primaries[device].device = (int)device;
    return &primaries[device];
}

static bool is_primary(const struct CUctx_st *context)
{
    return context >= primaries && context < primaries + PROTOCOL_DEVICES_MAX;
}

/* The device of the context that is current now. */
static void follow_stack(void)
{
    if (depth > 0)
        runtime_set_device((uint32_t)stack[depth - 1]->device);
}

/* The runtime makes the primary context current in each thread that has chosen none. Differs:
 * before its first call, too, if the driver has been asked for something. */
static CUcontext current(void)
{
    if (depth > 0)
        return stack[depth - 1];
    return !has_chosen && runtime_is_used() ? primary_of(runtime_device()) : NULL;
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    if (!context || depth == DEPTH)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (depth == 0 && was_told) /* it is current again when the other one is popped */
        stack[depth++] = primary_of(runtime_device());
    was_told = false;
    stack[depth++] = context;
    has_chosen = true;
    follow_stack();
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuCtxPushCurrent, cuCtxPushCurrent_v2)

CUresult cuCtxPopCurrent(CUcontext *context)
{
    if (depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    depth--;
    if (context)
        *context = stack[depth];
    follow_stack();
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuCtxPopCurrent, cuCtxPopCurrent_v2)

CUresult cuCtxSetCurrent(CUcontext context)
{
    if (depth > 0)
        depth--;
    was_told = false;
    return context ? cuCtxPushCurrent(context) : CUDA_SUCCESS;
}

/* Nobody counts who uses a context. */
CUresult cuCtxAttach(CUcontext *context, unsigned int flags)
{
    return flags == 0 ? cuCtxGetCurrent(context) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxDetach(CUcontext context)
{
    return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = current();
    was_told |= depth == 0 && *context;
    return CUDA_SUCCESS;
}

/* No other context of the process ever has it. Those of devices come first. */
static unsigned long long next_id(void)
{
    static unsigned long long n_made;
    return PROTOCOL_DEVICES_MAX + __atomic_add_fetch(&n_made, 1, __ATOMIC_RELAXED);
}

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    struct cudaDeviceProp properties;
    const CUresult result = driver_result(cudaGetDeviceProperties(&properties, device));
    if (result != CUDA_SUCCESS)
        return result;
    *context = message_allocate(sizeof **context);
    **context = (struct CUctx_st){.flags = flags, .device = device, .id = next_id()};
    return cuCtxPushCurrent(*context);
}
DRIVER_ALSO(cuCtxCreate, cuCtxCreate_v2)

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                        CUdevice device)
{
    if (parameters && (parameters->numExecAffinityParams > 0 || parameters->cigParams))
        return driver_refuse("cuCtxCreate with parameters of several processes");
    return cuCtxCreate(context, flags, device);
}

CUresult cuCtxDestroy(CUcontext context)
{
    if (!context || is_primary(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context == current())
        depth--;
    follow_stack();
    free(context);
    return CUDA_SUCCESS;
}
DRIVER_ALSO(cuCtxDestroy, cuCtxDestroy_v2)

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = current() ? current()->device : 0;
    return current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    *flags = current()->flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    current()->flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id)
{
    const CUcontext asked = context ? context : current();
    if (!asked || !id)
        return asked ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_CONTEXT;
    *id = asked->id ? asked->id : (unsigned long long)asked->device + 1;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
    (void)context;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    return driver_result(cudaDeviceSynchronize());
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    return driver_result(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    return driver_result(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    return driver_result(cudaDeviceGetCacheConfig((enum cudaFuncCache *)config));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    return driver_result(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    return driver_result(cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)config));
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    return driver_result(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    return driver_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    if (!peer || !current())
        return CUDA_ERROR_INVALID_CONTEXT;
    return driver_result(cudaDeviceEnablePeerAccess(peer->device, flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    if (!peer || !current())
        return CUDA_ERROR_INVALID_CONTEXT;
    return driver_result(cudaDeviceDisablePeerAccess(peer->device));
}

/* ---- the primary context ------------------------------------------------------------------- */

static CUresult check_device(CUdevice device)
{
    int devices;
    const CUresult result = driver_result(cudaGetDeviceCount(&devices));
    if (result != CUDA_SUCCESS)
        return result;
    return device >= 0 && device < devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    const CUresult result = check_device(device);
    if (result == CUDA_SUCCESS)
        *context = primary_of((uint32_t)device);
    return result;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return check_device(device);
}
DRIVER_ALSO(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2)

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    const CUresult result = check_device(device);
    return result == CUDA_SUCCESS ? driver_result(cudaDeviceReset()) : result;
}
DRIVER_ALSO(cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2)

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    const CUresult result = check_device(device);
    if (result == CUDA_SUCCESS)
        primary_of((uint32_t)device)->flags = flags;
    return result;
}
DRIVER_ALSO(cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2)

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    const CUresult result = check_device(device);
    if (result == CUDA_SUCCESS) {
        *flags = primary_of((uint32_t)device)->flags;
        *active = 1;
    }
    return result;
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    return driver_result(cudaCtxResetPersistingL2Cache());
}
