/* SPDX-License-Identifier: BSD-3-Clause */
/* A scheduler inside another one: it is held, not copied. The outer one passes on the events
 * that the inner one should hear, each by the function of its name here.
 *
 * The inner scheduler's parameters have their defaults. Its orders, if it gives any, are for the
 * outer one to pass on: inner_orders.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_INNER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_INNER_H

#include "policies/warp_scheduler/warp_scheduler.h"

/* ops has its own state behind it; so this is the last member of the outer state. */
struct inner_scheduler {
    const struct warp_scheduler_ops *ops;
    const struct warp_orders *orders; /* NULL: it gives none */
    _Alignas(16) uint8_t state[];
};

/* Room for an inner scheduler's state, for head.state_bytes of the outer one. */
enum { INNER_SMALL_BYTES = 256, INNER_LARGE_BYTES = 32768 };

static inline void inner_init(struct inner_scheduler *inner, size_t room,
                              const struct warp_scheduler_ops *ops,
                              const struct warp_scheduler_site *site)
{
    g_assert(ops->head.state_bytes <= room);
    inner->ops = ops;
    if (ops->init) {
        struct policy_values *values = policy_values_new(&ops->head);
        ops->init(inner->state, site, values);
        policy_values_free(values);
    }
    if (ops->orders)
        inner->orders = ops->orders(inner->state);
}

static inline unsigned inner_pick(struct inner_scheduler *inner, unsigned scheduler,
                                  uint64_t candidates, const struct warp_view *view)
{
    return inner->ops->pick(inner->state, scheduler, candidates, view);
}

static inline void inner_issued(struct inner_scheduler *inner, unsigned scheduler, unsigned slot,
                                const struct warp_view *view)
{
    if (inner->ops->issued)
        inner->ops->issued(inner->state, scheduler, slot, view);
}

static inline void inner_stalled(struct inner_scheduler *inner, unsigned scheduler,
                                 const struct warp_view *view)
{
    if (inner->ops->stalled)
        inner->ops->stalled(inner->state, scheduler, view);
}

static inline void inner_warp_started(struct inner_scheduler *inner, unsigned slot,
                                      const struct warp_view *view)
{
    if (inner->ops->warp_started)
        inner->ops->warp_started(inner->state, slot, view);
}

static inline void inner_warp_finished(struct inner_scheduler *inner, unsigned slot,
                                       const struct warp_view *view)
{
    if (inner->ops->warp_finished)
        inner->ops->warp_finished(inner->state, slot, view);
}

static inline void inner_waits_on_memory(struct inner_scheduler *inner, unsigned slot,
                                         const struct warp_view *view)
{
    if (inner->ops->waits_on_memory)
        inner->ops->waits_on_memory(inner->state, slot, view);
}

static inline void inner_pressure(struct inner_scheduler *inner,
                                  const struct warp_pressure *pressure,
                                  const struct warp_view *view)
{
    if (inner->ops->pressure)
        inner->ops->pressure(inner->state, pressure, view);
}

static inline void inner_barrier_entered(struct inner_scheduler *inner, unsigned slot,
                                         const struct warp_view *view)
{
    if (inner->ops->barrier_entered)
        inner->ops->barrier_entered(inner->state, slot, view);
}

static inline void inner_barrier_left(struct inner_scheduler *inner, unsigned slot,
                                      const struct warp_view *view)
{
    if (inner->ops->barrier_left)
        inner->ops->barrier_left(inner->state, slot, view);
}

#endif
