/* SPDX-License-Identifier: BSD-3-Clause */
/* Two-level: warps form fetch groups; one group goes first until all of its warps wait for memory.
 *
 * So the groups come to their long operations at different times, and one group's computation
 * hides another's loads. Within a group, and between groups, round robin. Warps of other groups
 * issue when no warp of the first one can.
 *
 * Source: iPAWS, HPCA 2016, section 6 (TLV), which describes Narasiman and others, "Improving GPU
 * performance via large warps and two-level warp scheduling" (MICRO 2011). ASSUMED: groups of 8
 * neighbouring slots of a scheduler; that other groups issue meanwhile, in the order of their
 * turns; that a barrier counts as a long wait.
 * Units: warps.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

struct state {
    unsigned schedulers, group_size;
    unsigned group[WARP_SCHEDULERS]; /* that goes first */
    unsigned next[WARP_SCHEDULERS];  /* slot with which the turn within a group begins */
};

static const struct policy_parameter parameters[] = {
    POLICY_INTEGER_ROW("group", "warps", 8, 1, WARP_SLOTS,
                       "warps of a fetch group; ASSUMED, 8 is the size that the MICRO 2011 paper "
                       "settles for"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    own->schedulers = site->schedulers;
    own->group_size = (unsigned)values->values[0].integer;
}

static unsigned groups(const struct state *own)
{
    unsigned slots = WARP_SLOTS / own->schedulers;
    return (slots + own->group_size - 1) / own->group_size;
}

/* Slots of a scheduler's group. */
static uint64_t members(const struct state *own, unsigned scheduler, unsigned group)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < own->group_size; i++) {
        unsigned slot = (group * own->group_size + i) * own->schedulers + scheduler;
        if (slot < WARP_SLOTS)
            set |= warp_bit(slot);
    }
    return set;
}

/* The group that goes first: the old one, as long as one of its warps does not wait for long. */
static unsigned first_group(const struct state *own, unsigned scheduler,
                            const struct warp_view *view)
{
    uint64_t able = view->resident & ~view->at_barrier & ~*view->on_memory;
    unsigned n = groups(own);
    for (unsigned i = 0; i < n; i++) {
        unsigned group = (own->group[scheduler] + i) % n;
        if (members(own, scheduler, group) & able)
            return group;
    }
    return own->group[scheduler];
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    unsigned n = groups(own), first = first_group(own, scheduler, view);
    unsigned next = own->next[scheduler];
    for (unsigned i = 0; i < n; i++) {
        uint64_t able = candidates & members(own, scheduler, (first + i) % n);
        uint64_t from_next = able >> next << next;
        if (able)
            return warp_first(from_next ? from_next : able);
    }
    return warp_first(candidates);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->group[scheduler] = first_group(own, scheduler, view);
    own->next[scheduler] = (slot + 1) % WARP_SLOTS;
}

const struct warp_scheduler_ops warp_scheduler_two_level = {
    .policy =
        {.head = {.name = "two_level",
                  .summary =
                      "Two-level: a group of warps goes first until all of it waits for memory",
                  .source = "Lee and others, iPAWS, HPCA 2016, 6, after Narasiman and others",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .on = {.issued = issued},
         .init = init},
    .pick = pick,
};
