/* SPDX-License-Identifier: BSD-3-Clause */
/* Who is older than whom: the oldest warp of a set without looking at the age of each.
 *
 * A warp that starts is the youngest, so the warps that are there by then are those older than it.
 * A step from one to the first of the set that is older ends at the oldest, mostly at once, since
 * the warps of a block have slots in the order of their ages.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_AGE_ORDER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_AGE_ORDER_H

#include "policies/warps.h"

struct age_order {
    uint64_t older[WARP_SLOTS]; /* a slot's: warps that were resident when its own started */
};

/* In the event warp_started. */
static inline void age_order_started(struct age_order *order, unsigned slot,
                                     const struct warp_view *view)
{
    for (unsigned other = 0; other < WARP_SLOTS; other++)
        order->older[other] &= ~warp_bit(slot);
    order->older[slot] = view->resident & ~warp_bit(slot);
}

/* The oldest warp of a set of resident ones that is not empty. */
static inline unsigned age_order_oldest(const struct age_order *order, uint64_t set)
{
    for (;;) {
        const unsigned first = warp_first(set);
        if ((set &= order->older[first]) == 0)
            return first;
    }
}

#endif
