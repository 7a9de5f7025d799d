/* SPDX-License-Identifier: BSD-3-Clause */
/* Static warp limiting, SWL(n): only the n oldest warps of the SM may issue; among them greedy then
 * oldest. Best-SWL is the best n for a program, found by trying all: a study.
 *
 * A warp that waits at a barrier does not count: else, with n below the warps of a block, the
 * others would never come to the barrier.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 3.3
 * and 7.1 (limits from 1 to 32, GTO among the warps), after their "Cache-Conscious Wavefront
 * Scheduling" (MICRO 2012). ASSUMED: that the n are the oldest, and barriers.
 * Units: warps of an SM.
 */
#include "policies/warp_scheduler/throttle.h"

struct state {
    struct throttle throttle;
    unsigned limit;
};

enum parameter { LIMIT, ORDER };

static const struct policy_parameter parameters[] = {
    [LIMIT] = POLICY_INTEGER_ROW("limit", "warps", 32, 1, WARP_SLOTS,
                                 "warps that may issue; 32 is all of DAWS's core (DAWS, table 3: 2 "
                                 "to 7 are best for programs that are sensitive to the cache)"),
    [ORDER] = THROTTLE_ORDER_ROW("DAWS, 7.1"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    own->limit = (unsigned)values->values[LIMIT].integer;
    throttle_init(&own->throttle, site, &values->values[ORDER]);
}

static void limit_warps(struct state *own, const struct warp_view *view)
{
    uint64_t left = view->resident & ~view->at_barrier;
    for (unsigned n = 0; n < own->limit && left; n++)
        left &= ~warp_bit(warp_oldest(left, view));
    own->throttle.orders.no_issue = left;
}

static void changed(void *state, unsigned slot, const struct warp_view *view)
{
    (void)slot;
    limit_warps(state, view);
}

const struct warp_scheduler_ops warp_scheduler_swl = {
    .policy =
        {.head = {.name = "swl",
                  .summary = "Static warp limiting: the n oldest warps, greedy then oldest",
                  .source =
                      "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 3.3, 7.1",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .on = {.warp_started = changed,
                .warp_finished = changed,
                .barrier_entered = changed,
                .barrier_left = changed},
         .init = init},
    .pick = throttle_pick,
    .orders = throttle_orders,
};
