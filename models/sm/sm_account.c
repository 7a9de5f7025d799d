/* SPDX-License-Identifier: BSD-3-Clause */
/* Issue slots: every cycle of every scheduler has exactly one reason.
 *
 * Between two cycles in which something happens all masks are constant, so a gap is one addition a
 * scheduler.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"

enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler)
{
    uint64_t mine = sm->scheduler_warps[scheduler];
    if (!(sm->resident & mine))
        return SLOT_IDLE;
    uint64_t ready = sm->ready & mine;
    if (ready && sm->policies.orders && sm_held(sm, ready))
        return SLOT_POLICY;
    if (ready)
        return SLOT_STRUCTURAL;
    if (sm->wait_memory & mine)
        return SLOT_MEMORY;
    if (sm->wait_data & mine)
        return SLOT_DATA;
    if (sm->wait_fetch & mine)
        return SLOT_FETCH;
    if (sm->at_barrier & mine)
        return SLOT_BARRIER;
    return sm->at_fence & mine ? SLOT_FENCE : SLOT_DRAIN;
}

/* A block has ended: what follows is another launch's, or none's. Apart, so that the usual way
 * needs no call. */
G_NO_INLINE static void account_for_next(struct sm *sm, uint64_t cycle)
{
    sm_meter_refresh(sm);
    sm_account_gap(sm, cycle);
}

void sm_account_gap(struct sm *sm, uint64_t cycle)
{
    uint64_t span = cycle - sm->accounted;
    if (span == 0)
        return;
    if (G_UNLIKELY(sm->meter_stale)) {
        account_for_next(sm, cycle);
        return;
    }
    sm->accounted = cycle;
    for (unsigned s = 0; s < sm->config->schedulers; s++)
        sm->counters.slots[sm_stall_reason(sm, s)] += span;
    if (sm->resident)
        sm->counters.active_cycles += span;
    if (sm->ldst_wait != LDST_WAITS_NOT)
        sm->counters.ldst_stall_cycles += span;
}
