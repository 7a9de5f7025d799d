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
 * which nobody could issue, the oldest ready warp goes, even if the last one is ready again. With
 * `keep` the warp that issued last stays the first choice, however long its scheduler has been
 * idle, until another one issues. A warp that meets a full load/store unit behind its own load
 * thus goes before older ones as soon as there is room, and more warps are on their way at a time.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, section 7.1;
 * `keep`: GPGPU-Sim (shader.cc), whose greedy-then-oldest scheduler keeps the warp issued last at
 * the head of its list. Differs: a new warp in that warp's slot does not inherit the turn.
 * Units: none.
 */
#include "policies/warp_scheduler/age_order.h"
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    uint64_t greedy[WARP_SCHEDULERS]; /* the warp that has each scheduler's turn, as a set of one
                                         or none */
    uint64_t kept; /* of a turn when its scheduler stalls: all of it, or nothing */
    struct age_order ages;
};

static const struct policy_parameter parameters[] = {
    POLICY_BOOLEAN_ROW(
        "keep", false,
        "true: the warp that issued last stays the first choice through idle cycles, as in "
        "GPGPU-Sim 4; false: it runs until it stalls, as in DAWS, 7.1"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)site;
    ((struct state *)state)->kept = values->values[0].boolean ? UINT64_MAX : 0;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)view;
    const struct state *own = state;
    uint64_t greedy = candidates & own->greedy[scheduler];
    return greedy != 0 ? warp_first(greedy) : age_order_oldest(&own->ages, candidates);
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t first = warps & own->greedy[scheduler];
    if (first & warp_bit(slot))
        return first;
    return first | warp_older(warps, slot, view) | warp_bit(slot);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    ((struct state *)state)->greedy[scheduler] = warp_bit(slot);
}

static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    own->greedy[scheduler] &= own->kept;
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    age_order_started(&own->ages, slot, view);
}

/* The slot's next warp must not inherit the turn. */
static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    for (unsigned i = 0; i < WARP_SCHEDULERS; i++)
        own->greedy[i] &= ~warp_bit(slot);
}

const struct warp_scheduler_ops warp_scheduler_gto = {
    .policy =
        {.head = {.name = "gto",
                  .summary =
                      "Greedy then oldest: one warp until it stalls, then the oldest ready one",
                  .source = "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 7.1",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .on = {.issued = issued,
                .stalled = stalled,
                .warp_started = warp_started,
                .warp_finished = warp_finished},
         .init = init},
    .pick = pick,
    .visited = visited,
};
