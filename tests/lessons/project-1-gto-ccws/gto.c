/* SPDX-License-Identifier: BSD-3-Clause */
/* Project 1, task 1: greedy then oldest. A sample solution.
 *
 * An SM of a GTX 480 has two schedulers. Scheduler s owns the slots that are s modulo 2. This file
 * keeps the age of each warp itself, although view->age would tell: the counter below is the
 * timestamp that a hardware scheduler would keep.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

/* What the scheduler remembers of its SM. It begins as zeros. */
struct state {
    uint64_t greedy[WARP_SCHEDULERS]; /* by scheduler: the warp that has the turn, as a set of one;
                                         0: nobody has it */
    uint64_t clock;                   /* how many warps have started on this SM */
    uint64_t started[WARP_SLOTS];     /* by slot: the value of clock when its warp started */
};

/* A warp starts in `slot`. Those of a block start one after the other, in the order of their
 * threads. */
static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->started[slot] = own->clock++;
}

/* The warp of a set that started first. The set is not empty. */
static unsigned oldest(const struct state *own, uint64_t set)
{
    unsigned found = warp_first(set);
    for (; set != 0; set &= set - 1)
        if (own->started[warp_first(set)] < own->started[found])
            found = warp_first(set);
    return found;
}

/* Which of the candidates issues now? They are the ready warps, at least one. */
static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    uint64_t greedy = candidates & own->greedy[scheduler];
    return greedy != 0 ? warp_first(greedy) : oldest(own, candidates);
}

/* The warp in `slot` has issued. */
static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->greedy[scheduler] = warp_bit(slot);
}

/* The scheduler finds no ready warp in this cycle: the warp that had the turn has stalled. */
static void stalled(void *state, unsigned scheduler, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    own->greedy[scheduler] = 0;
}

/* The warp in `slot` has ended. The next one there must not inherit its turn. */
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
                        .source = "project 1",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued,
                      .stalled = stalled,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_gto.policy.head,
};
