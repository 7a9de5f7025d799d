/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers that hold warps back and let another scheduler choose among the rest. Their states
 * begin with a struct throttle. The parameter THROTTLE_ORDER_ROW chooses the other scheduler.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_THROTTLE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_THROTTLE_H

#include "policies/warp_scheduler/warp_scheduler.h"

extern const struct warp_scheduler_ops warp_scheduler_gto, warp_scheduler_lrr;

/* The choices of THROTTLE_ORDER_ROW; its first is the default. */
static const struct policy_head *const throttle_order[] = {&warp_scheduler_gto.policy.head,
                                                           &warp_scheduler_lrr.policy.head, NULL};

#define THROTTLE_ORDER_ROW(why)                                                                    \
    POLICY_HELD_ROW("order", throttle_order, 0, "which of the other warps goes first; " why)

struct throttle {
    struct warp_orders orders;
    const struct warp_orders *in_force;
    struct held_scheduler inner;
};

/* Begins without warps held back, and without a review. order: the value of THROTTLE_ORDER_ROW. */
static inline void throttle_init(struct throttle *throttle, const struct sm_policy_site *site,
                                 const union policy_value *order)
{
    throttle->orders = WARP_NO_ORDERS;
    throttle->in_force = &throttle->orders;
    throttle->inner = held_by(site, order);
}

/* ---- functions of struct warp_scheduler_ops -------------------------------------------------- */

static inline unsigned throttle_pick(void *state, unsigned scheduler, uint64_t candidates,
                                     const struct warp_view *view)
{
    return held_pick(&((struct throttle *)state)->inner, scheduler, candidates, view);
}

static inline const struct warp_orders *const *throttle_orders(void *state)
{
    return &((struct throttle *)state)->in_force;
}

#endif
