/* SPDX-License-Identifier: BSD-3-Clause */
/* The launch that the SM counts for (launch_meter.h).
 *
 * While all its blocks are of one launch it works for that one, so an issuing instruction has
 * nothing to ask. Without blocks it works for none. While there are blocks of several launches, it
 * turns to the launch of each instruction, access and reply. Issue slots without an instruction,
 * and cycles, then go to the launch that it turned to last.
 *
 * Differs from hardware's profilers, which do not let kernels run together while they count.
 */
#include "models/sm/core/sm_meter.h"
#include "models/sm/core/sm_policies.h"

void sm_meter_init(struct sm_core *core, const struct out_port *port)
{
    struct sm_meter *meter = &core->meter;
    meter->port = port;
    meter->watched = meter->always_watched =
        core->site.observers || sm_members_want(&core->policies.members, SM_EVENT(executed));
    launch_meter_init(&meter->meter, core->site.ledger, &core->counters, sizeof core->counters);
}

/* Brings the counters up to date. */
static void settle(struct sm_core *core)
{
    issue_tally_settle(&core->tally, &core->counters);
    core->counters.inject.busy_cycles = core->meter.port->busy_cycles;
    core->counters.inject.credit_stall_cycles = core->meter.port->credit_stall_cycles;
}

void sm_meter_turn(struct sm_core *core, uint32_t launch)
{
    if (launch == core->meter.meter.launch)
        return;
    settle(core);
    launch_meter_turn(&core->meter.meter, launch);
}

void sm_meter_settle(struct sm_core *core)
{
    settle(core);
    launch_meter_turn(&core->meter.meter, core->meter.meter.launch);
}

void sm_meter_look(struct sm_core *core, uint32_t first, bool several, bool present)
{
    struct sm_meter *meter = &core->meter;
    meter->several = several;
    meter->watched = several || meter->always_watched;
    meter->stale = false;
    if (!present)
        sm_meter_turn(core, first);
}
