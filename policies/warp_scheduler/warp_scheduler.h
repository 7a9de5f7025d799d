/* SPDX-License-Identifier: BSD-3-Clause */
/* Warp schedulers: which of the ready warps issues next, and which are held back.
 *
 * An SM has up to 64 warp slots and one to four schedulers; scheduler s owns the slots that are
 * s modulo the number of schedulers. One state serves all schedulers of an SM, since some
 * policies decide once a core. Sets of warps are 64-bit masks over slots.
 *
 * Contract (tests/policies/warp_scheduler/test_warp_scheduler_contract.c runs it over every
 * scheduler): pick returns a slot of `candidates` or WARP_NONE; the same calls give the same
 * answers, whatever the address of the state; a warp that stays ready is picked eventually if the
 * others become unready now and then and finish some time. A policy touches nothing but its own
 * state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_H

#include "policies/sm_policy.h"

/* A plug-in says with this that it is a warp scheduler. */
#define WARP_SCHEDULER_KIND "warp_scheduler"

enum { WARP_MAX_RETRIES = 64 }; /* of an SM: warp_orders.retries */

/* What a scheduler holds back, and what else it wants. It keeps one of these in its state (ops->
 * orders says where), changes it in any of its events, and the SM obeys from the next issue on.
 * A warp that is held back is no candidate, and its slots count as slots_policy.
 *
 * Waiting aside: when L1 cannot take a load's transaction, for want of an MSHR, a line or room
 * towards L2, the load/store unit's queue stalls until it can. If a scheduler allows `retries`, the
 * transaction leaves the queue and waits in a place of its own, from which the unit tries it again;
 * meanwhile what stood behind it goes on, except what is about the same line. When so many wait
 * aside, the queue stalls as it does without. The scheduler's policy `needs` NEED_RETRIES. */
struct warp_orders {
    uint64_t no_issue;  /* slots whose warps may issue nothing */
    uint64_t no_loads;  /* ... no load from global or local memory */
    uint64_t no_memory; /* ... no load, store or atomic in global or local memory */
    uint64_t review;    /* cycle at which `review` is called, once it has come; UINT64_MAX: never */
    uint32_t retries;   /* how many transactions of loads may wait aside (above). 0: none */
};

struct warp_scheduler_ops {
    struct sm_policy policy;

    /* Chooses one slot of candidates (never empty: ready warps of `scheduler`), or WARP_NONE to
     * hold them all back; it is asked again at the next cycle. A pick changes nothing that a
     * later pick sees unless `issued` follows, so the SM may drop it. */
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view);

    /* For statistics alone: which of `warps` (running ones of `scheduler`) are looked at, in the
     * policy's order, up to and including `slot`, which pick has just returned and of which
     * `issued` has not been told. Pure. NULL: only the slot itself. */
    uint64_t (*visited)(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view);

    /* For schedulers that hold warps back: where the state says which orders are in force, which
     * may be other ones from event to event; never NULL orders. Asked once, after init. */
    const struct warp_orders *const *(*orders)(void *state);
    /* When the orders in force want it. May be NULL. */
    void (*review)(void *state, const struct warp_view *view);
};

/* Orders that hold nobody back. */
#define WARP_NO_ORDERS ((struct warp_orders){.review = UINT64_MAX})

/* ---- a scheduler inside another one -----------------------------------------------------------
 */

/* It hears all events by itself; the holder asks it for decisions. */
struct held_scheduler {
    const struct warp_scheduler_ops *ops;
    void *state;
    const struct warp_orders *const *orders; /* NULL: it gives none */
};

/* During init. values: of a parameter, or NULL for the scheduler's defaults. */
static inline struct held_scheduler held_scheduler(const struct sm_policy_site *site,
                                                   const struct policy_head *policy,
                                                   const struct policy_values *values)
{
    struct held_scheduler held = {.ops = (const struct warp_scheduler_ops *)policy};
    held.state = site->hold(site->members, policy, values);
    if (held.ops->orders)
        held.orders = held.ops->orders(held.state);
    return held;
}

/* The one that a parameter of type POLICY_HELD has chosen. */
static inline struct held_scheduler held_by(const struct sm_policy_site *site,
                                            const union policy_value *value)
{
    return held_scheduler(site, value->held->policy, value->held);
}

static inline unsigned held_pick(const struct held_scheduler *held, unsigned scheduler,
                                 uint64_t candidates, const struct warp_view *view)
{
    return held->ops->pick(held->state, scheduler, candidates, view);
}

static inline uint64_t held_visited(const struct held_scheduler *held, unsigned scheduler,
                                    unsigned slot, uint64_t warps, const struct warp_view *view)
{
    if (!held->ops->visited)
        return warp_bit(slot);
    return held->ops->visited(held->state, scheduler, slot, warps, view);
}

static inline void held_review(const struct held_scheduler *held, const struct warp_view *view)
{
    if (held->ops->review)
        held->ops->review(held->state, view);
}

#endif
