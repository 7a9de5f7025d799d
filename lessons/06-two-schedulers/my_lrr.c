/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 6: loose round robin. Two holes are yours to fill; look for HOLE.
 *
 * A set of warps is a number of 64 bits, a bit for each place (slot) of the SM:
 *
 *     candidates >> n << n         the warps of the set in slot n and above
 *     warp_first(set)              the lowest slot of a set that is not empty
 */
#include "policies/warp_scheduler/warp_scheduler.h"

/* What the scheduler remembers. It begins as zeros. */
struct state {
    unsigned next[WARP_SCHEDULERS]; /* by scheduler: the slot that it looks at first */
};

/* Which of the candidates issues now? They are the ready warps, at least one. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    /* HOLE 1: the first candidate from own->next[scheduler] on. If there is none from there on,
     * begin again at slot 0. As it stands, the lowest slot always wins. */
    (void)own, (void)scheduler;
    return warp_first(candidates);
}

/* The warp in `slot` has issued. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    /* HOLE 2: from which slot does the next search begin? The slots are 0 to WARP_SLOTS - 1. */
    (void)own, (void)scheduler, (void)slot;
}

static const struct warp_scheduler_ops my_lrr = {
    .policy = {.head = {.name = "my_lrr",
                        .summary = "Loose round robin, by me",
                        .source = "lesson 6",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_lrr.policy.head,
};
