/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses as warps issue them, for the race checker: where each goes. */
#include "sanitize/sanitize_private.h"
#include "workloads/cluster.h"
#include "workloads/mbarrier.h"

static bool reads_rows(const struct step *step)
{
    return step->site->kind != SITE_ATOMIC && step->what->space == SPACE_SHARED &&
           step->instruction->matrices > 0;
}

/* Later, by several threads: see race/team.h. The access's shadow is NULL for global memory. */
static void check_later(struct sanitizer *sanitizer, const struct step *step,
                        const struct race_access *access)
{
    struct store_bytes bytes;
    struct race_stored stored = {0};
    const uint32_t stamp = race_stamp(&sanitizer->race);
    if (stamp == 0 || access->lanes == 0)
        return;
    if (step->site->kind == SITE_STORE)
        race_store_of(sanitizer, step->what, access, &bytes, &stored);
    race_team_add(sanitizer->team, access, stamp, stored.unit ? &stored : NULL);
}

struct shadow *race_part_of(const struct sanitizer *sanitizer, uint64_t offset)
{
    return sanitizer->global[offset >> SHADOW_PAGE_SHIFT & (sanitizer->n_parts - 1)];
}

/* Lane by lane, where global memory is in parts. */
static void check_parts(struct sanitizer *sanitizer, struct race_access *access)
{
    const uint32_t stamp = race_stamp(&sanitizer->race);
    for (lane_mask left = stamp ? access->lanes : 0; left;) {
        access->shadow = race_part_of(sanitizer, access->offset[__builtin_ctz(left)]);
        access->lanes = 0;
        for (lane_mask each = left; each; each &= each - 1) {
            if (race_part_of(sanitizer, access->offset[__builtin_ctz(each)]) != access->shadow)
                break;
            access->lanes |= each & -each;
        }
        left &= ~access->lanes;
        race_access_at(&sanitizer->race, access, stamp);
    }
}

static void submit(struct sanitizer *sanitizer, const struct step *step, struct race_access *access)
{
    if (sanitizer->checks_later)
        check_later(sanitizer, step, access);
    else if (access->shadow)
        race_access(&sanitizer->race, access);
    else
        check_parts(sanitizer, access);
}

static void check_shared(struct sanitizer *sanitizer, const struct step *step,
                         struct race_access *access)
{
    access->shadow = step->block->shared;
    access->floor = step->block->order->begun;
    if (reads_rows(step)) {
        const unsigned rows = step->instruction->matrices * MATRIX_ROWS;
        access->bytes = MATRIX_ROW_BYTES;
        access->lanes &= rows >= WARP_LANES ? UINT32_MAX : (1u << rows) - 1;
    }
    access->offset = step->what->address;
    submit(sanitizer, step, access);
}

/* Lanes outside of device memory are no matter of order, nor are those that cross the end of a page
 * of the shadow: no aligned access does. */
static void check_global(struct sanitizer *sanitizer, const struct step *step,
                         struct race_access *access)
{
    uint64_t offset[WARP_LANES] = {0};
    for (lane_mask left = access->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        offset[lane] = step->what->address[lane] - DEVICE_MEMORY_BASE;
        if (!device_memory_covers(sanitizer->memory, step->what->address[lane]) ||
            shadow_page_rest(offset[lane]) < access->bytes)
            access->lanes &= ~((lane_mask)1 << lane);
    }
    access->shadow = sanitizer->n_parts == 1 ? sanitizer->global[0] : NULL;
    access->offset = offset;
    submit(sanitizer, step, access);
}

/* Of a filtered texture one texel counts. */
static void check_texels(struct sanitizer *sanitizer, const struct step *step,
                         struct race_access *access)
{
    access->bytes = step->what->element_bytes;
    access->space = SPACE_GLOBAL;
    check_global(sanitizer, step, access);
}

/* Each block of the cluster that lanes reach. */
static void check_cluster(struct sanitizer *sanitizer, const struct step *step,
                          struct race_access *access)
{
    const struct block_context *own = step->w->block;
    uint64_t offset[WARP_LANES];
    lane_mask left = access->lanes;
    while (left && own->peers) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        const uint32_t rank = cluster_address_rank((uint32_t)step->what->address[first], own->rank);
        access->lanes = 0;
        for (lane_mask each = left; each; each &= each - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(each);
            const uint32_t address = (uint32_t)step->what->address[lane];
            offset[lane] = cluster_address_offset(address);
            if (cluster_address_rank(address, own->rank) == rank)
                access->lanes |= (lane_mask)1 << lane;
        }
        left &= ~access->lanes;
        struct running_block *peer = blocks_of_shared(&sanitizer->blocks, own->peers[rank]);
        if (!peer)
            continue;
        access->shadow = peer->shared;
        access->floor = peer->order->begun;
        access->offset = offset;
        submit(sanitizer, step, access);
    }
}

static void note_copy(const struct step *step, lane_mask lanes)
{
    struct running_block *block = step->block;
    const struct async_copy *copy = &step->what->copy;
    if (!block->copies)
        block->copies = g_array_new(FALSE, FALSE, sizeof(struct copy_on_its_way));
    if (!block->groups)
        block->groups = g_new0(uint32_t, block->order->n_warps);
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const struct copy_on_its_way way = {.warp = step->w->in_block,
                                            .offset = copy->to[lane],
                                            .lane = (uint16_t)lane,
                                            .bytes = copy->bytes[lane],
                                            .group = block->groups[step->w->in_block]};
        g_array_append_val(block->copies, way);
    }
}

/* cp.async: reads of global memory, and writes of shared memory that are there later. */
static void check_copy(struct sanitizer *sanitizer, const struct step *step,
                       struct race_access *access)
{
    uint64_t to[WARP_LANES];
    const lane_mask lanes = access->lanes;
    access->sizes = step->what->copy.bytes;
    check_global(sanitizer, step, access);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        to[lane] = step->what->copy.to[lane];
    access->space = SPACE_SHARED;
    access->lanes = lanes;
    access->shadow = step->block->shared;
    access->floor = step->block->order->begun;
    access->flags = MARK_WRITES | MARK_PENDING;
    access->offset = to;
    race_access(&sanitizer->race, access);
    note_copy(step, lanes);
}

void race_check_access(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    struct race_access access = {.block = step->block->order,
                                 .warp = step->w->in_block,
                                 .lanes = what->active,
                                 .bytes = step->instruction->access_bytes,
                                 .site = step->number,
                                 .flags = step->site->flags & SITE_WRITES ? MARK_WRITES : 0,
                                 .space = what->space};
    if (what->active == 0)
        return;
    sanitizer->what = what;
    if (what->async == ASYNC_COPY)
        check_copy(sanitizer, step, &access);
    else if (what->space == SPACE_SHARED)
        check_shared(sanitizer, step, &access);
    else if (what->space == SPACE_GLOBAL)
        check_global(sanitizer, step, &access);
    else if (what->space == SPACE_TEXTURE)
        check_texels(sanitizer, step, &access);
    else if (what->space == SPACE_CLUSTER)
        check_cluster(sanitizer, step, &access);
}

/* Whoever initialises an mbarrier, or ends it, writes it; others read it, so to speak: they are in
 * no need of order among each other. */
void race_check_mbarrier(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    const struct race_access access = {
        .block = step->block->order,
        .warp = step->w->in_block,
        .lanes = what->active,
        .offset = what->address,
        .bytes = MBARRIER_BYTES,
        .site = step->number,
        .floor = step->block->order->begun,
        .flags = step->site->flags & (SITE_INITS | SITE_ENDS) ? MARK_WRITES : 0,
        .space = SPACE_SHARED,
        .shadow = step->block->shared};
    if (what->async < ASYNC_ARRIVED || what->async > ASYNC_TRACK)
        return;
    sanitizer->what = what;
    race_access(&sanitizer->race, &access);
}

/* ---- groups of copies ---------------------------------------------------------------------- */

static void end_copies(struct sanitizer *sanitizer, const struct step *step, uint32_t allowed)
{
    struct running_block *block = step->block;
    const uint32_t warp = step->w->in_block;
    sanitizer->order.now++;
    guint kept = 0;
    for (guint i = 0; i < block->copies->len; i++) {
        const struct copy_on_its_way way = g_array_index(block->copies, struct copy_on_its_way, i);
        const bool ends =
            way.warp == warp && step->what->active >> way.lane & 1 &&
            (allowed == UINT32_MAX || (uint64_t)way.group + allowed < block->groups[warp]);
        if (ends)
            race_copy_ends(&sanitizer->race, block->shared, way.offset, way.bytes,
                           block->order->first + warp, way.lane);
        else
            g_array_index(block->copies, struct copy_on_its_way, kept++) = way;
    }
    g_array_set_size(block->copies, kept);
}

void race_check_copies(struct sanitizer *sanitizer, const struct step *step)
{
    if (!step->block->copies)
        return;
    if (step->what->async == ASYNC_COMMIT)
        step->block->groups[step->w->in_block]++;
    else if (step->what->async == ASYNC_WAIT)
        end_copies(sanitizer, step, step->what->async_groups);
    else if (step->what->async == ASYNC_TRACK)
        end_copies(sanitizer, step, UINT32_MAX);
}
