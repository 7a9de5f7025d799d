/* SPDX-License-Identifier: BSD-3-Clause */
/* The warp that issued last, then the oldest: greedy then oldest whose turn outlasts a stall.
 *
 * gto gives a turn up in the first cycle in which the scheduler issues nothing. Here the warp that
 * issued last stays the first choice, however long its scheduler has been idle, until another one
 * issues. A warp that meets a full load/store unit behind its own load thus goes before older ones
 * as soon as there is room, and more warps are on their way at a time.
 *
 * Source: GPGPU-Sim (shader.cc), whose greedy-then-oldest scheduler keeps the warp issued last at
 * the head of its list. Differs: a new warp in that warp's slot does not inherit the turn.
 * Units: none.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    uint64_t last[WARP_SCHEDULERS]; /* each scheduler's warp that issued last, as a set */
};

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t last = candidates & own->last[scheduler];
    return last != 0 ? warp_first(last) : warp_oldest(candidates, view);
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t first = warps & own->last[scheduler];
    if (first & warp_bit(slot))
        return first;
    return first | warp_older(warps, slot, view) | warp_bit(slot);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    own->last[scheduler] = warp_bit(slot);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    for (unsigned i = 0; i < WARP_SCHEDULERS; i++)
        own->last[i] &= ~warp_bit(slot);
}

const struct warp_scheduler_ops warp_scheduler_gto_last = {
    .head = {.name = "gto_last",
             .summary = "The warp that issued last, even after idle cycles, then the oldest",
             .source = "GPGPU-Sim 4, shader.cc: its greedy-then-oldest scheduler",
             .state_bytes = sizeof(struct state)},
    .pick = pick,
    .visited = visited,
    .issued = issued,
    .warp_finished = warp_finished,
};
