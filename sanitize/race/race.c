/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/race.h"
#include "sanitize/race/clock.h"
#include "sanitize/race/order_sync.h"
#include "sanitize/race/touch.h"
#include "sanitize/race/verdict.h"
#include "sanitize/race/witnesses.h"

enum { STAMPS_LEFT = 1 << 20, ELEMENT_MOST = 16 };
#define LOOKED (1u << 31) /* no witness has this bit */

static bool is_write_of(const struct touch *t, const struct mark *mark, enum site_kind kind)
{
    return mark->place & MARK_WRITES && sites_at(t->race->sites, mark_site(mark))->kind == kind;
}

/* Whether a later atomic has read what a write has left: no store between them hides it. */
static bool has_read(const struct touch *t, const struct mark *atomic, const struct mark *write,
                     const struct witnesses *all)
{
    const struct order *order = t->race->order;
    const struct site *a = sites_at(t->race->sites, mark_site(write));
    const struct site *b = sites_at(t->race->sites, mark_site(atomic));
    if (!(write->place & MARK_WRITES) || write->stamp >= atomic->stamp)
        return false;
    for (unsigned i = 0; i < all->n; i++)
        if (all->mark[i].stamp > write->stamp && all->mark[i].stamp < atomic->stamp &&
            is_write_of(t, &all->mark[i], SITE_STORE))
            return false;
    const bool wide = a->scope >= SCOPE_GPU && b->scope >= SCOPE_GPU;
    return race_may_meet(
        a, b, wide || order_block_of(order, write->warp) == order_block_of(order, atomic->warp));
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
            !(touch_is_own(t, &reader) || touch_in_order(t, &reader)))
            continue;
        for (unsigned i = 0; i < all->n; i++)
            if (!(seen >> i & 1) && has_read(t, &reader, &all->mark[i], all))
                seen |= 1u << i;
    }
    return seen;
}

/* Whether witness i comes before this access, or can never race with it. seen: what observed() has
 * said and LOOKED; 0: nobody has asked. */
static bool is_known(const struct touch *t, const struct cell *cell, const struct witnesses *all,
                     unsigned i, uint32_t *seen)
{
    const struct mark *mark = &all->mark[i];
    if (touch_meets(t, mark) || touch_is_own(t, mark) || touch_in_order(t, mark))
        return true;
    if (*seen == 0)
        *seen = observed(t, cell, all) | LOOKED;
    return *seen >> i & 1;
}

/* The witnesses of a cell but for `me`: those that still count. */
static void keep_on_read(const struct touch *t, const struct cell *cell, struct witnesses *kept)
{
    struct witnesses all;
    witnesses_of(t->access->shadow, cell, &all);
    uint32_t seen = 0;
    kept->n = 0;
    for (unsigned i = 0; i < all.n; i++) {
        const struct mark *mark = &all.mark[i];
        if (mark->stamp <= t->access->floor)
            continue;
        const bool known = is_known(t, cell, &all, i, &seen);
        if (mark->place & MARK_WRITES && !known && touch_judge(t, mark))
            continue;
        if (!known || !touch_makes_needless(t, mark))
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
    if (a->stamp == t->me.stamp && more->mark[0].stamp == t->me.stamp &&
        !(t->site->flags & SITE_STRONG)) /* two other lanes have just read it */
        return true;
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
                            touch_lock_at(t->access, t->offset), cell->write.stamp);
}

static void touch_read(const struct touch *t, struct cell *cell)
{
    const struct mark *write = &cell->write, *read = &cell->read;
    if (write->stamp != 0 && !touch_is_own(t, write) && !touch_meets(t, write) &&
        !touch_in_order(t, write) && !has_polled(t, cell))
        touch_judge(t, write);
    if (cell->more == 0 &&
        (read->stamp == 0 ||
         (touch_makes_needless(t, read) && (touch_is_own(t, read) || touch_in_order(t, read))))) {
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
static void meet_write(const struct touch *t, const struct mark *mark, bool known, uint32_t flags,
                       struct witnesses *kept)
{
    if (known ? touch_stands_for(t, mark) : touch_judge(t, mark))
        return;
    kept->mark[kept->n] = *mark;
    kept->mark[kept->n++].place |= flags;
}

static void touch_write(const struct touch *t, struct cell *cell)
{
    struct witnesses all, kept;
    const struct mark *write = &cell->write;
    kept.n = 0;
    if (write->stamp != 0)
        meet_write(t, write,
                   touch_meets(t, write) || touch_is_own(t, write) || touch_in_order(t, write),
                   MARK_WRITES, &kept);
    if (cell->read.stamp != 0) {
        witnesses_of(t->access->shadow, cell, &all);
        uint32_t seen = 0;
        for (unsigned i = 0; i < all.n; i++)
            meet_write(t, &all.mark[i], is_known(t, cell, &all, i, &seen), 0, &kept);
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
    const uint64_t lock = touch_lock_at(t->access, t->offset);
    const gint64 key = touch_thread(t->me.warp, t->lane);
    if (order_unlock(t->access->block, t->access->warp, t->lane, lock))
        g_hash_table_replace(t->race->sloppy, g_memdup2(&key, sizeof key),
                             g_memdup2(&lock, sizeof lock));
}

/* What a strong access reads and leaves at its place, and what a weak write takes away. */
static void synchronise(const struct touch *t, struct cell *cell)
{
    const struct race_access *access = t->access;
    struct shadow *shadow = access->shadow;
    const bool strong = t->site->flags & SITE_STRONG;
    if (strong && cell->sync != 0 && t->site->kind != SITE_STORE)
        order_read(t->race->order, access->block, access->warp, t->lane, t->site,
                   shadow_sync(shadow, cell->sync), touch_lock_at(access, t->offset),
                   cell->write.stamp);
    if (t->site->flags & SITE_SWAPS)
        order_try_lock(access->block, access->warp, t->lane, t->site,
                       touch_lock_at(access, t->offset));
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

/* Whether all of the warp know of the write. */
static bool warp_knows(const struct touch *t, const struct mark *write)
{
    const struct order_block *block = t->access->block;
    const uint32_t base = MAX(t->access->floor, order_base(t->race->order, block));
    return write->stamp <= base ||
           (order_same_block(block, write) && write->stamp <= block->barrier);
}

/* Whether another lane that reads the same as the last one did would find nothing and change
 * nothing: touch_read() would come to the same. */
static bool repeats(const struct touch *t)
{
    const struct race_access *access = t->access;
    const struct order_block *block = access->block;
    const unsigned bytes = access->bytes;
    if (access->flags & MARK_WRITES || access->sizes || t->site->flags & SITE_STRONG ||
        bytes > ELEMENT_MOST || (bytes & (bytes - 1)) || t->offset & (bytes - 1) ||
        t->race->keeps_many || block->uses_clocks || block->met || block->warp[access->warp].met)
        return false;
    unsigned n;
    const struct cell *cells = shadow_cells(access->shadow, t->offset, bytes, &n);
    for (unsigned i = 0; i < n; i++)
        if (cells[i].more == 0 || cells[i].read.stamp != t->me.stamp ||
            shadow_more(access->shadow, cells[i].more)->mark[0].stamp != t->me.stamp ||
            !warp_knows(t, &cells[i].write))
            return false;
    return true;
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

uint32_t race_stamp(struct race *race)
{
    if (race->order->now < UINT32_MAX - STAMPS_LEFT)
        return ++race->order->now;
    race->full = true;
    return 0;
}

void race_access(struct race *race, const struct race_access *access)
{
    const uint32_t stamp = race_stamp(race);
    if (stamp != 0)
        race_access_at(race, access, stamp);
}

void race_access_at(struct race *race, const struct race_access *access, uint32_t stamp)
{
    struct touch touch = {
        .race = race, .access = access, .site = sites_at(race->sites, access->site)};
    touch.me.stamp = stamp;
    touch.me.warp = access->block->first + access->warp;
    uint64_t last = UINT64_MAX; /* the last lane's place */
    bool again = false;         /* whoever reads there, too, need not be looked at */
    for (lane_mask left = access->lanes; left; left &= left - 1) {
        touch.lane = (unsigned)__builtin_ctz(left);
        touch.me.place = mark_place(touch.lane, access->site, access->flags);
        if (G_UNLIKELY(access->block->uses_clocks))
            touch.me.place |= order_unfenced(access->block, access->warp, touch.lane);
        touch.offset = access->offset[touch.lane];
        again = touch.offset == last && (again || repeats(&touch));
        if (again)
            continue;
        last = touch.offset;
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
