/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/order_sync.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/shadow.h"

static struct order_lane *lane_of(struct order_block *block, unsigned warp, unsigned lane)
{
    struct order_warp *own = &block->warp[warp];
    if (!own->lane)
        own->lane = g_new0(struct order_lane, WARP_LANES);
    block->uses_clocks = true;
    return &own->lane[lane];
}

static void forget(struct order_lane *lane)
{
    clock_unref(lane->knows);
    clock_unref(lane->soft);
    clock_unref(lane->seen_all);
    clock_unref(lane->seen_block);
    clock_unref(lane->fence_all);
    clock_unref(lane->fence_block);
    *lane = (struct order_lane){0};
}

void order_forget_clocks(struct order_block *block)
{
    for (uint32_t w = 0; w < block->n_warps; w++)
        for (unsigned i = 0; block->warp[w].lane && i < WARP_LANES; i++)
            forget(&block->warp[w].lane[i]);
    forget(&block->all);
    clock_unref(block->mbarriers);
    block->mbarriers = NULL;
}

/* ---- knowledge ----------------------------------------------------------------------------- */

static bool tells(const struct clock *clock, const struct order *order, const struct mark *mark)
{
    if (!clock)
        return false;
    if (clock_of_thread(clock, mark->warp, mark_lane(mark)) >= mark->stamp)
        return true;
    return clock_of(clock, clock_block(order_block_of(order, mark->warp))) >= mark->stamp;
}

bool order_knows_by_clock(const struct order *order, const struct order_block *block, unsigned warp,
                          unsigned lane, const struct mark *mark, bool strong)
{
    if (tells(block->all.knows, order, mark) || (strong && tells(block->all.soft, order, mark)))
        return true;
    if (!block->warp[warp].lane)
        return false;
    const struct order_lane *own = &block->warp[warp].lane[lane];
    return tells(own->knows, order, mark) || (strong && tells(own->soft, order, mark));
}

bool order_fence_would_do(const struct order *order, const struct order_block *block, unsigned warp,
                          unsigned lane, const struct mark *mark)
{
    if (tells(block->all.seen_all, order, mark))
        return true;
    if (!block->warp[warp].lane)
        return false;
    const struct order_lane *own = &block->warp[warp].lane[lane];
    return tells(own->seen_all, order, mark) || tells(own->seen_block, order, mark);
}

/* All that the thread knows now, itself included; to be unref'd. */
static struct clock *snapshot(struct order *order, const struct order_block *block, unsigned warp,
                              unsigned lane)
{
    const struct order_warp *own = &block->warp[warp];
    const struct order_lane *me = &own->lane[lane];
    struct clock *clock = NULL;
    clock_note(&clock, &order->clock_values, clock_block(block->first), block->barrier);
    clock_note(&clock, &order->clock_values, clock_warp(block->first + warp),
               order->lock_step ? order->now : own->sync);
    for (uint32_t w = 0; block->met && w < block->n_warps; w++)
        clock_note(&clock, &order->clock_values, clock_warp(block->first + w),
                   block->met[warp * block->n_warps + w]);
    for (unsigned i = 0; own->met && i < WARP_LANES; i++)
        clock_note(&clock, &order->clock_values, clock_thread(block->first + warp, i),
                   own->met[lane * WARP_LANES + i]);
    clock_note(&clock, &order->clock_values, clock_thread(block->first + warp, lane), order->now);
    clock_join(&clock, me->knows);
    clock_join(&clock, block->all.knows);
    return clock;
}

/* ---- fences -------------------------------------------------------------------------------- */

static void fence_of(struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                     enum site_scope scope)
{
    struct order_lane *me = lane_of(block, warp, lane);
    me->unfenced &= scope >= SCOPE_GPU ? 0 : MARK_UNFENCED_ALL;
    clock_join(&me->knows, me->seen_block);
    clock_set(&me->seen_block, NULL);
    if (scope >= SCOPE_GPU) {
        clock_join(&me->knows, me->seen_all);
        clock_join(&me->knows, block->all.seen_all);
        clock_set(&me->seen_all, NULL);
    }
    struct clock *now = snapshot(order, block, warp, lane);
    clock_set(&me->fence_block, now);
    if (scope >= SCOPE_GPU)
        clock_set(&me->fence_all, now);
    clock_unref(now);
}

void order_fence(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes,
                 enum site_scope scope)
{
    for (; lanes; lanes &= lanes - 1)
        fence_of(order, block, warp, (unsigned)__builtin_ctz(lanes), scope);
    order->now++;
}

/* ---- places -------------------------------------------------------------------------------- */

void order_read(struct order_block *block, unsigned warp, unsigned lane, const struct site *site,
                const struct sync_place *place, uint64_t at, uint32_t stamp)
{
    struct order_lane *me = lane_of(block, warp, lane);
    if (site->flags & SITE_POLLS) {
        me->polled = at;
        me->polled_stamp = stamp;
    }
    struct clock *all = site->scope >= SCOPE_GPU ? place->all : NULL;
    struct clock *own = place->own && place->block == block->first ? place->own : NULL;
    if (site->flags & SITE_ACQUIRES) {
        clock_join(&me->knows, all);
        clock_join(&me->knows, own);
        return;
    }
    clock_join(&me->seen_all, all);
    clock_join(&me->seen_block, own);
    if (!(site->flags & SITE_SWAPS)) {
        clock_join(&me->soft, all);
        clock_join(&me->soft, own);
    }
}

bool order_has_polled(const struct order_block *block, unsigned warp, unsigned lane, uint64_t at,
                      uint32_t stamp)
{
    const struct order_lane *me = block->warp[warp].lane ? &block->warp[warp].lane[lane] : NULL;
    return me && me->polled == at && stamp <= me->polled_stamp;
}

bool order_releases(const struct order_block *block, unsigned warp, unsigned lane,
                    const struct site *site)
{
    if (site->flags & SITE_RELEASES)
        return true;
    const struct order_lane *me = block->warp[warp].lane ? &block->warp[warp].lane[lane] : NULL;
    return block->all.fence_all || block->all.fence_block ||
           (me && (me->fence_all || me->fence_block));
}

void order_write(struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                 const struct site *site, struct sync_place *place)
{
    struct order_lane *me = lane_of(block, warp, lane);
    struct clock *all = NULL, *own = NULL;
    if (site->flags & SITE_RELEASES) {
        all = own = snapshot(order, block, warp, lane);
        clock_ref(own);
    } else {
        clock_join(&all, me->fence_all);
        clock_join(&all, block->all.fence_all);
        clock_join(&own, me->fence_block);
        clock_join(&own, block->all.fence_block);
    }
    if (site->scope < SCOPE_GPU)
        clock_set(&all, NULL);
    if (site->kind != SITE_ATOMIC) {
        clock_set(&place->all, all);
        clock_set(&place->own, own);
        place->block = block->first;
    } else {
        clock_join(&place->all, all);
        if (own && place->block != block->first)
            clock_set(&place->own, NULL);
        clock_join(&place->own, own);
        place->block = own ? block->first : place->block;
    }
    clock_unref(all);
    clock_unref(own);
}

void order_try_lock(struct order_block *block, unsigned warp, unsigned lane, uint64_t lock)
{
    struct order_lane *me = lane_of(block, warp, lane);
    me->lock = lock;
    me->unfenced = MARK_UNFENCED_ALL | MARK_UNFENCED_BLOCK;
    me->sloppy = false;
}

bool order_unlock(struct order_block *block, unsigned warp, unsigned lane, uint64_t lock)
{
    struct order_lane *me = block->warp[warp].lane ? &block->warp[warp].lane[lane] : NULL;
    if (!me || me->lock != lock)
        return false;
    me->lock = 0;
    return me->sloppy;
}

void order_leave(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes,
                 struct clock **place)
{
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        lane_of(block, warp, lane);
        struct clock *now = snapshot(order, block, warp, lane);
        clock_join(place, now);
        clock_unref(now);
    }
    order->now++;
}

void order_take(struct order_block *block, unsigned warp, struct clock *place)
{
    for (unsigned i = 0; place && i < WARP_LANES; i++)
        clock_join(&lane_of(block, warp, i)->knows, place);
}

void order_mbarrier(struct order *order, struct order_block *block, unsigned warp,
                    lane_mask arrived, lane_mask waited)
{
    if (arrived)
        order_leave(order, block, warp, arrived, &block->mbarriers);
    for (; waited; waited &= waited - 1)
        clock_join(&lane_of(block, warp, (unsigned)__builtin_ctz(waited))->knows, block->mbarriers);
}

/* ---- barriers ------------------------------------------------------------------------------ */

static void gather(const struct order_lane *from, struct order_lane *all)
{
    clock_join(&all->knows, from->knows);
    clock_join(&all->soft, from->soft);
    clock_join(&all->knows, from->seen_block); /* a barrier is a fence of the block */
    clock_join(&all->seen_all, from->seen_all);
    clock_join(&all->fence_all, from->fence_all);
    clock_join(&all->fence_block, from->fence_block);
}

static void spread(struct order_lane *to, const struct order_lane *all)
{
    clock_join(&to->knows, all->knows);
    clock_join(&to->soft, all->soft);
    clock_join(&to->seen_all, all->seen_all);
    clock_join(&to->fence_all, all->fence_all);
    clock_join(&to->fence_block, all->fence_block);
}

void order_meet_clocks(struct order_block *block, const uint32_t *arrived, uint64_t warps,
                       bool whole)
{
    struct order_lane all = {0};
    for (uint32_t w = 0; w < block->n_warps; w++)
        for (unsigned i = 0; arrived[w] && block->warp[w].lane && i < WARP_LANES; i++)
            gather(&block->warp[w].lane[i], &all);
    if (whole)
        spread(&block->all, &all);
    for (; !whole && warps; warps &= warps - 1)
        for (unsigned i = 0; i < WARP_LANES; i++)
            spread(lane_of(block, (unsigned)__builtin_ctzll(warps), i), &all);
    forget(&all);
}

void order_meet_lanes(struct order_block *block, unsigned warp, lane_mask lanes)
{
    struct order_lane all = {0};
    if (!block->warp[warp].lane)
        return;
    for (unsigned i = 0; i < WARP_LANES; i++)
        if (lanes >> i & 1)
            gather(&block->warp[warp].lane[i], &all);
    for (unsigned i = 0; i < WARP_LANES; i++)
        if (lanes >> i & 1)
            spread(&block->warp[warp].lane[i], &all);
    forget(&all);
}
