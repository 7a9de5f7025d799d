/* SPDX-License-Identifier: BSD-3-Clause */
/* One lane at one cell of shadow memory, and what it makes of the marks there. */
#ifndef SIMGPU_SANITIZE_RACE_TOUCH_H
#define SIMGPU_SANITIZE_RACE_TOUCH_H

#include "sanitize/race/access.h"

struct touch {
    struct race *race;
    const struct race_access *access;
    const struct site *site;
    struct mark me;
    unsigned lane;
    uint64_t offset;
};

/* Places of different memories have different names. */
static inline uint64_t touch_lock_at(const struct race_access *access, uint64_t offset)
{
    return offset + (uint64_t)(uintptr_t)access->shadow + 1;
}

/* A key of race.sloppy. */
static inline gint64 touch_thread(uint32_t warp, unsigned lane)
{
    return (gint64)((uint64_t)warp << MARK_LANE_BITS | lane);
}

/* The thread's own access, which is done. */
static inline bool touch_is_own(const struct touch *t, const struct mark *mark)
{
    return mark->warp == t->me.warp && mark_lane(mark) == t->lane && !(mark->place & MARK_PENDING);
}

/* Whether the thread knows of the access. */
bool touch_in_order(const struct touch *t, const struct mark *mark);
/* The two conflict and nothing orders them. True if that is a race, which is then reported. */
bool touch_judge(const struct touch *t, const struct mark *mark);
/* Whether whoever races with an older access, which this one comes behind, races with this one,
 * too. */
bool touch_stands_for(const struct touch *t, const struct mark *older);
/* The same of a read: then nobody need keep it. */
bool touch_makes_needless(const struct touch *t, const struct mark *older);
bool touch_strong_meets(const struct touch *t, const struct mark *mark);
/* Whether the two may meet, so never race. A mark that this access then stands for is one that all
 * know: nobody need ask what this thread knows. */
static inline bool touch_meets(const struct touch *t, const struct mark *mark)
{
    return t->site->flags & SITE_STRONG && touch_strong_meets(t, mark);
}

#endif
