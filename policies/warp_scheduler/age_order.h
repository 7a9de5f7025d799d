/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of warps by age. It finds the oldest warp of a set without a look at each warp's age.
 *
 * A warp that starts is the youngest, so the resident warps of that time are older than it. The
 * search goes from a warp to the first warp of the set that is older, until it is at the oldest. It
 * mostly ends at once, since the warps of a block have slots in the order of their ages.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_AGE_ORDER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_AGE_ORDER_H

#include "policies/warps.h"

struct age_order {
    uint64_t older[WARP_SLOTS]; /* by slot: warps that were resident when its warp started */
};

/* Call it in the event warp_started. */
static inline void age_order_started(struct age_order *order, unsigned slot,
                                     const struct warp_view *view)
{
    for (unsigned other = 0; other < WARP_SLOTS; other++)
        order->older[other] &= ~warp_bit(slot);
    order->older[slot] = view->resident & ~warp_bit(slot);
}

/* The oldest warp of a set of resident warps. The set is not empty. */
static inline unsigned age_order_oldest(const struct age_order *order, uint64_t set)
{
    for (;;) {
        const unsigned first = warp_first(set);
        if ((set &= order->older[first]) == 0)
            return first;
    }
}

#endif
