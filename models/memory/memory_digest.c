/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/memory_digest.h"
#include "models/memory/device_memory_state.h"

void device_memory_changed(struct device_memory *memory, uint64_t address, uint64_t bytes)
{
    if (!device_memory_written(memory, address, bytes))
        device_memory_all_changed(memory);
}

void device_memory_all_changed(struct device_memory *memory)
{
    memory->changes++;
}

void device_memory_keep_no_digest(struct device_memory *memory, uint64_t address)
{
    struct device_allocation *found = device_memory_holder(memory, address, 1);
    device_memory_pay_at(memory, address);
    if (found)
        found->open = true;
    else
        device_memory_keep_no_digests(memory);
}

void device_memory_keep_no_digests(struct device_memory *memory)
{
    device_memory_pay_all(memory);
    memory->open = true;
}

void device_memory_launch_leaves(struct device_memory *memory)
{
    device_memory_pay_all(memory);
    memory->launches_out++;
}

void device_memory_launch_ended(struct device_memory *memory)
{
    g_assert(memory->launches_out > 0);
    memory->launches_out--;
    device_memory_all_changed(memory);
}

static bool is_known(const struct device_memory *memory, const struct device_allocation *found)
{
    return !memory->open && memory->launches_out == 0 && !found->open &&
           found->digested == memory->changes + 1;
}

bool device_memory_has_digest(struct device_memory *memory, uint64_t address)
{
    const struct device_allocation *found = device_memory_holder(memory, address, 1);
    return found && is_known(memory, found);
}

void device_memory_set_digest(struct device_memory *memory, uint64_t address,
                              struct content_digest digest)
{
    struct device_allocation *found = device_memory_holder(memory, address, 1);
    g_assert(found && found->address == address);
    found->digest = digest;
    found->digested = memory->changes + 1;
}

struct content_digest device_memory_digest(struct device_memory *memory, uint64_t address)
{
    struct device_allocation *found = device_memory_holder(memory, address, 1);
    g_assert(found && found->address == address);
    if (is_known(memory, found))
        return found->digest;
    device_memory_pay_at(memory, address);
    device_memory_set_digest(memory, address,
                             content_digest_add((struct content_digest){{0}},
                                                device_memory_at(memory, address), found->bytes));
    return found->digest;
}
