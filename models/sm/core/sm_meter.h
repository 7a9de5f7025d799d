/* SPDX-License-Identifier: BSD-3-Clause */
/* For which launch the SM counts: while several launches have blocks here, each issue, access and
 * reply goes to its own.
 */
#ifndef SIMGPU_SM_METER_H
#define SIMGPU_SM_METER_H

#include "models/sm/core/sm_core.h"

/* After the policies; port: the one that counts by itself, borrowed. */
void sm_meter_init(struct sm_core *core, const struct out_port *port);
/* The SM works for that launch from now on. */
void sm_meter_turn(struct sm_core *core, uint32_t launch);
/* What it has counted so far goes to the ledger. */
void sm_meter_settle(struct sm_core *core);
/* Blocks have come or gone. first: the launch of one that is here, NO_LAUNCH: there is none;
 * several: they are of several launches; present: one is of the launch for which the SM works. */
void sm_meter_look(struct sm_core *core, uint32_t first, bool several, bool present);
static inline void sm_meter_block_ended(struct sm_core *core)
{
    core->meter.stale = true;
}
/* What follows is done for that launch. */
static inline void sm_meter_note(struct sm_core *core, uint32_t launch)
{
    if (G_UNLIKELY(core->meter.several))
        sm_meter_turn(core, launch);
}

#endif
