/* SPDX-License-Identifier: BSD-3-Clause */
/* Warp schedulers: they choose the ready warp that issues next, and may hold warps back.
 *
 * An SM has up to 64 warp slots and one to four schedulers. Scheduler s owns the slots that are
 * s modulo the number of schedulers. One state serves all schedulers of an SM, since some
 * policies decide once a core. Sets of warps are 64-bit masks over slots.
 *
 * Contract (tests/policies/warp_scheduler/test_warp_scheduler_contract.c checks every scheduler):
 * - pick returns a slot of `candidates` or WARP_NONE.
 * - The same calls give the same answers, whatever the address of the state.
 * - It picks a warp that stays ready in the end, if the other warps become unready now and then,
 *   and finish some time.
 * - It touches nothing but its own state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_H

#include "policies/sm_policy.h"

/* A plug-in says with this that it is a warp scheduler. */
#define WARP_SCHEDULER_KIND "warp_scheduler"

enum { WARP_MAX_RETRIES = 64 }; /* of an SM: warp_orders.retries */

/* The warps that a scheduler holds back, and its other wishes. A scheduler keeps such orders in its
 * state; ops->orders tells where. It may change them in any of its events. The SM obeys from the
 * next issue on. A warp that is held back is no candidate. Its slots count as slots_policy.
 *
 * Waiting aside: L1 cannot take a load's transaction if it lacks an MSHR, a line or room towards
 * L2. The load/store unit's queue then stalls until L1 can. If a scheduler allows `retries`, the
 * transaction leaves the queue instead and waits in a place of its own, from which the unit tries
 * it again. Accesses behind it go on, except those to the same line. When `retries` transactions
 * wait aside, the queue stalls as usual. The scheduler's policy `needs` NEED_RETRIES. */
struct warp_orders {
    uint64_t no_issue;  /* slots whose warps may issue nothing */
    uint64_t no_loads;  /* slots whose warps may issue no load from global or local memory */
    uint64_t no_memory; /* the same for loads, stores and atomics in global or local memory */
    uint64_t review;    /* cycle in which the SM calls `review`; UINT64_MAX: never */
    uint32_t retries;   /* how many transactions of loads may wait aside (above). 0: none */
};

struct warp_scheduler_ops {
    struct sm_policy policy;

    /* Chooses one slot of candidates: ready warps of `scheduler`, at least one. WARP_NONE holds
     * them all back; the SM asks again at the next cycle. A pick changes nothing that a later pick
     * sees, unless `issued` follows. So the SM may drop a pick. */
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view);

    /* For statistics alone. Returns the warps that pick looked at in the policy's order, up to and
     * including `slot`. They are some of `warps`, the running ones of `scheduler`. pick has just
     * returned `slot`, and the SM has not told `issued` yet. Pure. NULL: only the slot itself. */
    uint64_t (*visited)(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view);

    /* For schedulers that hold warps back. Returns the place in the state that points to the orders
     * in force. The pointer there may change from event to event, and is never NULL. The SM asks
     * once, after init. */
    const struct warp_orders *const *(*orders)(void *state);
    /* The cycle that the orders in force name has come. May be NULL. */
    void (*review)(void *state, const struct warp_view *view);
};

/* Orders that hold nobody back. */
#define WARP_NO_ORDERS ((struct warp_orders){.review = UINT64_MAX})

/* ---- a scheduler inside another one -----------------------------------------------------------
 */

/* It hears all events by itself. The holder asks it for decisions. */
struct held_scheduler {
    const struct warp_scheduler_ops *ops;
    void *state;
    const struct warp_orders *const *orders; /* NULL: it gives none */
};

/* Call it during init. values: those of a parameter, or NULL for the scheduler's defaults. */
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

/* Holds the scheduler that the user chose with a parameter of type POLICY_HELD. */
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
