/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/issue/sm_ldst_turns.h"

/* Whether a place in the load/store queue is another scheduler's: one that is sooner behind the one
 * that has issued to the unit last, and that has a warp for it. If it issues something else in this
 * cycle, the place is anybody's in the next one. An empty queue has places for all. */
static bool must_wait_for_its_turn(struct sm *sm, unsigned scheduler, uint64_t cycle)
{
    struct ldst_turns *turns = &sm->issue.ldst_turns;
    const uint64_t wanted = sm->warps.ready & sm->warps.by_pipe[PIPE_LDST];
    const struct scheduler *next = &sm->issue.schedulers[turns->last % sm->issue.n + 1];
    if (sm->ldst.count == 0 || turns->kept < cycle)
        return false;
    while (next->index != scheduler && !(wanted & next->warps))
        next++;
    if (next->index == scheduler)
        return false;
    turns->kept = cycle;
    return true;
}

uint64_t sm_ldst_in_turn(struct sm *sm, unsigned scheduler, uint64_t ready, uint64_t cycle)
{
    const uint64_t ldst = ready & sm->warps.by_pipe[PIPE_LDST];
    const bool waits =
        ldst && sm_ldst_takes_at(sm) <= cycle && must_wait_for_its_turn(sm, scheduler, cycle);
    return waits ? ready & ~ldst : ready;
}
