/* SPDX-License-Identifier: BSD-3-Clause */
/* A mark: who touched memory, where in the code, and when.
 *
 * Time is a stamp: a number that goes up with every instruction that touches memory and with
 * everything that orders. Warps are numbered through the whole run (a warp's `uid`), those of a
 * block one after the other. So a thread is a uid and a lane.
 */
#ifndef SIMGPU_SANITIZE_RACE_MARKS_H
#define SIMGPU_SANITIZE_RACE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

struct mark {
    uint32_t stamp; /* 0: nobody */
    uint32_t warp;  /* uid */
    uint32_t place; /* lane, site, and the flags below */
};

enum { MARK_LANE_BITS = 5, MARK_SITE_BITS = 23 };
#define MARK_UNFENCED_BLOCK (1u << 28) /* behind a lock that it took without a fence */
#define MARK_UNFENCED_ALL   (1u << 29) /* ... or with one that does not reach other blocks */
#define MARK_PENDING        (1u << 30) /* an asynchronous copy that nobody has waited for */
#define MARK_WRITES         (1u << 31)

static inline unsigned mark_lane(const struct mark *mark)
{
    return mark->place & ((1u << MARK_LANE_BITS) - 1);
}

static inline uint32_t mark_site(const struct mark *mark)
{
    return mark->place >> MARK_LANE_BITS & ((1u << MARK_SITE_BITS) - 1);
}

static inline uint32_t mark_place(unsigned lane, uint32_t site, uint32_t flags)
{
    return lane | site << MARK_LANE_BITS | flags;
}

#endif
