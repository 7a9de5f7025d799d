/* SPDX-License-Identifier: BSD-3-Clause */
/* A scheduler inside another one: it is held, not copied. The outer one passes on the events
 * that the inner one should hear, each by the function of its name here.
 *
 * The inner scheduler's parameters have their defaults. Its orders, if it gives any, are for the
 * outer one to pass on: inner_give_orders. An inner scheduler tells no words.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_INNER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_INNER_H

#include "policies/warp_scheduler/warp_scheduler.h"

/* ops has its own state behind it; so this is the last member of the outer state. Who holds several
 * has room behind its own members, INNER_BYTES for each (inner_init). */
struct inner_scheduler {
    const struct warp_scheduler_ops *ops;
    const struct warp_orders *orders; /* NULL: it gives none */
    _Alignas(16) uint8_t state[];
};

/* Room for an inner scheduler's state, for head.state_bytes of the outer one. */
enum { INNER_SMALL_BYTES = 256, INNER_LARGE_BYTES = 32768 };

/* ... of one of several, the scheduler itself included. */
#define INNER_BYTES(state_bytes) (sizeof(struct inner_scheduler) + (state_bytes))

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

/* What it wants held back, and when it wants a review, become the outer one's orders. */
static inline void inner_give_orders(const struct inner_scheduler *inner,
                                     struct warp_orders *orders)
{
    const struct warp_orders none = {.review = UINT64_MAX};
    const struct warp_orders *given = inner->orders ? inner->orders : &none;
    orders->no_issue = given->no_issue;
    orders->no_loads = given->no_loads;
    orders->no_memory = given->no_memory;
    orders->review = given->review;
    orders->retries = given->retries;
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

static inline uint64_t inner_visited(const struct inner_scheduler *inner, unsigned scheduler,
                                     unsigned slot, uint64_t warps, const struct warp_view *view)
{
    return inner->ops->visited ? inner->ops->visited(inner->state, scheduler, slot, warps, view)
                               : warp_bit(slot);
}

static inline void inner_review(struct inner_scheduler *inner, const struct warp_view *view)
{
    if (inner->orders && inner->orders->review <= view->cycle && inner->ops->review)
        inner->ops->review(inner->state, view);
}

static inline void inner_kernel_started(struct inner_scheduler *inner,
                                        const struct warp_kernel *kernel,
                                        const struct warp_view *view)
{
    if (inner->ops->kernel_started)
        inner->ops->kernel_started(inner->state, kernel, view);
}

static inline void inner_executed(struct inner_scheduler *inner, unsigned slot,
                                  const struct warp_executed *what, const struct warp_view *view)
{
    if (inner->ops->executed)
        inner->ops->executed(inner->state, slot, what, view);
}

static inline void inner_coalesced(struct inner_scheduler *inner, unsigned slot, uint32_t pc,
                                   unsigned lanes, unsigned transactions)
{
    if (inner->ops->coalesced)
        inner->ops->coalesced(inner->state, slot, pc, lanes, transactions);
}

static inline void inner_accessed(struct inner_scheduler *inner, const struct warp_access *access,
                                  const struct warp_view *view)
{
    if (inner->ops->accessed)
        inner->ops->accessed(inner->state, access, view);
}

static inline void inner_evicted(struct inner_scheduler *inner, uint64_t line,
                                 const struct warp_owner *owner)
{
    if (inner->ops->evicted)
        inner->ops->evicted(inner->state, line, owner);
}

#endif
