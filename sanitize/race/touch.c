/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/touch.h"
#include "sanitize/race/order_sync.h"
#include "sanitize/race/verdict.h"

/* The two are in order since the lock went from one to the other, which it does in any order. But
 * the older took it without the fence that the other way round would need. */
static bool only_by_luck(const struct touch *t, const struct mark *mark)
{
    const bool same_block = order_same_block(t->access->block, mark);
    const struct order_lane *lanes = t->access->block->warp[t->access->warp].lane;
    const gint64 key = touch_thread(mark->warp, mark_lane(mark));
    if (!(mark->place & (same_block ? MARK_UNFENCED_BLOCK : MARK_UNFENCED_ALL)) || !lanes ||
        lanes[t->lane].lock == 0)
        return false;
    const uint64_t *lock = g_hash_table_lookup(t->race->sloppy, &key);
    return lock && *lock == lanes[t->lane].lock;
}

bool touch_in_order(const struct touch *t, const struct mark *mark)
{
    if (mark->stamp <= t->access->floor)
        return true;
    const enum order_kind known = order_known(t->race->order, t->access->block, t->access->warp,
                                              t->lane, mark, t->site->flags & SITE_STRONG);
    return known == ORDER_FIRM || (known == ORDER_BY_CLOCK && !only_by_luck(t, mark));
}

static enum race_missing missing_of(const struct touch *t, const struct mark *mark)
{
    const struct order_block *block = t->access->block;
    const struct site *other = sites_at(t->race->sites, mark_site(mark));
    const bool same_block = order_same_block(block, mark);
    if (mark->place & MARK_PENDING)
        return MISSING_COPY_WAIT;
    if (same_block && mark->warp == t->me.warp)
        return mark->stamp == t->me.stamp ? MISSING_ATOMIC : MISSING_WARP_SYNC;
    if (!same_block &&
        order_launch_of(t->race->order, mark->warp) != order_launch_of(t->race->order, t->me.warp))
        return MISSING_LAUNCH_ORDER;
    if (only_by_luck(t, mark))
        return MISSING_LOCK_FENCE;
    if (other->flags & t->site->flags & SITE_STRONG && !same_block &&
        (other->scope < SCOPE_GPU || t->site->scope < SCOPE_GPU))
        return MISSING_SCOPE;
    if (order_fence_would_do(t->race->order, block, t->access->warp, t->lane, mark))
        return MISSING_FENCE;
    return same_block ? MISSING_BARRIER : MISSING_BLOCK_ORDER;
}

bool touch_judge(const struct touch *t, const struct mark *mark)
{
    const struct site *other = sites_at(t->race->sites, mark_site(mark));
    if (race_may_meet(other, t->site, order_same_block(t->access->block, mark)))
        return false;
    struct race_found found = {.earlier = *mark,
                               .now = t->me,
                               .offset = t->offset,
                               .lane = t->lane,
                               .missing = missing_of(t, mark),
                               .space = t->access->space,
                               .n = 1};
    t->race->report(t->race->data, t->access, &found);
    return true;
}

/* Whether all threads that can come to the memory know of the access. */
static bool known_to_all(const struct touch *t, const struct mark *mark)
{
    const struct order_block *block = t->access->block;
    if (t->access->floor > 0) /* shared memory: those of the block */
        return mark->stamp <= t->access->floor ||
               (order_same_block(block, mark) && mark->stamp <= block->barrier);
    return mark->stamp <= order_base(t->race->order, block);
}

bool touch_stands_for(const struct touch *t, const struct mark *older)
{
    const struct site *me = t->site, *site = sites_at(t->race->sites, mark_site(older));
    if (!(me->flags & SITE_STRONG) ||
        (site->scope == me->scope && site->kind == me->kind && touch_is_own(t, older) &&
         !((site->flags ^ me->flags) & (SITE_STRONG | SITE_VOLATILE))))
        return true;
    return known_to_all(t, older);
}

bool touch_makes_needless(const struct touch *t, const struct mark *older)
{
    return !(older->place & MARK_WRITES) && touch_stands_for(t, older);
}

bool touch_strong_meets(const struct touch *t, const struct mark *mark)
{
    return !(mark->place & MARK_PENDING) &&
           race_may_meet(sites_at(t->race->sites, mark_site(mark)), t->site,
                         order_same_block(t->access->block, mark));
}
