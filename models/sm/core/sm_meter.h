/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launch the SM counts for. While several launches have blocks here, each issue, access and
 * reply counts for its own launch. */
#ifndef SIMGPU_SM_METER_H
#define SIMGPU_SM_METER_H

#include "models/sm/core/sm_core.h"

/* Call it after the policies are made. port: it counts by itself; borrowed. */
void sm_meter_init(struct sm_core *core, const struct out_port *port);
/* The SM works for that launch from now on. */
void sm_meter_turn(struct sm_core *core, uint32_t launch);
/* The ledger gets the counts so far. */
void sm_meter_settle(struct sm_core *core);
/* Blocks have come or gone. first: the launch of a block that is here; NO_LAUNCH: there is none.
 * several: the blocks are of several launches. present: a block belongs to the launch that the SM
 * works for. */
void sm_meter_look(struct sm_core *core, uint32_t first, bool several, bool present);
static inline void sm_meter_block_ended(struct sm_core *core)
{
    core->meter.stale = true;
}
/* The SM's next work is for that launch. */
static inline void sm_meter_note(struct sm_core *core, uint32_t launch)
{
    if (G_UNLIKELY(core->meter.several))
        sm_meter_turn(core, launch);
}

#endif
