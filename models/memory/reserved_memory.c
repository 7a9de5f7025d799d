/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/reserved_memory.h"
#include "models/memory/device_memory_state.h"

static uint64_t down(uint64_t address)
{
    const uint64_t offset = address - DEVICE_MEMORY_BASE;
    return DEVICE_MEMORY_BASE + offset / RESERVED_MEMORY_UNIT * RESERVED_MEMORY_UNIT;
}

static struct device_allocation *part_at(const struct device_memory *memory, guint index)
{
    return &g_array_index(memory->allocations, struct device_allocation, index);
}

/* The last place in the range, or `wanted`; 0: none. *place: where in the list. */
static uint64_t find_room(const struct device_memory *memory, uint32_t program, uint64_t bytes,
                          uint64_t wanted, guint *place)
{
    const uint64_t base = device_memory_range(memory, program);
    uint64_t end = base + memory->capacity; /* of the gap that is looked at */
    for (*place = device_memory_count_up_to(memory, end - 1);; (*place)--) {
        const struct device_allocation *below =
            *place > 0 ? device_memory_allocation(memory, *place - 1) : NULL;
        if (below && below->address < base)
            below = NULL;
        const uint64_t room = below && below->reservation == 0 ? device_memory_room(below->bytes)
                              : below                          ? below->bytes
                                                               : 0;
        const uint64_t begin = below ? below->address + room : base;
        if (wanted >= begin && wanted < end && bytes <= end - wanted && down(wanted) == wanted)
            return wanted;
        if (wanted == 0 && end > begin && bytes <= end - begin && down(end - bytes) >= begin)
            return down(end - bytes);
        if (!below)
            return 0;
        end = below->address;
    }
}

uint64_t reserved_memory_new(struct device_memory *memory, uint32_t program, uint64_t bytes,
                             uint64_t wanted)
{
    guint place;
    uint64_t address = find_room(memory, program, bytes, wanted, &place);
    if (address == 0 && wanted != 0)
        address = find_room(memory, program, bytes, 0, &place);
    if (address == 0)
        return 0;
    const struct device_allocation part = {.name = g_strdup("reserved addresses"),
                                           .address = address,
                                           .bytes = bytes,
                                           .reservation = address,
                                           .closed = true};
    g_array_insert_val(memory->allocations, place, part);
    memory->last = 0;
    return address;
}

/* The part that has the address; UINT_MAX: none. */
static guint part_of(const struct device_memory *memory, uint64_t address)
{
    const guint count = device_memory_count_up_to(memory, address);
    if (count == 0)
        return UINT_MAX;
    const struct device_allocation *part = part_at(memory, count - 1);
    const bool has = part->reservation != 0 && address - part->address < part->bytes;
    return has ? count - 1 : UINT_MAX;
}

bool reserved_memory_free(struct device_memory *memory, uint64_t address, uint64_t bytes)
{
    const guint index = part_of(memory, address);
    if (index == UINT_MAX)
        return false;
    const struct device_allocation *part = part_at(memory, index);
    const bool next_is_part = index + 1 < memory->allocations->len &&
                              part_at(memory, index + 1)->reservation == part->reservation;
    if (part->address != address || part->reservation != address || part->bytes != bytes ||
        !part->closed || next_is_part)
        return false;
    struct memory_range *range = &memory->ranges[(address - DEVICE_MEMORY_BASE) / memory->capacity];
    if (address <= range->dense)
        range->dense = address - 1;
    g_array_remove_index(memory->allocations, index);
    memory->last = 0;
    return true;
}

bool reserved_memory_has(const struct device_memory *memory, uint64_t address, uint64_t bytes)
{
    guint index = part_of(memory, address);
    if (index == UINT_MAX || bytes == 0)
        return false;
    const uint64_t reservation = part_at(memory, index)->reservation;
    uint64_t end = 0;
    for (; index < memory->allocations->len && part_at(memory, index)->reservation == reservation;
         index++)
        end = part_at(memory, index)->address + part_at(memory, index)->bytes;
    return bytes <= end - address;
}

/* A part begins at the address, which is in one. Returns its index. */
static guint split(struct device_memory *memory, uint64_t address)
{
    const guint index = part_of(memory, address);
    struct device_allocation *part = part_at(memory, index);
    if (part->address == address)
        return index;
    struct device_allocation upper = *part;
    upper.name = g_strdup(part->name);
    upper.address = address;
    upper.bytes = part->address + part->bytes - address;
    part->bytes = address - part->address;
    g_array_insert_val(memory->allocations, index + 1, upper);
    return index + 1;
}

/* Parts of the reservation side by side that are alike become one. */
static void merge(struct device_memory *memory, uint64_t reservation)
{
    guint index = part_of(memory, reservation);
    while (index + 1 < memory->allocations->len) {
        struct device_allocation *part = part_at(memory, index), *next = part + 1;
        if (next->reservation != reservation)
            return;
        if (part->closed == next->closed) {
            part->bytes += next->bytes;
            g_array_remove_index(memory->allocations, index + 1);
        } else {
            index++;
        }
    }
}

void reserved_memory_open(struct device_memory *memory, uint64_t address, uint64_t bytes, bool open)
{
    const uint64_t reservation = part_at(memory, part_of(memory, address))->reservation;
    guint index = split(memory, address);
    if (reserved_memory_has(memory, address + bytes, 1) &&
        part_at(memory, part_of(memory, address + bytes))->reservation == reservation)
        split(memory, address + bytes);
    for (; index < memory->allocations->len; index++) {
        struct device_allocation *part = part_at(memory, index);
        if (part->reservation != reservation || part->address >= address + bytes)
            break;
        part->closed = !open;
        g_free(part->name);
        part->name = g_strdup(open ? "mapped memory" : "reserved addresses");
    }
    merge(memory, reservation);
    memory->last = 0;
}

bool reserved_memory_take(struct device_memory *memory, uint64_t bytes)
{
    if (bytes > device_memory_left(memory))
        return false;
    memory->used[0] += bytes;
    return true;
}

void reserved_memory_give_back(struct device_memory *memory, uint64_t bytes)
{
    g_assert(bytes <= memory->used[0]);
    memory->used[0] -= bytes;
}
