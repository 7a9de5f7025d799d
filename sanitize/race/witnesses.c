/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/witnesses.h"
#include <glib.h>

void witnesses_of(struct shadow *shadow, const struct cell *cell, struct witnesses *out)
{
    out->n = 0;
    if (cell->read.stamp != 0)
        out->mark[out->n++] = cell->read;
    for (uint32_t at = cell->more; at != 0; at = shadow_more(shadow, at)->next)
        for (unsigned i = 0; i < MORE_MARKS; i++)
            if (shadow_more(shadow, at)->mark[i].stamp != 0 && out->n < WITNESSES_MANY)
                out->mark[out->n++] = shadow_more(shadow, at)->mark[i];
}

/* How two marks differ: 3 are of two blocks, 2 of two warps, 1 of two lanes, 0 of one thread. The
 * block of `warp` is known; two other warps count as of two blocks. */
static unsigned level_of(const struct mark *a, const struct mark *b, uint32_t n_warps,
                         uint32_t block)
{
    if (a->warp == b->warp)
        return mark_lane(a) != mark_lane(b);
    return (a->warp - block < n_warps) && (b->warp - block < n_warps) ? 2 : 3;
}

/* First those that differ most from the ones that are in, then the youngest. */
static void choose(struct witnesses *all, unsigned room, uint32_t n_warps, uint32_t block)
{
    unsigned seen = 0, n = 1;
    for (unsigned i = 1; i < all->n && n < room; i++) {
        const unsigned writes = all->mark[i].place & MARK_WRITES ? 4 : 0;
        const unsigned level =
            1u << (level_of(&all->mark[0], &all->mark[i], n_warps, block) + writes);
        if (seen & level)
            continue;
        seen |= level;
        const struct mark mark = all->mark[i];
        all->mark[i] = all->mark[n];
        all->mark[n++] = mark;
    }
    all->n = MIN(all->n, room);
}

void witnesses_put(struct shadow *shadow, struct cell *cell, const struct mark *first,
                   const struct witnesses *kept, bool many, uint32_t n_warps, uint32_t block)
{
    struct witnesses all; /* large: its marks are set where they count */
    all.n = 0;
    const unsigned room = many ? WITNESSES_MANY : WITNESSES_FEW;
    if (first)
        all.mark[all.n++] = *first;
    for (unsigned i = 0; i < kept->n && all.n < G_N_ELEMENTS(all.mark); i++)
        all.mark[all.n++] = kept->mark[i];
    if (all.n > room)
        choose(&all, room, n_warps, block);
    cell->read = all.n > 0 ? all.mark[0] : (struct mark){0};
    unsigned at = 1;
    uint32_t *link = &cell->more;
    while (at < all.n) {
        if (*link == 0) {
            const uint32_t number = shadow_new_more(shadow);
            /* the pool may have moved: find the link again */
            link = &cell->more;
            while (*link != 0)
                link = &shadow_more(shadow, *link)->next;
            *link = number;
        }
        struct more *more = shadow_more(shadow, *link);
        for (unsigned i = 0; i < MORE_MARKS; i++, at++)
            more->mark[i] = at < all.n ? all.mark[at] : (struct mark){0};
        link = &more->next;
    }
    shadow_drop_more(shadow, *link);
    *link = 0;
}
