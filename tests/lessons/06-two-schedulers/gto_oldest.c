/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 6: greedy then oldest. Wrong: not greedy, always the oldest. */
#include "policies/warp_scheduler/warp_scheduler.h"

/* What the scheduler remembers. It begins as zeros. */
struct state {
    uint64_t greedy[WARP_SCHEDULERS]; /* by scheduler: the warp that has the turn, as a set of one;
                                         0: nobody has it */
};

/* Which of the candidates issues now? They are the ready warps, at least one. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t greedy = candidates & own->greedy[scheduler];
    return greedy != 0 ? warp_first(greedy) : warp_oldest(candidates, view);
}

/* The warp in `slot` has issued. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    (void)own, (void)scheduler, (void)slot;
}

/* The scheduler finds no ready warp in this cycle, so the warp that had the turn has stalled. */
static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->greedy[scheduler] = 0;
}

/* The warp in `slot` has ended. The next warp in its slot must not inherit the turn. No hole: this
 * is as it should be. */
static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    for (unsigned scheduler = 0; scheduler < WARP_SCHEDULERS; scheduler++)
        own->greedy[scheduler] &= ~warp_bit(slot);
}

static const struct warp_scheduler_ops my_gto = {
    .policy = {.head = {.name = "my_gto",
                        .summary = "Greedy then oldest, by me",
                        .source = "lesson 6",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued, .stalled = stalled, .warp_finished = warp_finished}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_gto.policy.head,
};
