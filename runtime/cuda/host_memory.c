/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMallocHost and relatives.
 *
 * Kernels reach pinned memory at the host's own addresses (unified addressing), mapped or not.
 * Registered memory moves into device memory, page by page, when the program asks for its device
 * pointer.
 *
 * Differs: kernels' accesses to host memory are timed as those to the device's. Registered memory
 * counts as the device's once it is mapped; before, it stays where it is, out of simgpu's reach:
 * copies take it for pageable.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/host_memory.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"

enum { HOST_PAGE = 4096 };

const struct mapped_range *host_memory_mapped(const struct runtime *runtime, const void *pointer)
{
    const struct mapped_range *range = pointer_map_floor(&runtime->mapped, pointer);
    return range && (uintptr_t)pointer - range->host < range->bytes ? range : NULL;
}

static void note_mapped(struct runtime *runtime, struct mapped_range given)
{
    struct mapped_range *range = message_allocate(sizeof *range);
    *range = given;
    pointer_map_set(&runtime->mapped, (void *)range->host, range);
}

static cudaError_t allocate_pinned(void **pointer, size_t size, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !pointer)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = capturing_forbid_unsafe(runtime);
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

/* ---- moving into device memory, and back ------------------------------------------------------
 */

/* Whole pages become pages of the device's file, with what is in them. */
static cudaError_t move_in(struct runtime *runtime, uintptr_t begin, size_t bytes)
{
    const uintptr_t host = begin / HOST_PAGE * HOST_PAGE;
    const size_t size = (begin + bytes - host + HOST_PAGE - 1) / HOST_PAGE * HOST_PAGE;
    void *allocation = NULL;
    const cudaError_t status = memory_allocate(runtime, size + HOST_PAGE, false, &allocation);
    if (status != cudaSuccess)
        return status;
    const uint64_t device = ((uintptr_t)allocation + HOST_PAGE - 1) / HOST_PAGE * HOST_PAGE;
    const uint64_t offset = device - runtime->device.device_base;
    memcpy(runtime->channel.device_bytes + offset, (const void *)host, size);
    if (mmap((void *)host, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             runtime->channel.device_file, (off_t)offset) == MAP_FAILED) {
        message_print("cannot map host memory into device memory: %s", strerror(errno));
        (void)memory_free(runtime, allocation);
        return cudaErrorMemoryAllocation;
    }
    note_mapped(runtime, (struct mapped_range){.host = host,
                                               .bytes = size,
                                               .device = device,
                                               .allocation = (uintptr_t)allocation});
    return runtime_show(runtime, device, size);
}

/* To pages of their own. */
static cudaError_t move_out(struct runtime *runtime, const void *pointer)
{
    const struct mapped_range *range = host_memory_mapped(runtime, pointer);
    if (!range)
        return cudaSuccess;
    const struct mapped_range moved = *range;
    void *kept = message_allocate(moved.bytes);
    memcpy(kept, (const void *)moved.host, moved.bytes);
    const bool good = mmap((void *)moved.host, moved.bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    if (good)
        memcpy((void *)moved.host, kept, moved.bytes);
    free(kept);
    free(pointer_map_remove(&runtime->mapped, (void *)moved.host));
    return good ? memory_free(runtime, (void *)(uintptr_t)moved.allocation)
                : cudaErrorMemoryAllocation;
}

static cudaError_t free_pinned(struct runtime *runtime, const void *pointer)
{
    struct exchange wait = {.kind = PROTOCOL_DEVICE_SYNC}; /* copies may still use it */
    if (!pinned_find(&runtime->pinned, pointer, 0))
        return cudaErrorInvalidValue;
    cudaError_t status = runtime_ask(runtime, &wait);
    if (status == cudaSuccess && !pinned_free(&runtime->pinned, pointer))
        status = cudaErrorInvalidValue;
    return status;
}

cudaError_t cudaFreeHost(void *pointer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && pointer)
        status = free_pinned(runtime, pointer);
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
        status = range ? move_out(runtime, pointer) : cudaErrorHostMemoryNotRegistered;
        free(range);
    }
    return runtime_leave(runtime, status);
}

/* Moves what has no device pointer yet. */
static cudaError_t find_device_pointer(struct runtime *runtime, void *host, void **device)
{
    if (pinned_find(&runtime->pinned, host, 1)) {
        *device = host;
        return cudaSuccess;
    }
    const struct mapped_range *mapped = host_memory_mapped(runtime, host);
    cudaError_t status = cudaSuccess;
    if (!mapped) {
        const struct registered_range *range = host_memory_registered(runtime, host);
        status = range ? move_in(runtime, range->begin, range->bytes) : cudaErrorInvalidValue;
        mapped = host_memory_mapped(runtime, host);
    }
    if (status == cudaSuccess)
        *device = (void *)(uintptr_t)(mapped->device + ((uintptr_t)host - mapped->host));
    return status;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!device || flags != 0))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        *device = NULL;
        status = find_device_pointer(runtime, host, device);
    }
    return runtime_leave(runtime, status);
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
