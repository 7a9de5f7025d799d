/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread's part in a stop: keepers carry out what was done to their units at the last one and
 * list those that are due, and the units run. */
#ifndef SIMGPU_CORE_STEP_PART_H
#define SIMGPU_CORE_STEP_PART_H

#include "models/core/step_state.h"

/* What was done to the keeper's units at the last stop. */
void step_carry_out(const struct step *step, unsigned keeper);
/* ... and then the keeper moves to the stop's bucket and lists the units that are due there.
 * Returns the bucket of the next one that it knows of. */
uint64_t step_settle(const struct step *step, unsigned keeper, bool profiled);
/* For take: the keeper has been settled, by the caller of all. */
void step_offer(const struct step *step, struct step_keeper *keeper);
/* A crew_work, of the engine: settles keepers and runs units until no more of either are to be
 * had. */
void step_take_part(void *engine, unsigned worker);

#endif
