/* SPDX-License-Identifier: BSD-3-Clause */
/* Oldest first: always the oldest ready warp, by the time its block came to the SM.
 *
 * Like greedy-then-oldest without the greed: a warp that is ready again takes the turn from
 * younger ones at once.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, section 7.1
 * (oldest-first among the simple schedulers; age as for GTO).
 * Units: none.
 */
#include "policies/warp_scheduler/age_order.h"
#include "policies/warp_scheduler/warp_scheduler.h"

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)scheduler, (void)view;
    return age_order_oldest(state, candidates);
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    age_order_started(state, slot, view);
}

const struct warp_scheduler_ops warp_scheduler_oldest = {
    .policy = {.head = {.name = "oldest",
                        .summary = "Oldest first: always the oldest ready warp",
                        .source =
                            "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 7.1",
                        .state_bytes = sizeof(struct age_order)},
               .on = {.warp_started = warp_started}},
    .pick = pick,
};
