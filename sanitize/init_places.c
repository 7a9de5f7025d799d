/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/init_places.h"
#include "workloads/cluster.h"
#include "workloads/host_memory.h"

enum { LIKELY_SPAN = 4096 }; /* bytes that a warp touches at most where lanes are neighbours */

struct written *init_shared(struct running_block *block)
{
    if (!block->written)
        block->written = written_new();
    return block->written;
}

static struct written *local_of(struct running_block *block)
{
    if (!block->local)
        block->local = written_new();
    return block->local;
}

struct warp_values *init_values(const struct step *step)
{
    return step->block->values ? step->block->values[step->w->in_block] : NULL;
}

struct warp_values *init_make_values(const struct step *step)
{
    struct running_block *block = step->block;
    if (!block->values)
        block->values = g_new0(struct warp_values *, block->order->n_warps);
    struct warp_values **values = &block->values[step->w->in_block];
    if (!*values)
        *values = values_new(step->w->code->n_register_slots);
    return *values;
}

struct written *init_place(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                           unsigned bytes, uint64_t *offset)
{
    const struct block_context *own = step->w->block;
    const uint64_t address = step->what->address[lane];
    *offset = address;
    switch (step->what->space) {
    case SPACE_SHARED:
        return init_shared(step->block);
    case SPACE_GLOBAL:
        *offset = address - DEVICE_MEMORY_BASE;
        return address < HOST_MEMORY_BASE && device_memory_find(sanitizer->memory, address, bytes)
                   ? sanitizer->written
                   : NULL;
    case SPACE_LOCAL:
        *offset += ((uint64_t)step->w->in_block * WARP_LANES + lane) *
                   step->w->code->local_bytes_per_thread;
        return step->block->launch->has_calls ? NULL : local_of(step->block);
    case SPACE_CLUSTER:
        break;
    default:
        return NULL;
    }
    if (!own->peers)
        return NULL;
    const uint32_t rank = cluster_address_rank((uint32_t)address, own->rank);
    struct running_block *peer = blocks_of_shared(&sanitizer->blocks, own->peers[rank]);
    *offset = cluster_address_offset((uint32_t)address);
    return peer ? init_shared(peer) : NULL;
}

struct written *init_range(struct sanitizer *sanitizer, const struct step *step, unsigned bytes,
                           uint64_t *offset, uint64_t *span)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (lane_mask left = step->what->active; left; left &= left - 1) {
        const uint64_t address = step->what->address[__builtin_ctz(left)];
        low = MIN(low, address);
        high = MAX(high, address);
    }
    *span = high - low + bytes;
    *offset = low;
    if (*span > LIKELY_SPAN)
        return NULL;
    if (step->what->space == SPACE_SHARED)
        return init_shared(step->block);
    *offset = low - DEVICE_MEMORY_BASE;
    return step->what->space == SPACE_GLOBAL && low < HOST_MEMORY_BASE &&
                   device_memory_find(sanitizer->memory, low, *span)
               ? sanitizer->written
               : NULL;
}
