/* SPDX-License-Identifier: BSD-3-Clause */
/* For which launch the SM counts: see sm_meter.c.
 *
 * In the SM, several_launches: they have blocks here; meter_stale: a block has ended since
 * sm_meter_refresh; watched: there is something to do at every issue (tell_issued), as several
 * launches, observers or a scheduler that asks are here.
 */
#ifndef SIMGPU_SM_METER_H
#define SIMGPU_SM_METER_H

#include "models/sm/sm_internal.h"

/* The SM works for that launch from now on. */
void sm_meter_turn(struct sm *sm, uint32_t launch);
/* What it has counted so far goes to the ledger. */
void sm_meter_settle(struct sm *sm);
/* Blocks have come or gone. */
void sm_meter_refresh(struct sm *sm);
/* A block of the launch is here, and about to start. */
void sm_meter_begin(struct sm *sm, uint32_t launch);
/* What follows is done for that launch. */
static inline void sm_meter_note(struct sm *sm, uint32_t launch)
{
    if (G_UNLIKELY(sm->meter.several))
        sm_meter_turn(sm, launch);
}

#endif
