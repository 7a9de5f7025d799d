/* SPDX-License-Identifier: BSD-3-Clause */
/* Issue slots: every cycle of every scheduler has exactly one reason.
 *
 * Between two cycles in which something happens all masks are constant, so a gap is one addition a
 * scheduler.
 */
#include "models/sm/issue/sm_account.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/policy/sm_orders.h"

enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler)
{
    uint64_t mine = sm->warps.by_scheduler[scheduler];
    if (!(sm->warps.resident & mine))
        return SLOT_IDLE;
    uint64_t ready = sm->warps.ready & mine;
    if (ready && sm->core.policies.orders && sm_held(sm, ready))
        return SLOT_POLICY;
    if (ready)
        return SLOT_STRUCTURAL;
    if (sm->warps.wait_memory & mine)
        return SLOT_MEMORY;
    if (sm->warps.wait_data & mine)
        return SLOT_DATA;
    if (sm->warps.wait_fetch & mine)
        return SLOT_FETCH;
    if (sm->warps.at_barrier & mine)
        return SLOT_BARRIER;
    return sm->warps.at_fence & mine ? SLOT_FENCE : SLOT_DRAIN;
}

static void find_reasons(struct sm *sm)
{
    struct stall_reasons *reasons = &sm->issue.reasons;
    for (unsigned s = 0; s < sm->core.config->schedulers; s++)
        reasons->reason[s] = (uint8_t)sm_stall_reason(sm, s);
    reasons->changes = sm->warps.changes;
    reasons->known = !sm->core.policies.orders; /* which change of themselves */
}

/* A block has ended: the next work is another launch's, or none's. A function of its own, so that
 * the usual way needs no call. */
G_NO_INLINE static void account_for_next(struct sm *sm, uint64_t cycle)
{
    sm_meter_refresh(&sm->blocks);
    sm_account_gap(sm, cycle);
}

void sm_account_gap(struct sm *sm, uint64_t cycle)
{
    const uint64_t since = sm->issue.accounted, span = cycle - since;
    if (span == 0)
        return;
    if (G_UNLIKELY(sm->core.meter.stale)) {
        account_for_next(sm, cycle);
        return;
    }
    sm->issue.accounted = cycle;
    const struct stall_reasons *reasons = &sm->issue.reasons;
    if (!reasons->known || reasons->changes != sm->warps.changes)
        find_reasons(sm);
    for (unsigned s = 0; s < sm->core.config->schedulers; s++)
        sm->core.counters.slots[reasons->reason[s]] += span;
    if (sm->warps.resident)
        sm->core.counters.active_cycles += span;
    sm->core.counters.ldst_stall_cycles += sm_ldst_stalls(&sm->ldst, since, cycle);
}
