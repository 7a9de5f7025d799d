/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp scheduler outside of simgpu: the youngest ready warp, with a limit on how long one warp
 * may go on. An example to copy, and the plug-in that the tests load; no paper proposes it.
 *
 * Build it with the meson.build beside it, then: simgpu --plugin ./youngest_first.so
 *
 * Units: `limit` in instructions.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

/* Indices into the parameter table, which is also the order of the values. */
enum { LIMIT };

static const struct policy_parameter parameters[] = {
    [LIMIT] = POLICY_INTEGER_ROW("limit", "instructions", 32, 1, 1000000,
                                 "instructions in a row after which others go first. ASSUMED"),
    {.name = NULL},
};

/* What one scheduler of the SM remembers. */
struct run {
    uint64_t warp;    /* the one that issued last, as a set */
    int64_t in_a_row; /* instructions it has issued */
};

struct state {
    int64_t limit;
    struct run runs[WARP_SCHEDULERS];
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)site;
    struct state *own = state;
    own->limit = values->values[LIMIT].integer;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    const struct run *run = &own->runs[scheduler];
    uint64_t others = candidates & ~run->warp;
    if (run->in_a_row >= own->limit && others != 0)
        candidates = others;

    unsigned youngest = warp_first(candidates);
    for (uint64_t rest = candidates; rest != 0; rest &= rest - 1)
        if (view->age[warp_first(rest)] > view->age[youngest])
            youngest = warp_first(rest);
    return youngest;
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)view;
    struct state *own = state;
    struct run *run = &own->runs[scheduler];
    if (run->warp != warp_bit(slot))
        *run = (struct run){.warp = warp_bit(slot)};
    run->in_a_row++;
}

static const struct warp_scheduler_ops youngest_first = {
    .policy = {.head = {.name = "youngest_first",
                        .summary = "The youngest ready warp, for a limited time in a row",
                        .source = "none: an example",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .on = {.issued = issued},
               .init = init},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &youngest_first.policy.head,
};
