/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells observers what happens in an SM: models/core/observer.h. Call these with observers only. */
#ifndef SIMGPU_SM_OBSERVE_H
#define SIMGPU_SM_OBSERVE_H

#include "models/sm/whole/sm_parts.h"

/* Tells the gap before it, and then the cycle being processed, whose arrivals are in. */
void sm_observe_cycle(struct sm *sm);
/* Tells the gap up to (not including) `cycle` as far as it has not been told: nothing happened. */
void sm_observe_gap(struct sm *sm, uint64_t cycle);
void sm_observe_picked(struct sm *sm, unsigned scheduler, uint64_t candidates, unsigned slot);
void sm_observe_replied(struct sm *sm, const struct message *reply);

#endif
