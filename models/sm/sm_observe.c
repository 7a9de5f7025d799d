/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells observers what happens in an SM: models/core/observer.h. */
#include "models/sm/sm_events.h"

void sm_tell_gap(struct sm *sm, uint64_t cycle)
{
    if (cycle > sm->told)
        OBSERVERS_TELL(sm->core.site.observers, gap, sm, sm->told, cycle - sm->told);
    sm->told = MAX(sm->told, cycle);
}

void sm_tell_cycle(struct sm *sm)
{
    OBSERVERS_TELL(sm->core.site.observers, cycle, sm);
    sm->told = sm->core.cycle + 1;
}

void sm_tell_picked(struct sm *sm, unsigned scheduler, uint64_t candidates, unsigned slot)
{
    OBSERVERS_TELL(sm->core.site.observers, picked, sm, scheduler, candidates, slot);
}

void sm_tell_replied(struct sm *sm, const struct message *reply)
{
    OBSERVERS_TELL(sm->core.site.observers, replied, sm->core.site.index, sm->core.cycle, reply);
}

void sm_tell_l1_access(struct sm *sm, const struct ldst_entry *entry,
                       const struct line_transaction *line, bool bypasses,
                       const struct l1_lookup *found)
{
    const struct l1_access access = {.cycle = sm->core.cycle,
                                     .issued = entry->at - sm->core.config->ldst_latency,
                                     .line = line->line,
                                     .launch = entry->launch,
                                     .pc = entry->pc,
                                     .sm = (uint16_t)sm->core.site.index,
                                     .warp = entry->warp,
                                     .op_class = entry->op_class,
                                     .space = entry->space,
                                     .bypasses = bypasses,
                                     .bypassed = found->bypassed,
                                     .sectors = found->sectors,
                                     .hit = found->hit,
                                     .merged = found->merged,
                                     .missed = found->missed,
                                     .lanes = line->lanes};
    OBSERVERS_TELL(sm->core.site.observers, l1_access, &access);
}
