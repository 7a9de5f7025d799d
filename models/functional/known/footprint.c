/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/known/footprint.h"

enum { MOST_PARTS = 64 }; /* ASSUMED: few launches touch more allocations */

void footprint_init(struct footprint *footprint, struct device_memory *memory)
{
    *footprint = (struct footprint){
        .memory = memory, .parts = g_array_new(FALSE, FALSE, sizeof(struct footprint_part))};
}

void footprint_finish(struct footprint *footprint)
{
    g_array_free(footprint->parts, TRUE);
}

void footprint_clear(struct footprint *footprint)
{
    g_array_set_size(footprint->parts, 0);
    footprint->out_of_sight = false;
}

/* Parts of a reservation may lie over each other's bytes. */
static void add(struct footprint *footprint, uint64_t low, uint64_t high, unsigned how)
{
    struct device_memory *memory = footprint->memory;
    const struct device_allocation *found = device_memory_find(memory, low, high - low);
    if (!found || found->reservation != 0 || footprint->parts->len == MOST_PARTS ||
        device_memory_is_any_host(memory, found->address)) {
        footprint->out_of_sight = true;
        return;
    }
    const struct footprint_part part = {found->address, found->bytes, how};
    g_array_append_val(footprint->parts, part);
}

/* Whether the bytes are in a part that is known already: this is where most of them are. */
static bool is_noted(struct footprint *footprint, uint64_t low, uint64_t high, unsigned how)
{
    for (guint i = 0; i < footprint->parts->len; i++) {
        struct footprint_part *part = &g_array_index(footprint->parts, struct footprint_part, i);
        if (low - part->address < part->bytes && high - part->address <= part->bytes) {
            part->how |= how;
            return true;
        }
    }
    return false;
}

void footprint_note(struct footprint *footprint, uint64_t low, uint64_t high, unsigned how)
{
    if (!footprint->out_of_sight && !is_noted(footprint, low, high, how))
        add(footprint, low, high, how);
}

void footprint_note_lanes(struct footprint *footprint, const struct issued *what, unsigned bytes,
                          unsigned how)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t at = what->address[__builtin_ctz(left)];
        low = MIN(low, at);
        high = MAX(high, at);
    }
    if (footprint->out_of_sight || is_noted(footprint, low, high + bytes, how))
        return;
    if (device_memory_find(footprint->memory, low, high - low + bytes)) {
        add(footprint, low, high + bytes, how);
        return;
    }
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t at = what->address[__builtin_ctz(left)];
        footprint_note(footprint, at, at + bytes, how);
    }
}

void footprint_merge(struct footprint *footprint, const struct footprint *more)
{
    footprint->out_of_sight |= more->out_of_sight;
    for (guint i = 0; i < more->parts->len; i++) {
        const struct footprint_part *part = &g_array_index(more->parts, struct footprint_part, i);
        footprint_note(footprint, part->address, part->address + part->bytes, (unsigned)part->how);
    }
}

static gint by_address(gconstpointer a, gconstpointer b)
{
    const struct footprint_part *p = a, *q = b;
    return p->address < q->address ? -1 : p->address > q->address;
}

void footprint_sort(struct footprint *footprint)
{
    g_array_sort(footprint->parts, by_address);
}
