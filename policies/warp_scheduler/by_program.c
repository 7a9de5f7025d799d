/* SPDX-License-Identifier: BSD-3-Clause */
/* A scheduler for the first program's warps, and one for all others'.
 *
 * With SMs apart (partition even) each SM has the scheduler of its program. Where programs share an
 * SM, one of them goes first (program_warps.h), and each of its warps is chosen by its program's
 * scheduler. That is what an adaptive scheduler could do at best, if one scheduler a program is
 * best all the time.
 *
 * Source: M. Lee and others, "iPAWS", HPCA 2016, section 4.3 and figure 16: GTO-RR, "a statically
 * determined scheduler". ASSUMED: the order of programs on a shared SM, as the figure's other bars
 * have it.
 * Differs: neither of the two may hold warps back.
 */
#include "policies/warp_scheduler/program_warps.h"
#include "policies/warp_scheduler/warp_scheduler.h"

extern const struct warp_scheduler_ops warp_scheduler_gto, warp_scheduler_lrr,
    warp_scheduler_oldest, warp_scheduler_strict_rr;

enum parameter { FIRST, SECOND };

static const struct policy_head *const schedulers[] = {
    &warp_scheduler_gto.policy.head, &warp_scheduler_lrr.policy.head,
    &warp_scheduler_oldest.policy.head, &warp_scheduler_strict_rr.policy.head, NULL};

static const struct policy_parameter parameters[] = {
    [FIRST] = POLICY_HELD_ROW("first", schedulers, 0,
                              "scheduler of the first program; iPAWS, 4.3: GTO-RR"),
    [SECOND] = POLICY_HELD_ROW("second", schedulers, 1,
                               "scheduler of all other programs; iPAWS, 4.3: GTO-RR"),
    {0}};

struct state {
    struct program_warps programs;
    struct held_scheduler of[2]; /* own, others' */
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    program_warps_init(&own->programs, site);
    struct held_scheduler first = held_by(site, &values->values[FIRST]);
    struct held_scheduler second = held_by(site, &values->values[SECOND]);
    own->of[0] = own->programs.second ? second : first;
    own->of[1] = own->programs.second ? first : second;
}

static const struct held_scheduler *of_warps(const struct state *own, uint64_t warps)
{
    return &own->of[(warps & own->programs.others) != 0];
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const struct state *own = state;
    uint64_t first = program_warps_first(&own->programs, candidates);
    return held_pick(of_warps(own, first), scheduler, first, view);
}

static uint64_t visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                        const struct warp_view *view)
{
    const struct state *own = state;
    bool is_others = own->programs.others >> slot & 1;
    uint64_t before = is_others ? warps & ~own->programs.others : 0;
    uint64_t among = is_others ? warps & own->programs.others : warps & ~own->programs.others;
    return before | held_visited(&own->of[is_others], scheduler, slot, among, view);
}

static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    (void)view;
    program_warps_add(&((struct state *)state)->programs, block);
}

const struct warp_scheduler_ops warp_scheduler_by_program = {
    .policy =
        {.head = {.name = "by_program",
                  .summary =
                      "One scheduler for the first program's warps, another one for all others",
                  .source = "M. Lee and others, iPAWS, HPCA 2016, 4.3 (GTO-RR)",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .on = {.block_started = block_started},
         .init = init},
    .pick = pick,
    .visited = visited,
};
