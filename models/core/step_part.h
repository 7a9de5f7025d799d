/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread's part in a stop. Keepers carry out what was done to their units at the last stop, and
 * list the units that are due. Then the units run. */
#ifndef SIMGPU_CORE_STEP_PART_H
#define SIMGPU_CORE_STEP_PART_H

#include "models/core/step_state.h"

/* Carries out what was done to the keeper's units at the last stop. */
void step_carry_out(const struct step *step, unsigned keeper);
/* The same. Then the keeper moves to the stop's bucket and lists the units that are due there.
 * Returns the bucket of the next unit that it knows of. */
uint64_t step_settle(const struct step *step, unsigned keeper, bool profiled);
/* The keeper is settled: threads may take its units. */
void step_offer(const struct step *step, struct step_keeper *keeper);
/* A crew_work whose data is the engine: settles keepers and runs units until none are left. */
void step_take_part(void *engine, unsigned worker);

#endif
