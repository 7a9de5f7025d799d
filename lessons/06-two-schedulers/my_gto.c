/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 6: greedy then oldest. Three holes are yours to fill; look for HOLE.
 *
 * A set of warps is a number of 64 bits, a bit for each place (slot) of the SM:
 *
 *     warp_bit(slot)               the set of this one warp
 *     warp_first(set)              the lowest slot of a set that is not empty
 *     warp_oldest(set, view)       the oldest warp of a set that is not empty
 *     set & ~warp_bit(slot)        the set without this warp
 *     set & other                  the warps that are in both sets
 */
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
    /* HOLE 1: the warp that has the turn, if it is ready. Otherwise the oldest ready warp. As it
     * stands, the lowest slot always wins. */
    (void)own, (void)scheduler, (void)view;
    return warp_first(candidates);
}

/* The warp in `slot` has issued. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    /* HOLE 2: who has the turn now? */
    (void)own, (void)scheduler, (void)slot;
}

/* The scheduler finds no ready warp in this cycle, so the warp that had the turn has stalled. */
static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    /* HOLE 3: who has the turn now? */
    (void)own, (void)scheduler;
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
