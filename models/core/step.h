/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that are due at one stop, run side by side by several threads (engine_options.threads).
 *
 * Units have no state in common. What one does to another comes later than the stop (engine.h). So
 * units may run in any order, and at the same time:
 *  - Each unit has a keeper. The keeper has the unit's deadline, messages and credits. While units
 *    run side by side, their effects go into lists, one for each keeper (effects.h). At the next
 *    stop one thread for each keeper carries them out. Then the keeper's units run.
 *  - The time of the next stop must be known before. So each thread keeps the earliest time at
 *    which its effects may make a unit run. A credit that nobody waits for counts, too: there may
 *    be stops at which no unit is due.
 *  - Each thread has its own pool of payloads (payload.h). The earliest failure wins, whatever the
 *    order. Counters by launch are added up under a lock (launch_meter.h).
 *  - Units that touch more than that run before the others, one at a time. These are the units that
 *    say so (unit_ops.alone), and those whose counters are read at the stop.
 * Results are those of one thread, byte by byte. So threads meet twice at a stop: as it begins, and
 * as it ends. The thread with the keeper's number mostly serves the keeper: its processor's cache
 * has the units' memory. If that thread does not come, another one does it.
 */
#ifndef SIMGPU_CORE_STEP_H
#define SIMGPU_CORE_STEP_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct engine;
struct step;

struct step *step_new(struct engine *engine, unsigned threads);
/* NULL is fine. */
void step_free(struct step *step);
/* Payloads that its pools have made and that are now neither in them nor in the depot. */
uint64_t step_payloads_in_use(const struct step *step);

/* The next stop's bucket; UINT64_MAX if there is none. */
uint64_t step_peek(struct step *step, struct engine *engine);
/* Moves the engine's deadlines there; false if there is none. `due`: units that run alone. */
bool step_next_stop(struct step *step, struct engine *engine, GPtrArray *due);
/* Runs the units that are due at the current stop. */
void step_run(struct step *step, struct engine *engine, GPtrArray *due);
/* Carries out everything that has been kept. */
void step_bring_home(struct step *step, struct engine *engine);

#endif
