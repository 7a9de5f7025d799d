/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/released_memory.h"
#include "models/memory/device_memory_state.h"

struct released_memory {
    struct memory_listener listener;
    uint64_t most, kept; /* bytes */
    GQueue addresses;    /* uint64_t *, the oldest first */
};

/* The oldest becomes free. */
static void let_go(struct device_memory *memory)
{
    struct released_memory *released = memory->kept;
    g_autofree uint64_t *address = g_queue_pop_head(&released->addresses);
    const guint count = device_memory_count_up_to(memory, *address);
    released->kept -= device_memory_room(device_memory_allocation(memory, count - 1)->bytes);
    device_memory_remove(memory, count - 1);
}

static bool keep(struct device_memory *memory, guint index)
{
    struct released_memory *released = memory->kept;
    const struct memory_listener *listener = &released->listener;
    struct device_allocation *allocation =
        &g_array_index(memory->allocations, struct device_allocation, index);
    if (allocation->released) {
        if (listener->released_twice)
            listener->released_twice(listener->data, allocation);
        return false;
    }
    allocation->released = allocation->closed = true;
    g_queue_push_tail(&released->addresses, g_memdup2(&allocation->address, sizeof(uint64_t)));
    released->kept += device_memory_room(allocation->bytes);
    while (released->kept > released->most)
        let_go(memory);
    return true;
}

static void missed(struct device_memory *memory, uint64_t address)
{
    const struct memory_listener *listener = &((struct released_memory *)memory->kept)->listener;
    if (listener->released_nothing)
        listener->released_nothing(listener->data, address);
}

static void allocated(struct device_memory *memory, const struct device_allocation *allocation)
{
    const struct memory_listener *listener = &((struct released_memory *)memory->kept)->listener;
    if (listener->allocated)
        listener->allocated(listener->data, allocation);
}

static bool give_up(struct device_memory *memory)
{
    struct released_memory *released = memory->kept;
    const bool some = !g_queue_is_empty(&released->addresses);
    while (!g_queue_is_empty(&released->addresses))
        let_go(memory);
    return some;
}

static void end(struct device_memory *memory)
{
    struct released_memory *released = memory->kept;
    g_queue_clear_full(&released->addresses, g_free);
    g_free(released);
    memory->keeper = NULL;
    memory->kept = NULL;
}

void released_memory_begin(struct device_memory *memory, uint64_t bytes,
                           const struct memory_listener *listener)
{
    static const struct memory_keeper keeper = {allocated, keep, missed, give_up, end};
    struct released_memory *released = g_new0(struct released_memory, 1);
    released->listener = *listener;
    released->most = bytes;
    g_queue_init(&released->addresses);
    memory->keeper = &keeper;
    memory->kept = released;
}
