/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine: which unit must run when, so that no message comes too late for its receiver.
 *
 * Lookahead (Chandy and Misra 1979; Bryant 1977), seen from the sending side. A unit whose earliest
 * unprocessed event lies at a may run as late as a + delay (unit.h). It then processes everything
 * before the clock. So the clock stops only at deadlines, one stop covers tens of cycles, and
 * sending a message costs no call to SimGrid.
 *
 * engine.c goes from one deadline to the next; engine_core.c has the state. Neither knows how time
 * passes or how units run. Two runners do: simgrid_runner.c makes every unit a SimGrid actor;
 * engine_run_plain below calls them in turn, for unit tests and lessons. Results are the same.
 */
#ifndef SIMGPU_CORE_ENGINE_H
#define SIMGPU_CORE_ENGINE_H

#include "models/core/engine_core.h"
#include "models/core/wire.h"

enum engine_end {
    ENGINE_QUIET,       /* no event is left anywhere: done, or a deadlock (the caller knows) */
    ENGINE_LIMIT,       /* events at or after the limit are left */
    ENGINE_INTERRUPTED, /* stopped at the clock */
    ENGINE_FAILED       /* a unit reported an error */
};

struct engine *engine_new(const struct engine_options *options);
/* Frees wires, not units. NULL is fine. */
void engine_free(struct engine *engine);

/* Before the run: the watch looks at the first stop of the clock at or after `first`. */
void engine_watch(struct engine *engine, const struct engine_watch *watch, sim_time first);

/* Used by runners. Fixes delays and bucket width; call after the last wire. */
void engine_start(struct engine *engine);
/* Moves the clock to the next stop and fills `due` with the units to run there; false at the end.
 */
bool engine_next_stop(struct engine *engine, GPtrArray *due);
/* When the next stop is, if nothing else happens; SIM_TIME_NEVER if there is none. */
sim_time engine_peek_stop(struct engine *engine);
/* After the last stop: why it ended. When interrupted, first brings all units to the clock. */
enum engine_end engine_ended(struct engine *engine);

/* Runs to the end without SimGrid: there is no network, and transfers take no time. */
enum engine_end engine_run_plain(struct engine *engine);

/* Lets every unit account up to `end`. */
void engine_finish_units(struct engine *engine, sim_time end);
/* Payloads that units and messages hold: for tests, which look that none is lost. */
uint64_t engine_payloads_in_use(const struct engine *engine);
/* Which unit waits for what; empty if none waits. g_free. */
char *engine_describe_waits(struct engine *engine);

#endif
