/* SPDX-License-Identifier: BSD-3-Clause */
/* Loose round robin: each ready warp in turn.
 *
 * The next ready slot after the one that issued last, wrapping at the end. "Loose" because a
 * warp that is not ready loses its turn and holds nobody up. It is the fair baseline: warps
 * advance together, which serves locality between warps and makes them reach long loads together.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, section 7.1
 * (loose-round-robin among the simple schedulers); iPAWS, HPCA 2016, section 1 (the fair
 * baseline and what it is good for). Neither says where the turn starts.
 * Units: none.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    unsigned next[WARP_SCHEDULERS]; /* the slot where each scheduler's turn begins */
};

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)view;
    const struct state *own = state;
    unsigned next = own->next[scheduler];
    uint64_t from_next = candidates >> next << next;
    return warp_first(from_next != 0 ? from_next : candidates);
}

/* From the turn's beginning to the slot, over the end if it lies before. */
static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    (void)view;
    const struct state *own = state;
    uint64_t up_to_slot = UINT64_MAX >> (WARP_SLOTS - 1 - slot);
    uint64_t from_next = UINT64_MAX << own->next[scheduler];
    return warps & (slot >= own->next[scheduler] ? up_to_slot & from_next : up_to_slot | from_next);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    own->next[scheduler] = (slot + 1) % WARP_SLOTS;
}

const struct warp_scheduler_ops warp_scheduler_lrr = {
    .policy = {.head = {.name = "lrr",
                        .summary = "Loose round robin: each ready warp in turn",
                        .source =
                            "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 7.1",
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued}},
    .pick = pick,
    .visited = visited,
};
