/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/owed_memory.h"
#include "models/memory/device_memory_state.h"
#include "models/memory/memory_digest.h"

bool device_memory_may_owe(struct device_memory *memory, uint64_t address)
{
    const struct device_allocation *found = device_memory_holder(memory, address, 1);
    return found && found->address == address && found->reservation == 0 && !found->open &&
           !found->shared && !memory->open && memory->launches_out == 0 && memory->holds == 0;
}

void device_memory_owe(struct device_memory *memory, uint64_t address, const uint8_t *bytes,
                       struct content_digest digest)
{
    struct device_allocation *found = device_memory_holder(memory, address, 1);
    g_assert(found && found->address == address);
    memory->n_owed += found->owed == NULL;
    found->owed = bytes;
    device_memory_set_digest(memory, address, digest);
}

void device_memory_arrive(struct device_memory *memory, uint64_t address)
{
    device_memory_pay_at(memory, address);
}

void device_memory_arrive_all(struct device_memory *memory)
{
    device_memory_pay_all(memory);
}

void device_memory_arrive_at(struct device_memory *memory, const uint8_t *place)
{
    const uintptr_t offset = (uintptr_t)place - (uintptr_t)memory->bytes;
    if (offset < memory->reserved)
        device_memory_arrive(memory, DEVICE_MEMORY_BASE + offset);
}

void device_memory_hold(struct device_memory *memory)
{
    memory->holds++;
}

void device_memory_let_go(struct device_memory *memory)
{
    g_assert(memory->holds > 0);
    memory->holds--;
}
