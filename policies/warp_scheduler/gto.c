/* SPDX-License-Identifier: BSD-3-Clause */
/* Greedy then oldest: one warp runs until it stalls, then the oldest ready warp.
 *
 * Keeping to few warps keeps few working sets in the L1 cache, and warps spread out in time, so
 * that they do not all wait for memory together.
 *
 * Age is when the warp was assigned to the SM; warps of one block come by their thread ids,
 * smallest first. Both are in warp_view.age.
 *
 * A warp has stalled when its scheduler issued something else or nothing. So after a cycle in
 * which nobody could issue, the oldest ready warp goes, even if the last one is ready again.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, section 7.1.
 * Units: none.
 */
#include "policies/warp_scheduler/gto.h"

unsigned gto_pick(void *state, unsigned scheduler, uint64_t candidates,
                  const struct warp_view *view)
{
    const struct gto *own = state;
    uint64_t greedy = candidates & own->greedy[scheduler];
    return greedy != 0 ? warp_first(greedy) : warp_oldest(candidates, view);
}

uint64_t gto_visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                     const struct warp_view *view)
{
    const struct gto *own = state;
    uint64_t first = warps & own->greedy[scheduler];
    if (first & warp_bit(slot))
        return first;
    return first | warp_older(warps, slot, view) | warp_bit(slot);
}

void gto_issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct gto *own = state;
    own->greedy[scheduler] = warp_bit(slot);
}

static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    (void)view;
    struct gto *own = state;
    own->greedy[scheduler] = 0;
}

/* The slot's next warp must not inherit the turn. */
void gto_warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct gto *own = state;
    for (unsigned i = 0; i < WARP_SCHEDULERS; i++)
        own->greedy[i] &= ~warp_bit(slot);
}

const struct warp_scheduler_ops warp_scheduler_gto = {
    .head = {.name = "gto",
             .summary = "Greedy then oldest: one warp until it stalls, then the oldest ready one",
             .source = "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 7.1",
             .state_bytes = sizeof(struct gto)},
    .pick = gto_pick,
    .visited = gto_visited,
    .issued = gto_issued,
    .stalled = stalled,
    .warp_finished = gto_warp_finished,
};
