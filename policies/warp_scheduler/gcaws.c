/* SPDX-License-Identifier: BSD-3-Clause */
/* gCAWS, greedy and criticality-aware: the most critical ready warp, of equal ones the oldest, runs
 * until it stalls.
 *
 * How critical a warp is, says the run's criticality predictor: `cpl` in CAWA. Without one it is
 * greedy then oldest. A warp has stalled when its scheduler issued something else or nothing, as in
 * gto.c.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University 2017), 4.2.2. Differs: nothing.
 * Units: none.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    uint64_t greedy[WARP_SCHEDULERS]; /* the warp that has each scheduler's turn, as a set of one
                                         or none */
};

static bool goes_before(unsigned slot, unsigned than, const struct warp_view *view)
{
    const uint64_t *score = view->criticality->score;
    if (score[slot] != score[than])
        return score[slot] > score[than];
    return view->age[slot] < view->age[than];
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    if (candidates & own->greedy[scheduler])
        return warp_first(own->greedy[scheduler]);
    unsigned best = warp_first(candidates);
    for (uint64_t left = candidates & (candidates - 1); left; left &= left - 1)
        if (goes_before(warp_first(left), best, view))
            best = warp_first(left);
    return best;
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t looked_at = warps & own->greedy[scheduler];
    if (looked_at & warp_bit(slot))
        return looked_at;
    for (uint64_t left = warps; left; left &= left - 1)
        if (goes_before(warp_first(left), slot, view))
            looked_at |= left & -left;
    return looked_at | warp_bit(slot);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    ((struct state *)state)->greedy[scheduler] = warp_bit(slot);
}

static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    (void)view;
    ((struct state *)state)->greedy[scheduler] = 0;
}

/* The slot's next warp must not inherit the turn. */
static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    for (unsigned i = 0; i < WARP_SCHEDULERS; i++)
        own->greedy[i] &= ~warp_bit(slot);
}

const struct warp_scheduler_ops warp_scheduler_gcaws = {
    .policy = {.head = {.name = "gcaws",
                        .summary =
                            "Greedy and criticality-aware: the most critical ready warp until it "
                            "stalls",
                        .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 4.2.2",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued, .stalled = stalled, .warp_finished = warp_finished}},
    .pick = pick,
    .visited = visited,
};
