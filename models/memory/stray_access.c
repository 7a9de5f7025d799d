/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/stray_access.h"
#include "base/kernel_name.h"
#include "models/memory/device_memory_state.h"
#include "models/memory/device_peers.h"
#include "workloads/instruction_source.h"

static const uint64_t GRANULARITY = UINT64_C(2) << 20;
enum { LANE_BYTES_MAX = 16 };

struct stray_accesses {
    void (*tell)(void *data, const char *line);
    void *data;
    GHashTable *told; /* char *: the places in kernels */
};

struct stray_accesses *stray_accesses_new(void (*tell)(void *data, const char *line), void *data)
{
    struct stray_accesses *strays = g_new0(struct stray_accesses, 1);
    *strays = (struct stray_accesses){.tell = tell, .data = data};
    strays->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return strays;
}

void stray_accesses_free(struct stray_accesses *strays)
{
    if (!strays)
        return;
    g_hash_table_destroy(strays->told);
    g_free(strays);
}

static bool is_beside(const struct device_memory *memory, uint64_t address)
{
    const struct device_allocation *nearest = device_memory_nearest(memory, address);
    if (!nearest)
        return false;
    if (address < nearest->address)
        return nearest->address - address <= GRANULARITY;
    return address - nearest->address <= nearest->bytes + GRANULARITY;
}

static void tell_once(struct stray_accesses *strays, const struct warp_context *w, uint32_t pc,
                      const struct issued *what)
{
    const struct kernel_code *code = w->code;
    if (!strays->tell)
        return;
    g_autofree char *key = g_strdup_printf("%p %u", (const void *)code, pc);
    if (g_hash_table_contains(strays->told, key))
        return;
    g_hash_table_add(strays->told, g_steal_pointer(&key));
    const bool placed = code->places && code->places[pc].file;
    g_autofree char *name = kernel_plain_name(code->name);
    g_autofree char *line = g_strdup_printf(
        "%s:%u: kernel %s, block (%u,%u,%u), warp %u, lane %u: %s; with --on-fault report such "
        "accesses of this instruction read zeros and write nothing (beyond the piece of %d bytes "
        "that the allocation ends in), and the run goes on",
        placed ? code->places[pc].file : code->file,
        placed ? code->places[pc].line : code->instructions[pc].line, name, w->block->index[0],
        w->block->index[1], w->block->index[2], w->in_block, what->fault_lane, what->fault,
        DEVICE_MEMORY_ALIGNMENT);
    strays->tell(strays->data, line);
}

/* Of the stray lanes, those whose bytes lie behind an allocation's end, but in the last of the
 * pieces that allocations are made of: no other allocation can be there. */
static lane_mask lanes_in_last_piece(const struct device_memory *memory,
                                     const struct warp_context *w, uint32_t pc, lane_mask lanes,
                                     const struct issued *what)
{
    const uint64_t piece = DEVICE_MEMORY_ALIGNMENT;
    lane_mask inside = 0;
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t address = what->address[lane];
        const guint before = device_memory_count_up_to(memory, address);
        if (before == 0 || device_memory_device_of(memory, address) != w->block->launch->device)
            continue;
        const struct device_allocation *holder = device_memory_allocation(memory, before - 1);
        const uint64_t end = (holder->address + holder->bytes + piece - 1) / piece * piece;
        const uint64_t bytes = what->async == ASYNC_COPY ? what->copy.bytes[lane]
                                                         : w->code->instructions[pc].access_bytes;
        if (address < end && bytes <= end - address)
            inside |= (lane_mask)1 << lane;
    }
    return inside;
}

bool stray_accesses_pass(struct stray_accesses *strays, const struct device_memory *memory,
                         struct warp_context *w, uint32_t pc, lane_mask lanes, struct issued *what)
{
    static const uint8_t zeros[LANE_BYTES_MAX];
    static const uint16_t offset[WARP_LANES];
    for (lane_mask left = lanes; left; left &= left - 1)
        if (!is_beside(memory, what->address[__builtin_ctz(left)]))
            return false;
    tell_once(strays, w, pc, what);
    g_clear_pointer(&what->fault, g_free);
    what->fault_kind = FAULT_OTHER;
    if (strays->tell)
        lanes &= ~lanes_in_last_piece(memory, w, pc, lanes, what);
    if (!lanes)
        return true;
    what->active &= ~lanes;
    if (what->async != ASYNC_COPY && w->code->instructions[pc].n_destinations > 0)
        w->code->ops->deliver(w, pc, lanes, zeros, offset);
    return true;
}

void device_memory_let_strays_pass(struct device_memory *memory, struct stray_accesses *strays)
{
    memory->strays = strays;
}

struct stray_accesses *device_memory_strays(const struct device_memory *memory)
{
    return memory->strays;
}
