/* SPDX-License-Identifier: BSD-3-Clause */
/* Strict round robin: each warp in turn, and nobody else while it is not ready.
 *
 * The turn is the next resident slot of the scheduler after the one that issued last. A warp at a
 * barrier is passed over, or its block would wait for ever. While a warp has the turn all others
 * of its scheduler are held back by orders, so that waiting for it costs no host time.
 *
 * Source: iPAWS, HPCA 2016, section 3.2 ("strict" RR, under which warps issue alike). ASSUMED: what
 * happens at barriers.
 * Units: none.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    struct warp_orders orders;
    const struct warp_orders *in_force;
    unsigned schedulers;
    unsigned last[WARP_SCHEDULERS]; /* the slot that issued last */
    uint64_t own[WARP_SCHEDULERS];  /* slots of each scheduler */
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)values;
    struct state *own = state;
    own->schedulers = site->schedulers;
    own->orders = WARP_NO_ORDERS;
    own->in_force = &own->orders;
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++)
        own->own[slot % site->schedulers] |= warp_bit(slot);
    for (unsigned s = 0; s < site->schedulers; s++)
        own->last[s] = WARP_SLOTS - 1;
}

/* Gives each scheduler's turn to the first slot behind the last one. */
static void give_turns(struct state *own, const struct warp_view *view)
{
    uint64_t held = 0;
    for (unsigned s = 0; s < own->schedulers; s++) {
        uint64_t able = own->own[s] & view->resident & ~view->at_barrier;
        unsigned next = (own->last[s] + 1) % WARP_SLOTS;
        uint64_t from_next = able >> next << next;
        if (able)
            held |= able & ~warp_bit(warp_first(from_next ? from_next : able));
    }
    own->orders.no_issue = held;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    return warp_first(candidates); /* the only one */
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->last[scheduler] = slot;
    give_turns(own, view);
}

static void changed(void *state, unsigned slot, const struct warp_view *view)
{
    (void)slot;
    give_turns(state, view);
}

static const struct warp_orders *const *orders(void *state)
{
    return &((struct state *)state)->in_force;
}

const struct warp_scheduler_ops warp_scheduler_strict_rr = {
    .policy =
        {.head =
             {.name = "strict_rr",
              .summary =
                  "Strict round robin: each warp in turn, even if the others have to wait for it",
              .source = "Lee and others, iPAWS, HPCA 2016, 3.2",
              .state_bytes = sizeof(struct state)},
         .on = {.issued = issued,
                .warp_started = changed,
                .warp_finished = changed,
                .barrier_entered = changed,
                .barrier_left = changed},
         .init = init},
    .pick = pick,
    .orders = orders,
};
