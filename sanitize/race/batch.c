/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/batch.h"
#include <string.h>

/* ASSUMED: enough blocks in a batch for several threads, and small beside shadow memory. */
enum { BATCH_BYTES = 8 << 20, LANES = WARP_LANES };

/* As it is kept. Behind it come the lanes' offsets, unless they are regular; and what lanes store
 * and what was there. */
struct kept {
    struct shadow *shadow; /* NULL: global memory */
    uint64_t base, stride; /* of regular offsets: of lane 0, and from lane to lane */
    uint32_t first, n_warps, launch, barrier, sync, stamp, site, floor, flags;
    lane_mask there;
    uint8_t warp, bytes, space, unit, elements;
    bool regular;
};

struct batch *batch_new(void)
{
    struct batch *batch = g_new0(struct batch, 1);
    batch->bytes = g_malloc(BATCH_BYTES);
    batch->ended = g_ptr_array_new();
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        batch->items[i] = g_array_new(FALSE, FALSE, sizeof(struct batch_item));
    return batch;
}

void batch_free(struct batch *batch)
{
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        g_array_free(batch->items[i], TRUE);
    g_ptr_array_free(batch->ended, TRUE);
    g_free(batch->bytes);
    g_free(batch);
}

void batch_clear(struct batch *batch, GPtrArray *free_shadows)
{
    for (guint i = 0; i < batch->ended->len; i++)
        g_ptr_array_add(free_shadows, batch->ended->pdata[i]);
    g_ptr_array_set_size(batch->ended, 0);
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        g_array_set_size(batch->items[i], 0);
    batch->used = batch->n = 0;
}

static bool is_regular(const struct race_access *access)
{
    const uint64_t stride = access->offset[1] - access->offset[0];
    bool regular = access->lanes == UINT32_MAX;
    for (unsigned i = 2; regular && i < LANES; i++)
        regular = access->offset[i] - access->offset[i - 1] == stride;
    return regular;
}

static unsigned part_of(uint64_t offset)
{
    return offset >> SHADOW_PAGE_SHIFT & (TEAM_PARTS - 1);
}

static void add_item(struct batch *batch, unsigned part, lane_mask lanes)
{
    const struct batch_item item = {batch->used, lanes};
    g_array_append_val(batch->items[part], item);
}

/* Each part gets its lanes. */
static void deal(struct batch *batch, const struct race_access *access, bool regular)
{
    if (access->shadow) {
        add_item(batch, access->block->first / access->block->n_warps % TEAM_PARTS, access->lanes);
        return;
    }
    const uint64_t low = access->offset[0], high = access->offset[LANES - 1];
    if (regular && low >> SHADOW_PAGE_SHIFT == high >> SHADOW_PAGE_SHIFT) {
        add_item(batch, part_of(low), access->lanes);
        return;
    }
    for (lane_mask left = access->lanes; left;) {
        const unsigned part = part_of(access->offset[__builtin_ctz(left)]);
        lane_mask same = 0;
        for (lane_mask each = left; each; each &= each - 1)
            if (part_of(access->offset[__builtin_ctz(each)]) == part)
                same |= each & -each;
        add_item(batch, part, same);
        left &= ~same;
    }
}

static uint8_t *put(uint8_t *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return to + bytes;
}

bool batch_add(struct batch *batch, const struct race_access *access, uint32_t stamp,
               const struct race_stored *stored)
{
    const struct order_block *block = access->block;
    if (batch->used + sizeof(struct kept) + LANES * (sizeof(uint64_t) + 2 * STORED_MOST) >
        BATCH_BYTES)
        return false;
    struct kept *kept = (struct kept *)(batch->bytes + batch->used);
    *kept = (struct kept){.shadow = access->shadow,
                          .first = block->first,
                          .n_warps = block->n_warps,
                          .launch = block->launch,
                          .barrier = block->barrier,
                          .sync = block->warp[access->warp].sync,
                          .stamp = stamp,
                          .site = access->site,
                          .floor = access->floor,
                          .flags = access->flags,
                          .warp = (uint8_t)access->warp,
                          .bytes = (uint8_t)access->bytes,
                          .space = access->space,
                          .regular = is_regular(access)};
    deal(batch, access, kept->regular);
    uint8_t *end = (uint8_t *)(kept + 1);
    if (kept->regular) {
        kept->base = access->offset[0];
        kept->stride = access->offset[1] - access->offset[0];
    } else {
        end = put(end, access->offset, LANES * sizeof(uint64_t));
    }
    if (stored) {
        const size_t bytes = (size_t)LANES * stored->unit * stored->elements;
        kept->unit = (uint8_t)stored->unit;
        kept->elements = (uint8_t)stored->elements;
        kept->there = stored->there;
        end = put(end, stored->now, bytes);
        end = put(end, stored->before, bytes);
    }
    batch->used = (uint32_t)(end - batch->bytes); /* a multiple of 8: LANES is one */
    batch->n++;
    return true;
}

void batch_read(const struct batch *batch, const struct batch_item *item, struct batch_entry *entry)
{
    const struct kept *kept = (const struct kept *)(batch->bytes + item->at);
    const uint8_t *at = (const uint8_t *)(kept + 1);
    entry->first = kept->first;
    entry->n_warps = kept->n_warps;
    entry->launch = kept->launch;
    entry->barrier = kept->barrier;
    entry->sync = kept->sync;
    entry->stamp = kept->stamp;
    entry->access =
        (struct race_access){.warp = kept->warp,
                             .lanes = item->lanes,
                             .offset = kept->regular ? entry->offset : (const uint64_t *)(void *)at,
                             .bytes = kept->bytes,
                             .site = kept->site,
                             .floor = kept->floor,
                             .flags = kept->flags,
                             .space = kept->space,
                             .shadow = kept->shadow};
    for (unsigned i = 0; kept->regular && i < LANES; i++)
        entry->offset[i] = kept->base + i * kept->stride;
    at += kept->regular ? 0 : LANES * sizeof(uint64_t);
    entry->stored = (struct race_stored){.unit = kept->unit,
                                         .elements = kept->elements,
                                         .now = at,
                                         .before = at + (size_t)LANES * kept->unit * kept->elements,
                                         .there = kept->there};
}
