/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/device_peers.h"
#include "models/memory/device_memory_state.h"

uint32_t device_memory_devices(const struct device_memory *memory)
{
    return memory->n_devices;
}

uint32_t device_memory_device_of(const struct device_memory *memory, uint64_t address)
{
    const uint64_t range = (address - DEVICE_MEMORY_BASE) / memory->capacity; /* huge if below */
    return range < memory->n_ranges ? (uint32_t)(range % memory->n_devices) : 0;
}

bool device_memory_is_peers(const struct device_memory *memory, uint32_t device, uint64_t address)
{
    return device_memory_is_device(memory, address) &&
           device_memory_device_of(memory, address) != device;
}

void device_memory_let_reach(struct device_memory *memory, uint32_t device, uint32_t peer,
                             bool reach)
{
    g_assert(device < memory->n_devices && peer < memory->n_devices);
    if (reach)
        memory->peers[device] |= 1u << peer;
    else
        memory->peers[device] &= ~(1u << peer);
}

bool device_memory_reaches(const struct device_memory *memory, uint32_t device, uint32_t peer)
{
    return device == peer || memory->peers[device] >> peer & 1;
}

const struct device_allocation *device_memory_find_from(struct device_memory *memory,
                                                        uint32_t device, uint64_t address,
                                                        uint64_t bytes)
{
    const struct device_allocation *found = device_memory_find(memory, address, bytes);
    if (G_LIKELY(memory->n_devices == 1) || !found || found->shared ||
        !device_memory_is_device(memory, found->address))
        return found;
    const uint32_t owner = device_memory_device_of(memory, found->address);
    return device_memory_reaches(memory, device, owner) ? found : NULL;
}

void device_memory_share(struct device_memory *memory, uint64_t address)
{
    const guint count = device_memory_count_up_to(memory, address);
    g_assert(count > 0 && device_memory_allocation(memory, count - 1)->address == address);
    g_array_index(memory->allocations, struct device_allocation, count - 1).shared = true;
}
