/* SPDX-License-Identifier: BSD-3-Clause */
/* For which launch the SM counts (launch_meter.h).
 *
 * While all its blocks are of one launch it works for that one, so that nothing has to be asked
 * when an instruction issues; without blocks, for none. While blocks of several launches are
 * there, it turns to the launch of each instruction, access and reply; issue slots without an
 * instruction, and cycles, then go to the launch it turned to last.
 *
 * Differs from hardware's profilers, which do not let kernels run together while they count.
 */
#include "models/sm/sm_meter.h"

void sm_meter_turn(struct sm *sm, uint32_t launch)
{
    if (launch == sm->meter.meter.launch)
        return;
    sm_meter_settle(sm);
    sm->meter.meter.launch = launch;
}

void sm_meter_settle(struct sm *sm)
{
    sm->core.counters.inject_busy_cycles = sm->port.out.busy_cycles;
    sm->core.counters.inject_credit_stall_cycles = sm->port.out.credit_stall_cycles;
    launch_meter_turn(&sm->meter.meter, sm->meter.meter.launch);
}

void sm_meter_refresh(struct sm *sm)
{
    uint32_t first = NO_LAUNCH;
    bool several = false, present = false;
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        uint32_t launch = sm->blocks.list[__builtin_ctzll(used)].context.launch->id;
        if (first == NO_LAUNCH)
            first = launch;
        several |= launch != first;
        present |= launch == sm->meter.meter.launch;
    }
    sm->meter.several = several;
    sm->meter.watched = several || sm->core.site.observers ||
                        sm_members_want(&sm->core.policies.members, SM_EVENT(executed));
    sm->meter.stale = false;
    if (!present)
        sm_meter_turn(sm, first);
}

void sm_meter_begin(struct sm *sm, uint32_t launch)
{
    sm_meter_refresh(sm);
    sm_meter_turn(sm, launch);
}
