/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMallocHost and relatives.
 *
 * Differs: kernels don't reach host memory, so there are no device pointers to it. Registered
 * memory stays where it is, out of simgpu's reach: copies take it for pageable.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/host_memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/runtime.h"

static cudaError_t allocate_pinned(void **pointer, size_t size, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !pointer)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        *pointer = size > 0 ? pinned_allocate(&runtime->pinned, size, flags) : NULL;
        if (size > 0 && !*pointer) {
            status = cudaErrorMemoryAllocation;
            if (errno != 0)
                message_print("cannot map pinned memory at its address %#llx: %s",
                              (unsigned long long)runtime->pinned.base, strerror(errno));
        }
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate_pinned(pointer, size, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return allocate_pinned(pointer, size, flags);
}

cudaError_t cudaFreeHost(void *pointer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && pointer) {
        struct exchange wait = {.kind = PROTOCOL_DEVICE_SYNC}; /* copies may still use it */
        if (!pinned_find(&runtime->pinned, pointer, 0))
            status = cudaErrorInvalidValue;
        else
            status = runtime_ask(runtime, &wait);
        if (status == cudaSuccess && !pinned_free(&runtime->pinned, pointer))
            status = cudaErrorInvalidValue;
    }
    return runtime_leave(runtime, status);
}

const struct registered_range *host_memory_registered(const struct runtime *runtime,
                                                      const void *pointer)
{
    const struct registered_range *range = pointer_map_floor(&runtime->registered, pointer);
    return range && (uintptr_t)pointer - range->begin < range->bytes ? range : NULL;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!pointer || size == 0))
        status = cudaErrorInvalidValue;
    else if (status == cudaSuccess && host_memory_registered(runtime, pointer))
        status = cudaErrorHostMemoryAlreadyRegistered;
    else if (status == cudaSuccess) {
        struct registered_range *range = message_allocate(sizeof *range);
        *range = (struct registered_range){(uintptr_t)pointer, size, flags};
        pointer_map_set(&runtime->registered, pointer, range);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct registered_range *range = pointer_map_remove(&runtime->registered, pointer);
        if (!range)
            status = cudaErrorHostMemoryNotRegistered;
        free(range);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    (void)host;
    (void)flags;
    if (device)
        *device = NULL;
    return error_note(
        error_not_supported("cudaHostGetDevicePointer (kernels that use host memory)"));
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        const struct pinned_block *block = pinned_find(&runtime->pinned, host, 1);
        const struct registered_range *range = host_memory_registered(runtime, host);
        if (!flags || (!block && !range))
            status = cudaErrorInvalidValue;
        else
            *flags = block ? block->flags : range->flags;
    }
    return runtime_leave(runtime, status);
}
