/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells observers what happens in an SM: models/core/observer.h. */
#include "models/sm/whole/sm_observe.h"

void sm_observe_gap(struct sm *sm, uint64_t cycle)
{
    if (cycle > sm->told)
        OBSERVERS_TELL(sm->core.site.observers, gap, sm, sm->told, cycle - sm->told);
    sm->told = MAX(sm->told, cycle);
}

void sm_observe_cycle(struct sm *sm)
{
    OBSERVERS_TELL(sm->core.site.observers, cycle, sm);
    sm->told = sm->core.cycle + 1;
}

void sm_observe_picked(struct sm *sm, unsigned scheduler, uint64_t candidates, unsigned slot)
{
    OBSERVERS_TELL(sm->core.site.observers, picked, sm, scheduler, candidates, slot);
}

void sm_observe_replied(struct sm *sm, const struct message *reply)
{
    OBSERVERS_TELL(sm->core.site.observers, replied, sm->core.site.index, sm->core.cycle, reply);
}
