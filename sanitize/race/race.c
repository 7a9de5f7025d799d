/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/race.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/order_sync.h"
#include "sanitize/race/verdict.h"
#include "sanitize/race/witnesses.h"

enum { STAMPS_LEFT = 1 << 20, ELEMENT_MOST = 16 };

/* One lane at one cell. */
struct touch {
    struct race *race;
    const struct race_access *access;
    const struct site *site;
    struct mark me;
    unsigned lane;
    uint64_t offset;
};

/* ---- verdicts ------------------------------------------------------------------------------ */

/* Places of different memories have different names. */
static uint64_t lock_at(const struct race_access *access, uint64_t offset)
{
    return offset + (uint64_t)(uintptr_t)access->shadow + 1;
}

static gint64 *thread_key(uint32_t warp, unsigned lane)
{
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)clock_thread(warp, lane);
    return key;
}

/* The two are in order since the lock went from one to the other, which it does in any order. But
 * the older took it without the fence that the other way round would need. */
static bool only_by_luck(const struct touch *t, const struct mark *mark)
{
    const bool same_block = order_same_block(t->access->block, mark);
    const struct order_lane *lanes = t->access->block->warp[t->access->warp].lane;
    const gint64 key = (gint64)clock_thread(mark->warp, mark_lane(mark));
    if (!(mark->place & (same_block ? MARK_UNFENCED_BLOCK : MARK_UNFENCED_ALL)) || !lanes ||
        lanes[t->lane].lock == 0)
        return false;
    const uint64_t *lock = g_hash_table_lookup(t->race->sloppy, &key);
    return lock && *lock == lanes[t->lane].lock;
}

static bool in_order(const struct touch *t, const struct mark *mark)
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

/* The two conflict and nothing orders them. True if that is a race, which is then reported. */
static bool judge(const struct touch *t, const struct mark *mark)
{
    const struct site *other = sites_at(t->race->sites, mark_site(mark));
    if (race_may_meet(other, t->site, order_same_block(t->access->block, mark)))
        return false;
    const struct race_found found = {.access = t->access,
                                     .earlier = *mark,
                                     .now = t->me,
                                     .offset = t->offset,
                                     .lane = t->lane,
                                     .missing = missing_of(t, mark)};
    t->race->report(t->race->data, &found);
    return true;
}

/* ---- cells --------------------------------------------------------------------------------- */

static bool is_own(const struct touch *t, const struct mark *mark)
{
    return mark->warp == t->me.warp && mark_lane(mark) == t->lane && !(mark->place & MARK_PENDING);
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

/* Whether whoever races with an older access, which this one comes behind, races with this one,
 * too. */
static bool stands_for(const struct touch *t, const struct mark *older)
{
    const struct site *me = t->site, *site = sites_at(t->race->sites, mark_site(older));
    if (!(me->flags & SITE_STRONG) ||
        (site->scope == me->scope && site->kind == me->kind && is_own(t, older) &&
         !((site->flags ^ me->flags) & (SITE_STRONG | SITE_VOLATILE))))
        return true;
    return known_to_all(t, older);
}

static bool makes_needless(const struct touch *t, const struct mark *older)
{
    return !(older->place & MARK_WRITES) && stands_for(t, older);
}

static bool is_write_of(const struct touch *t, const struct mark *mark, enum site_kind kind)
{
    return mark->place & MARK_WRITES && sites_at(t->race->sites, mark_site(mark))->kind == kind;
}

/* Whether a later atomic has read what a write has left: no store between them hides it. */
static bool has_read(const struct touch *t, const struct mark *atomic, const struct mark *write,
                     const struct witnesses *all)
{
    const struct order *order = t->race->order;
    if (!(write->place & MARK_WRITES) || write->stamp >= atomic->stamp)
        return false;
    for (unsigned i = 0; i < all->n; i++)
        if (is_write_of(t, &all->mark[i], SITE_STORE) && all->mark[i].stamp > write->stamp &&
            all->mark[i].stamp < atomic->stamp)
            return false;
    return race_may_meet(sites_at(t->race->sites, mark_site(write)),
                         sites_at(t->race->sites, mark_site(atomic)),
                         order_block_of(order, write->warp) == order_block_of(order, atomic->warp));
}

/* Writes that an atomic has read come before all that it comes before. A bit for each mark. */
static uint32_t observed(const struct touch *t, const struct cell *cell,
                         const struct witnesses *all)
{
    uint32_t seen = 0;
    for (unsigned r = 0; r <= all->n; r++) {
        struct mark reader = r < all->n ? all->mark[r] : cell->write;
        reader.place |= r < all->n ? 0 : MARK_WRITES;
        if (reader.stamp == 0 || !is_write_of(t, &reader, SITE_ATOMIC) ||
            !(is_own(t, &reader) || in_order(t, &reader)))
            continue;
        for (unsigned i = 0; i < all->n; i++)
            if (has_read(t, &reader, &all->mark[i], all))
                seen |= 1u << i;
    }
    return seen;
}

/* The witnesses of a cell but for `me`: those that still count. */
static void keep_on_read(const struct touch *t, const struct cell *cell, struct witnesses *kept)
{
    struct witnesses all;
    witnesses_of(t->access->shadow, cell, &all);
    const uint32_t seen = observed(t, cell, &all);
    kept->n = 0;
    for (unsigned i = 0; i < all.n; i++) {
        const struct mark *mark = &all.mark[i];
        if (mark->stamp <= t->access->floor)
            continue;
        const bool known = seen >> i & 1 || is_own(t, mark) || in_order(t, mark);
        if (mark->place & MARK_WRITES && !known && judge(t, mark))
            continue;
        if (!known || !makes_needless(t, mark))
            kept->mark[kept->n++] = *mark;
    }
}

/* Whether two reads that the cell has show every race that this one could have: two lanes of this
 * instruction, two warps of the block since its barrier, or two blocks since the launch began.
 * Only where nothing but barriers orders. */
static bool adds_nothing(const struct touch *t, const struct cell *cell)
{
    const struct order_block *block = t->access->block;
    const struct order_warp *warp = &block->warp[t->access->warp];
    const struct mark *a = &cell->read;
    const struct order *order = t->race->order;
    const uint32_t lanes_met = MAX(block->barrier, warp->sync);
    if (t->race->keeps_many || block->uses_clocks || block->met || warp->met)
        return false;
    const struct more *more = shadow_more(t->access->shadow, cell->more);
    const uint32_t base = MAX(t->access->floor, order_base(t->race->order, block));
    for (unsigned i = 0; i < MORE_MARKS && more->mark[i].stamp != 0; i++) {
        const struct mark *b = &more->mark[i];
        const uint32_t oldest = MIN(a->stamp, b->stamp);
        if ((a->place | b->place) & MARK_WRITES || oldest <= base)
            continue;
        const bool near = order_same_block(block, a) && order_same_block(block, b);
        const uint32_t apart = a->warp > b->warp ? a->warp - b->warp : b->warp - a->warp;
        const bool shows = a->warp == b->warp ? a->warp == t->me.warp && oldest > lanes_met
                           : near             ? oldest > block->barrier
                                  : apart >= block->n_warps || order_block_of(order, a->warp) !=
                                                                   order_block_of(order, b->warp);
        if (shows && race_reads_alike(t->site, sites_at(t->race->sites, mark_site(a))) &&
            race_reads_alike(t->site, sites_at(t->race->sites, mark_site(b))))
            return true;
    }
    return false;
}

/* A strong read of a flag by who has waited there, and seen what was written. */
static bool has_polled(const struct touch *t, const struct cell *cell)
{
    return cell->sync != 0 && t->site->flags & SITE_STRONG &&
           order_has_polled(t->access->block, t->access->warp, t->lane,
                            lock_at(t->access, t->offset), cell->write.stamp);
}

static void touch_read(const struct touch *t, struct cell *cell)
{
    const struct mark *write = &cell->write, *read = &cell->read;
    if (write->stamp != 0 && !is_own(t, write) && !in_order(t, write) && !has_polled(t, cell))
        judge(t, write);
    if (cell->more == 0 &&
        (read->stamp == 0 || ((is_own(t, read) || in_order(t, read)) && makes_needless(t, read)))) {
        cell->read = t->me;
        return;
    }
    if (cell->more != 0 && adds_nothing(t, cell))
        return;
    struct witnesses kept;
    keep_on_read(t, cell, &kept);
    witnesses_put(t->access->shadow, cell, &t->me, &kept, t->race->keeps_many,
                  t->access->block->n_warps, t->access->block->first);
}

/* The mark is of an access that conflicts with this write. */
static void meet_write(const struct touch *t, const struct mark *mark, bool seen, uint32_t flags,
                       struct witnesses *kept)
{
    const bool known = seen || is_own(t, mark) || in_order(t, mark);
    if (known ? stands_for(t, mark) : judge(t, mark))
        return;
    kept->mark[kept->n] = *mark;
    kept->mark[kept->n++].place |= flags;
}

static void touch_write(const struct touch *t, struct cell *cell)
{
    struct witnesses all, kept;
    kept.n = 0;
    if (cell->write.stamp != 0)
        meet_write(t, &cell->write, false, MARK_WRITES, &kept);
    if (cell->read.stamp != 0) {
        witnesses_of(t->access->shadow, cell, &all);
        const uint32_t seen = observed(t, cell, &all);
        for (unsigned i = 0; i < all.n; i++)
            meet_write(t, &all.mark[i], seen >> i & 1, 0, &kept);
    }
    cell->write = t->me;
    if (kept.n == 0 && cell->more == 0)
        cell->read = (struct mark){0};
    else
        witnesses_put(t->access->shadow, cell, NULL, &kept, t->race->keeps_many,
                      t->access->block->n_warps, t->access->block->first);
}

/* ---- synchronisation ----------------------------------------------------------------------- */

/* A lock behind which memory was touched without a fence. */
static void let_go(const struct touch *t)
{
    const uint64_t lock = lock_at(t->access, t->offset);
    if (order_unlock(t->access->block, t->access->warp, t->lane, lock))
        g_hash_table_replace(t->race->sloppy, thread_key(t->me.warp, t->lane),
                             g_memdup2(&lock, sizeof lock));
}

/* What a strong access reads and leaves at its place, and what a weak write takes away. */
static void synchronise(const struct touch *t, struct cell *cell)
{
    const struct race_access *access = t->access;
    struct shadow *shadow = access->shadow;
    const bool strong = t->site->flags & SITE_STRONG;
    if (strong && cell->sync != 0 && t->site->kind != SITE_STORE)
        order_read(access->block, access->warp, t->lane, t->site, shadow_sync(shadow, cell->sync),
                   lock_at(access, t->offset), cell->write.stamp);
    if (t->site->flags & SITE_SWAPS)
        order_try_lock(access->block, access->warp, t->lane, lock_at(access, t->offset));
    if (!(t->site->flags & SITE_WRITES))
        return;
    if (!(t->site->flags & SITE_SWAPS) && access->block->uses_clocks)
        let_go(t);
    if (strong && order_releases(access->block, access->warp, t->lane, t->site)) {
        struct sync_place *place = shadow_need_sync(shadow, t->offset, cell);
        order_write(t->race->order, access->block, access->warp, t->lane, t->site, place);
    } else if (cell->sync != 0 && t->site->kind == SITE_STORE) {
        clock_set(&shadow_sync(shadow, cell->sync)->all, NULL);
        clock_set(&shadow_sync(shadow, cell->sync)->own, NULL);
    }
}

static bool may_synchronise(const struct race_access *access, const struct site *site,
                            uint64_t offset)
{
    return site->flags & SITE_STRONG || (site->flags & SITE_WRITES && access->block->uses_clocks) ||
           shadow_has_sync(access->shadow, offset);
}

/* ---- accesses ------------------------------------------------------------------------------ */

/* An element that is aligned to its size. */
static void touch_cells(struct touch *t, unsigned bytes)
{
    unsigned n;
    struct cell *cells = shadow_cells(t->access->shadow, t->offset, bytes, &n);
    const uint64_t offset = t->offset;
    for (unsigned i = 0; i < n; i++) {
        t->offset = offset + (uint64_t)i * (bytes / n);
        if (t->access->flags & MARK_WRITES)
            touch_write(t, &cells[i]);
        else
            touch_read(t, &cells[i]);
    }
    t->offset = offset;
    if (G_UNLIKELY(may_synchronise(t->access, t->site, offset)))
        synchronise(t, cells);
}

void race_init(struct race *race, struct order *order, const struct sites *sites)
{
    GHashTable *sloppy = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    *race = (struct race){.order = order, .sites = sites, .sloppy = sloppy};
}

void race_finish(struct race *race)
{
    g_clear_pointer(&race->sloppy, g_hash_table_destroy);
    *race = (struct race){0};
}

void race_access(struct race *race, const struct race_access *access)
{
    struct touch touch = {
        .race = race, .access = access, .site = sites_at(race->sites, access->site)};
    if (race->order->now >= UINT32_MAX - STAMPS_LEFT) {
        race->full = true;
        return;
    }
    touch.me.stamp = ++race->order->now;
    touch.me.warp = access->block->first + access->warp;
    for (lane_mask left = access->lanes; left; left &= left - 1) {
        touch.lane = (unsigned)__builtin_ctz(left);
        touch.me.place = mark_place(touch.lane, access->site, access->flags);
        if (G_UNLIKELY(access->block->uses_clocks))
            touch.me.place |= order_unfenced(access->block, access->warp, touch.lane);
        touch.offset = access->offset[touch.lane];
        unsigned bytes = access->sizes ? access->sizes[touch.lane] : access->bytes;
        while (bytes > 0) {
            unsigned part = MIN(ELEMENT_MOST, bytes);
            while (part & (part - 1))
                part &= part - 1;
            while (touch.offset & (part - 1))
                part /= 2;
            touch_cells(&touch, part);
            touch.offset += part;
            bytes -= part;
        }
    }
}

void race_copy_ends(struct race *race, struct shadow *shadow, uint64_t offset, unsigned bytes,
                    uint32_t warp, unsigned lane)
{
    while (bytes > 0) {
        unsigned n;
        uint64_t run;
        struct cell *cells = shadow_run(shadow, offset, bytes, &n, &run);
        for (unsigned i = 0; i < n; i++) {
            struct mark *write = &cells[i].write;
            if (write->place & MARK_PENDING && write->warp == warp && mark_lane(write) == lane) {
                write->place &= ~MARK_PENDING;
                write->stamp = race->order->now;
            }
        }
        offset += run;
        bytes -= (unsigned)run;
    }
}
