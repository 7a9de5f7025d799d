/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/order_sync.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/shadow.h"

/* For which a place keeps what they have left, if the host does not wait for them. ASSUMED: more
 * than a program has under way in which one launch acquires what another one has released. */
enum { LAUNCHES_KEPT = 64 };

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
    clock_unref(lane->all.clock);
    clock_unref(lane->near.clock);
    *lane = (struct order_lane){0};
}

void order_acquired(const struct order_block *block, struct clock **all)
{
    clock_join(all, block->all.knows);
    for (uint32_t w = 0; w < block->n_warps; w++)
        for (unsigned i = 0; block->warp[w].lane && i < WARP_LANES; i++)
            clock_join(all, block->warp[w].lane[i].knows);
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
    if (clock_newest(clock) < mark->stamp)
        return false;
    if (clock_of_thread(clock, mark->warp, mark_lane(mark)) >= mark->stamp)
        return true;
    return clock_of_block(clock, order_block_of(order, mark->warp)) >= mark->stamp;
}

bool order_knows_by_clock(const struct order *order, const struct order_block *block, unsigned warp,
                          unsigned lane, const struct mark *mark, bool strong)
{
    const struct order_launch *launch =
        &g_array_index(order->launches, struct order_launch, block->launch);
    if (tells(launch->inherited, order, mark) || tells(block->all.knows, order, mark) ||
        (strong && tells(block->all.soft, order, mark)))
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

/* What all lanes of a warp know that have acquired the same: the last one made. */
struct common {
    const struct clock *knows; /* what they have acquired; borrowed */
    struct clock *all;         /* owned */
    bool made;
};

static void common_clear(struct common *common)
{
    clock_unref(common->all);
    *common = (struct common){0};
}

static void common_make(struct common *common, const struct order *order,
                        const struct order_block *block, unsigned warp, struct clock *knows)
{
    const struct order_warp *own = &block->warp[warp];
    clock_unref(common->all);
    *common = (struct common){knows, clock_ref(knows), true};
    clock_join(&common->all, block->all.knows);
    clock_join(&common->all,
               g_array_index(order->launches, struct order_launch, block->launch).inherited);
    clock_note_block(&common->all, order->clocks, block->first, block->barrier);
    clock_note_warp(&common->all, order->clocks, block->first + warp,
                    order->lock_step ? order->now : own->sync);
    for (uint32_t w = 0; block->met && w < block->n_warps; w++)
        clock_note_warp(&common->all, order->clocks, block->first + w,
                        block->met[warp * block->n_warps + w]);
}

/* What the thread knows now but for itself; borrowed. common: of this warp and this time. */
static struct clock *known_now(const struct order *order, const struct order_block *block,
                               unsigned warp, unsigned lane, struct common *common)
{
    struct clock *knows = block->warp[warp].lane[lane].knows;
    if (!common->made || common->knows != knows)
        common_make(common, order, block, warp, knows);
    return common->all;
}

/* The same of other lanes that it has met without the rest of the warp. */
static void add_met(struct clock **clock, const struct order *order,
                    const struct order_block *block, unsigned warp, unsigned lane)
{
    if (block->warp[warp].met)
        clock_note_lanes(clock, order->clocks, block->first + warp,
                         &block->warp[warp].met[lane * WARP_LANES]);
}

/* All that the thread knows now, itself included; to be unref'd. */
static struct clock *snapshot(const struct order *order, const struct order_block *block,
                              unsigned warp, unsigned lane, struct common *common)
{
    struct clock *clock = clock_ref(known_now(order, block, warp, lane, common));
    add_met(&clock, order, block, warp, lane);
    clock_note(&clock, order->clocks, block->first + warp, lane, order->now);
    return clock;
}

/* ---- fences -------------------------------------------------------------------------------- */

static void fence_of(struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                     enum site_scope scope, struct common *common)
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
    clock_set(&me->near.clock, known_now(order, block, warp, lane, common));
    add_met(&me->near.clock, order, block, warp, lane);
    me->near.stamp = order->now;
    if (scope < SCOPE_GPU)
        return;
    clock_set(&me->all.clock, me->near.clock);
    me->all.stamp = order->now;
}

void order_fence(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes,
                 enum site_scope scope)
{
    struct common common = {0};
    for (; lanes; lanes &= lanes - 1)
        fence_of(order, block, warp, (unsigned)__builtin_ctz(lanes), scope, &common);
    common_clear(&common);
    order->now++;
}

/* ---- places -------------------------------------------------------------------------------- */

/* What everybody knows need not be kept: else places that many launches use would keep something of
 * each. Nor, in the end, what the whole launch has known since it began: others, beside it, may
 * still come for that. */
static void forget_old(const struct order *order, const struct order_block *block,
                       struct sync_place *place)
{
    const guint n = order->launches->len;
    const uint32_t own = order_base(order, block);
    const uint32_t old =
        n > LAUNCHES_KEPT
            ? g_array_index(order->launches, struct order_launch, n - LAUNCHES_KEPT).begun
            : 0;
    const uint32_t base = MAX(order->settled, MIN(own, old));
    if (clock_newest(place->all) <= base)
        clock_set(&place->all, NULL);
    if (clock_newest(place->own) <= base)
        clock_set(&place->own, NULL);
}

void order_read(const struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                const struct site *site, struct sync_place *place, uint64_t at, uint32_t stamp)
{
    struct order_lane *me = lane_of(block, warp, lane);
    forget_old(order, block, place);
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
    return block->all.all.clock || block->all.near.clock ||
           (me && (me->near.clock || me->near.stamp > 0));
}

/* What was known at the thread's fence. */
static struct clock *fenced(const struct order *order, const struct order_block *block,
                            unsigned warp, unsigned lane, struct order_fence *fence)
{
    clock_note(&fence->clock, order->clocks, block->first + warp, lane, fence->stamp);
    fence->stamp = 0;
    return fence->clock;
}

void order_write(struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                 const struct site *site, struct sync_place *place)
{
    struct order_lane *me = lane_of(block, warp, lane);
    struct clock *all = NULL, *own = NULL;
    forget_old(order, block, place);
    if (site->flags & SITE_RELEASES) {
        struct common common = {0};
        all = own = snapshot(order, block, warp, lane, &common);
        clock_ref(own);
        common_clear(&common);
    } else {
        clock_join(&all, fenced(order, block, warp, lane, &me->all));
        clock_join(&all, block->all.all.clock);
        clock_join(&own, fenced(order, block, warp, lane, &me->near));
        clock_join(&own, block->all.near.clock);
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

void order_try_lock(struct order_block *block, unsigned warp, unsigned lane,
                    const struct site *site, uint64_t lock)
{
    struct order_lane *me = lane_of(block, warp, lane);
    me->lock = lock;
    me->unfenced = MARK_UNFENCED_ALL | MARK_UNFENCED_BLOCK;
    if (site->flags & SITE_ACQUIRES) /* it is its own fence */
        me->unfenced = site->scope >= SCOPE_GPU ? 0 : MARK_UNFENCED_ALL;
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
    struct common common = {0};
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        lane_of(block, warp, lane);
        struct clock *now = snapshot(order, block, warp, lane, &common);
        clock_join(place, now);
        clock_unref(now);
    }
    common_clear(&common);
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

/* What these lanes of a warp know goes to `all`. */
static void gather(const struct order *order, const struct order_block *block, unsigned warp,
                   lane_mask lanes, struct order_lane *all)
{
    uint32_t far[WARP_LANES] = {0}, near[WARP_LANES] = {0};
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const struct order_lane *from = &block->warp[warp].lane[lane];
        clock_join(&all->knows, from->knows);
        clock_join(&all->soft, from->soft);
        clock_join(&all->knows, from->seen_block); /* a barrier is a fence of the block */
        clock_join(&all->seen_all, from->seen_all);
        clock_join(&all->all.clock, from->all.clock);
        clock_join(&all->near.clock, from->near.clock);
        far[lane] = from->all.stamp;
        near[lane] = from->near.stamp;
    }
    clock_note_lanes(&all->all.clock, order->clocks, block->first + warp, far);
    clock_note_lanes(&all->near.clock, order->clocks, block->first + warp, near);
}

static void spread(struct order_lane *to, const struct order_lane *all)
{
    clock_join(&to->knows, all->knows);
    clock_join(&to->soft, all->soft);
    clock_join(&to->seen_all, all->seen_all);
    clock_join(&to->all.clock, all->all.clock);
    clock_join(&to->near.clock, all->near.clock);
}

void order_meet_clocks(const struct order *order, struct order_block *block,
                       const uint32_t *arrived, uint64_t warps, bool whole)
{
    struct order_lane all = {0};
    for (uint32_t w = 0; w < block->n_warps; w++)
        if (arrived[w] && block->warp[w].lane)
            gather(order, block, w, UINT32_MAX, &all);
    if (whole)
        spread(&block->all, &all);
    for (; !whole && warps; warps &= warps - 1)
        for (unsigned i = 0; i < WARP_LANES; i++)
            spread(lane_of(block, (unsigned)__builtin_ctzll(warps), i), &all);
    forget(&all);
}

void order_meet_lanes(const struct order *order, struct order_block *block, unsigned warp,
                      lane_mask lanes)
{
    struct order_lane all = {0};
    if (!block->warp[warp].lane)
        return;
    gather(order, block, warp, lanes, &all);
    for (unsigned i = 0; i < WARP_LANES; i++)
        if (lanes >> i & 1)
            spread(&block->warp[warp].lane[i], &all);
    forget(&all);
}
