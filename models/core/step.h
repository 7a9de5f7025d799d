/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that are due at one stop, run side by side by several threads (engine_options.threads).
 *
 * Units have no state in common, and what one does to another comes later than the stop (engine.h).
 * So they may run in any order, and at the same time:
 *  - each unit has a keeper, who has its deadline, and its messages and credits. What units that
 *    run side by side send is kept in lists by keeper (effects.h), and carried out at the next
 *    stop, by one thread for each keeper, before the keeper's units run;
 *  - when the next stop is must be known before: each thread keeps the earliest time at which
 *    anything that it has done may have a unit run. A credit that nobody waits for counts, too:
 * such a stop may turn out to have nothing due;
 *  - payloads come from a pool of each thread (payload.h); a failure is the earliest one whatever
 *    the order; what kinds count by launch is added up under a lock (launch_meter.h);
 *  - units that touch more than that run before, one after the other, with nobody beside them:
 *    those that say so (unit_ops.alone), and those whose counters are to be read.
 * Results are those of one thread, byte by byte. So a stop hands over twice: as it begins, and as
 * it ends. A keeper is mostly served by the thread of its number, whose processor's cache has its
 * units' memory; any other may do so, and does, if that one doesn't come.
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
/* Payloads that its pools have made, and neither they nor the depot have got back. */
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
