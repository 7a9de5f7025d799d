/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocations of graphs, each with the number of nodes that make it. */
#include "runtime/cuda/graphs/graph_memory.h"

#include <stdlib.h>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/message.h"

uint64_t graph_memory_bytes(const struct runtime *runtime)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < runtime->graph_memory.count; i++)
        bytes += ((const struct graph_memory *)runtime->graph_memory.entries[i].value)->bytes;
    return bytes;
}

cudaError_t graph_memory_allocate(struct runtime *runtime, uint64_t bytes,
                                  struct graph_memory **made)
{
    void *pointer = NULL;
    const cudaError_t status =
        bytes > 0 ? memory_allocate(runtime, bytes, false, &pointer) : cudaErrorInvalidValue;
    if (status != cudaSuccess)
        return status;
    struct graph_memory *memory = message_allocate(sizeof *memory);
    *memory = (struct graph_memory){.address = (uintptr_t)pointer, .bytes = bytes, .nodes = 1};
    pointer_map_set(&runtime->graph_memory, pointer, memory);
    const uint64_t all = graph_memory_bytes(runtime);
    if (runtime->graph_memory_high < all)
        runtime->graph_memory_high = all;
    *made = memory;
    return cudaSuccess;
}

struct graph_memory *graph_memory_find(const struct runtime *runtime, const void *address)
{
    return pointer_map_get(&runtime->graph_memory, address);
}

static cudaError_t end(struct runtime *runtime, struct graph_memory *memory)
{
    void *pointer = (void *)(uintptr_t)memory->address;
    pointer_map_remove(&runtime->graph_memory, pointer); /* a plain allocation from now on */
    free(memory);
    return memory_free(runtime, pointer);
}

void graph_memory_leave(struct runtime *runtime, struct graph_memory *memory)
{
    memory->nodes--;
    if (memory->nodes == 0 && memory->freed)
        (void)end(runtime, memory);
}

cudaError_t graph_memory_free(struct runtime *runtime, struct graph_memory *memory)
{
    memory->freed = true;
    return memory->nodes == 0 ? end(runtime, memory) : cudaSuccess;
}
