/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaMalloc and relatives: simgpu keeps the device's memory, so these ask it. */
#include "runtime/cuda/memory.h"

#include <stdint.h>

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/host_memory.h"
#include "runtime/cuda/managed.h"

/* Rows begin at multiples of this. Source: textureAlignment and texturePitchAlignment of current
 * devices are 512 and 32 (CUDA deviceQuery); cudaMallocPitch rounds up to the former. */
enum { ROW_ALIGNMENT = 512 };

bool memory_is_device(const struct runtime *runtime, const void *address)
{
    return (uintptr_t)address - runtime->device.device_base < runtime_device_bytes(runtime);
}

cudaError_t memory_allocate(struct runtime *runtime, uint64_t bytes, bool managed, void **pointer)
{
    struct exchange exchange = {
        .kind = PROTOCOL_ALLOCATE,
        .argument = {[PROTOCOL_ALLOCATE_BYTES] = bytes, [PROTOCOL_ALLOCATE_MANAGED] = managed}};
    cudaError_t status = runtime_ask(runtime, &exchange);
    if (status != cudaSuccess)
        return status;
    *pointer = (void *)(uintptr_t)exchange.value[PROTOCOL_RESULT];
    if (managed)
        status = managed_add(runtime, exchange.value[PROTOCOL_RESULT], bytes);
    return status;
}

cudaError_t memory_free(struct runtime *runtime, void *pointer)
{
    cudaError_t freed;
    if (runtime->graph_memory.count > 0 &&
        runtime->graph_ops->free_memory(runtime, pointer, &freed))
        return freed;
    struct exchange exchange = {.kind = PROTOCOL_FREE,
                                .argument = {[PROTOCOL_SUBJECT] = (uintptr_t)pointer}};
    const cudaError_t status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess)
        managed_remove(runtime, (uintptr_t)pointer);
    return status;
}

cudaError_t memory_allocate_rows(struct runtime *runtime, size_t width, size_t height,
                                 void **pointer, size_t *pitch)
{
    size_t bytes;
    if (width > SIZE_MAX - ROW_ALIGNMENT)
        return cudaErrorMemoryAllocation;
    *pitch = (width + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    if (__builtin_mul_overflow(*pitch, height, &bytes))
        return cudaErrorMemoryAllocation;
    return memory_allocate(runtime, bytes, false, pointer);
}

static cudaError_t allocate(void **pointer, size_t size, bool managed)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!pointer || (managed && size == 0)))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = capturing_forbid_unsafe(runtime);
    if (status == cudaSuccess) {
        *pointer = NULL;
        if (size > 0)
            status = memory_allocate(runtime, size, managed, pointer);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, false);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return error_note(cudaErrorInvalidValue);
    return allocate(pointer, size, true);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!pointer || !pitch))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        *pointer = NULL;
        *pitch = 0;
        if (width > 0 && height > 0)
            status = memory_allocate_rows(runtime, width, height, pointer, pitch);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent)
{
    size_t rows;
    if (!pitched || __builtin_mul_overflow(extent.height, extent.depth, &rows))
        return error_note(cudaErrorInvalidValue);
    *pitched = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, rows);
}

cudaError_t cudaFree(void *pointer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && pointer)
        status = memory_free(runtime, pointer);
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_MEMORY_INFO};
        status = runtime_ask(runtime, &exchange);
        if (status == cudaSuccess && free_bytes)
            *free_bytes = exchange.value[PROTOCOL_MEMORY_FREE];
        if (status == cudaSuccess && total_bytes)
            *total_bytes = exchange.value[PROTOCOL_MEMORY_ALL];
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !attributes)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        void *address = (void *)(uintptr_t)pointer; /* the interface's fields are not const */
        *attributes = (struct cudaPointerAttributes){
            .type = cudaMemoryTypeUnregistered,
            .device = cudaInvalidDeviceId,
            .hostPointer = address,
        };
        const struct mapped_range *mapped = host_memory_mapped(runtime, pointer);
        if (mapped) {
            attributes->type = cudaMemoryTypeHost;
            attributes->device = 0;
            attributes->devicePointer =
                (void *)(uintptr_t)(mapped->device + ((uintptr_t)pointer - mapped->host));
        } else if (memory_is_device(runtime, pointer)) {
            bool managed = managed_find(runtime, pointer) != NULL;
            *attributes = (struct cudaPointerAttributes){
                .type = managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice,
                .device = (int)runtime_device_of(runtime, (uintptr_t)pointer),
                .devicePointer = address,
                .hostPointer = managed ? address : NULL,
            };
        } else if (pinned_find(&runtime->pinned, pointer, 1)) {
            attributes->type = cudaMemoryTypeHost;
            attributes->device = 0;
            attributes->devicePointer = address;
        } else if (host_memory_registered(runtime, pointer)) {
            attributes->type = cudaMemoryTypeHost;
            attributes->device = 0;
        }
    }
    return runtime_leave(runtime, status);
}
