/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory pools. simgpu keeps them (workloads/cuda_process/pools): a handle is the address of a
 * struct pool with the number there.
 *
 * Differs: pools are of device memory; those of host memory, and handles for other processes, are
 * refused.
 */
#include <stdlib.h>

#include "runtime/cuda/graphs/capture.h"
#include "runtime/cuda/graphs/graph_memory.h"
#include "runtime/cuda/managed.h"
#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"
#include "runtime/cuda/pools/pools.h"
#include "runtime/cuda/streams.h"

static struct pool *add(struct runtime *runtime, uint64_t number, uint32_t device)
{
    struct pool *pool = message_allocate(sizeof *pool);
    *pool = (struct pool){.number = number, .device = device};
    pointer_map_set(&runtime->pools, pool, pool);
    return pool;
}

static struct pool *default_pool(struct runtime *runtime, uint32_t device)
{
    if (!runtime->default_pool[device])
        runtime->default_pool[device] = add(runtime, device, device);
    return runtime->default_pool[device];
}

static struct pool *current_pool(struct runtime *runtime, uint32_t device)
{
    return runtime->current_pool[device] ? runtime->current_pool[device]
                                         : default_pool(runtime, device);
}

cudaError_t pool_enter(struct runtime **runtime, cudaMemPool_t handle, struct pool **pool)
{
    const cudaError_t status = runtime_enter(runtime);
    if (status != cudaSuccess)
        return status;
    *pool = handle ? pointer_map_get(&(*runtime)->pools, handle) : NULL;
    return *pool ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- which pool -------------------------------------------------------------------------------
 */

static cudaError_t get_pool(cudaMemPool_t *pool, int device, bool current)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && !pool)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *pool = (cudaMemPool_t)(current ? current_pool(runtime, (uint32_t)device)
                                        : default_pool(runtime, (uint32_t)device));
    return runtime_leave(runtime, status);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    return get_pool(pool, device, false);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return get_pool(pool, device, true);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess && !runtime_has_device(runtime, device))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess)
        runtime->current_pool[device] = pool;
    return runtime_leave(runtime, status);
}

/* Of CUDA 13: by location. */
static cudaError_t check_place(const struct cudaMemLocation *location,
                               enum cudaMemAllocationType type)
{
    if (!location)
        return cudaErrorInvalidValue;
    if (location->type != cudaMemLocationTypeDevice || type != cudaMemAllocationTypePinned)
        return error_not_supported("a memory pool of other than device memory");
    return cudaSuccess;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type)
{
    const cudaError_t status = check_place(location, type);
    return status == cudaSuccess ? get_pool(pool, location->id, false) : error_note(status);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type)
{
    const cudaError_t status = check_place(location, type);
    return status == cudaSuccess ? get_pool(pool, location->id, true) : error_note(status);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t pool)
{
    const cudaError_t status = check_place(location, type);
    return status == cudaSuccess ? cudaDeviceSetMemPool(location->id, pool) : error_note(status);
}

/* ---- making and ending ------------------------------------------------------------------------
 */

cudaError_t cudaMemPoolCreate(cudaMemPool_t *made, const struct cudaMemPoolProps *properties)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess && (!made || !properties))
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        status = check_place(&properties->location, properties->allocType);
    if (status == cudaSuccess && !runtime_has_device(runtime, properties->location.id))
        status = cudaErrorInvalidDevice;
    if (status == cudaSuccess && properties->handleTypes != cudaMemHandleTypeNone)
        status = error_not_supported("a memory pool that other processes can open");
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_POOL_CREATE,
                                    .argument = {[PROTOCOL_SUBJECT] = properties->maxSize}};
        const uint32_t device = (uint32_t)properties->location.id, before = runtime_device();
        runtime_set_device(device);
        status = runtime_ask(runtime, &exchange);
        runtime_set_device(before);
        if (status == cudaSuccess)
            *made = (cudaMemPool_t)add(runtime, exchange.value[PROTOCOL_RESULT], device);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess) {
        struct exchange exchange = {.kind = PROTOCOL_POOL_DESTROY,
                                    .argument = {[PROTOCOL_SUBJECT] = pool->number}};
        status = runtime_ask(runtime, &exchange);
    }
    if (status == cudaSuccess) {
        for (uint32_t i = 0; i < runtime->device.devices; i++)
            if (runtime->current_pool[i] == pool)
                runtime->current_pool[i] = NULL;
        free(pointer_map_remove(&runtime->pools, handle));
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t kept)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess) {
        struct exchange exchange = {
            .kind = PROTOCOL_POOL_TRIM,
            .argument = {[PROTOCOL_POOL] = pool->number, [PROTOCOL_POOL_BYTES] = kept}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

/* ---- attributes: the first three are ints, the others numbers of 64 bits ------------------------
 */

static bool is_int(enum cudaMemPoolAttr attribute)
{
    return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                    void *value)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess && !value)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct exchange exchange = {
            .kind = PROTOCOL_POOL_SET,
            .argument = {[PROTOCOL_POOL_OF] = pool->number,
                         [PROTOCOL_POOL_ATTRIBUTE] = attribute,
                         [PROTOCOL_POOL_VALUE] = is_int(attribute) ? *(const int *)value != 0
                                                                   : *(const uint64_t *)value}};
        status = runtime_ask(runtime, &exchange);
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                    void *value)
{
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess && !value)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess) {
        struct exchange exchange = {
            .kind = PROTOCOL_POOL_GET,
            .argument = {[PROTOCOL_POOL_OF] = pool->number, [PROTOCOL_POOL_ATTRIBUTE] = attribute}};
        status = runtime_ask(runtime, &exchange);
        if (status == cudaSuccess && is_int(attribute))
            *(int *)value = (int)exchange.value[PROTOCOL_RESULT];
        else if (status == cudaSuccess)
            *(uint64_t *)value = exchange.value[PROTOCOL_RESULT];
    }
    return runtime_leave(runtime, status);
}

/* ---- memory -----------------------------------------------------------------------------------
 */

static cudaError_t capture_allocate(struct runtime *runtime, struct stream_capture *capture,
                                    void **pointer, size_t size)
{
    struct graph_memory *memory = NULL;
    const cudaError_t status = graph_memory_allocate(runtime, size, &memory);
    if (status != cudaSuccess)
        return status;
    *pointer = (void *)(uintptr_t)memory->address;
    struct graph_node *node = capture_add(runtime, capture, cudaGraphNodeTypeMemAlloc);
    node->memory = memory;
    node->alloc = (struct cudaMemAllocNodeParams){
        .poolProps = {.allocType = cudaMemAllocationTypePinned,
                      .location = {.type = cudaMemLocationTypeDevice}},
        .bytesize = size,
        .dptr = *pointer};
    return cudaSuccess;
}

static cudaError_t allocate(struct runtime *runtime, const struct pool *pool, uint64_t stream,
                            void **pointer, size_t size)
{
    struct stream_capture *capture = NULL;
    const cudaError_t looked = capture_look(runtime, stream, &capture);
    if (looked != cudaSuccess)
        return looked;
    if (capture)
        return capture_allocate(runtime, capture, pointer, size);
    struct exchange exchange = {.kind = PROTOCOL_POOL_ALLOCATE,
                                .argument = {[PROTOCOL_POOL] = pool->number,
                                             [PROTOCOL_POOL_BYTES] = size,
                                             [PROTOCOL_POOL_STREAM] = stream}};
    const cudaError_t status = runtime_ask(runtime, &exchange);
    if (status == cudaSuccess)
        *pointer = (void *)(uintptr_t)exchange.value[PROTOCOL_RESULT];
    return status;
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t handle,
                                    cudaStream_t stream)
{
    uint64_t number = 0;
    struct pool *pool = NULL;
    struct runtime *runtime = NULL;
    cudaError_t status = pool_enter(&runtime, handle, &pool);
    if (status == cudaSuccess)
        status = pointer ? stream_number(runtime, stream, &number) : cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *pointer = NULL;
    if (status == cudaSuccess && size > 0)
        status = allocate(runtime, pool, number, pointer, size);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz)

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && !pointer)
        status = cudaErrorInvalidValue;
    if (status == cudaSuccess)
        *pointer = NULL;
    if (status == cudaSuccess && size > 0)
        status = allocate(runtime, current_pool(runtime, runtime_device()), number, pointer, size);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaMallocAsync, cudaMallocAsync_ptsz)

static cudaError_t free_in_stream(struct runtime *runtime, void *pointer, uint64_t stream)
{
    struct stream_capture *capture = NULL;
    struct graph_memory *of_graph = graph_memory_find(runtime, pointer);
    const cudaError_t status = capture_look(runtime, stream, &capture);
    if (status != cudaSuccess)
        return status;
    if (capture && !of_graph)
        return cudaErrorInvalidValue;
    if (capture) {
        struct graph_node *node = capture_add(runtime, capture, cudaGraphNodeTypeMemFree);
        node->memory = of_graph;
        node->freed = pointer;
        return cudaSuccess;
    }
    if (of_graph)
        return graph_memory_free(runtime, of_graph);
    if (managed_find(runtime, pointer))
        return memory_free(runtime, pointer);
    struct exchange exchange = {
        .kind = PROTOCOL_POOL_FREE,
        .argument = {
            [PROTOCOL_POOL_FREED] = (uintptr_t)pointer, [PROTOCOL_POOL_FREE_STREAM] = stream}};
    return runtime_ask(runtime, &exchange);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    uint64_t number = 0;
    struct runtime *runtime = NULL;
    cudaError_t status = stream_enter(&runtime, stream, &number);
    if (status == cudaSuccess && pointer)
        status = free_in_stream(runtime, pointer, number);
    return runtime_leave(runtime, status);
}
ALSO_PER_THREAD_STREAM(cudaFreeAsync, cudaFreeAsync_ptsz)
