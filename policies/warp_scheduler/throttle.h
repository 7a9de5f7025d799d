/* SPDX-License-Identifier: BSD-3-Clause */
/* What schedulers share that hold warps of another scheduler back: they give orders, and leave the
 * choice among the others to a scheduler inside (inner.h).
 *
 * Their state begins with a struct throttle. The functions below serve as theirs in struct
 * warp_scheduler_ops where they add nothing, and are called by theirs where they do.
 *
 * The scheduler inside hears of what gto and lrr want to hear of, and no more.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_THROTTLE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_THROTTLE_H

#include "policies/warp_scheduler/inner.h"

extern const struct warp_scheduler_ops warp_scheduler_gto, warp_scheduler_lrr;

struct throttle {
    struct warp_orders orders;
    _Alignas(16) uint8_t place[INNER_BYTES(INNER_SMALL_BYTES)]; /* of the scheduler inside */
};

static inline struct inner_scheduler *throttle_inner(void *state)
{
    struct throttle *throttle = state;
    return (struct inner_scheduler *)(void *)throttle->place;
}

/* Nobody is held back, and no review is wanted. */
static inline void throttle_init(struct throttle *throttle, const struct warp_scheduler_ops *inner,
                                 const struct warp_scheduler_site *site)
{
    throttle->orders.review = UINT64_MAX;
    inner_init(throttle_inner(throttle), INNER_SMALL_BYTES, inner, site);
}

/* ---- functions of struct warp_scheduler_ops -------------------------------------------------- */

static inline unsigned throttle_pick(void *state, unsigned scheduler, uint64_t candidates,
                                     const struct warp_view *view)
{
    return inner_pick(throttle_inner(state), scheduler, candidates, view);
}

static inline void throttle_issued(void *state, unsigned scheduler, unsigned slot,
                                   const struct warp_view *view)
{
    inner_issued(throttle_inner(state), scheduler, slot, view);
}

static inline void throttle_stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    inner_stalled(throttle_inner(state), scheduler, view);
}

static inline void throttle_warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    inner_warp_finished(throttle_inner(state), slot, view);
}

static inline const struct warp_orders *throttle_orders(void *state)
{
    return &((struct throttle *)state)->orders;
}

#endif
