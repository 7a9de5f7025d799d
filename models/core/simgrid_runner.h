/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs an engine on SimGrid: every unit is an actor on its host, and the clock is SimGrid's.
 *
 * The conductor resumes the actors of the units that are due at the engine's next stop. It has them
 * run until they suspend themselves again, and lets SimGrid's clock come to that stop. It is the
 * main program: from there all this is one call of SimGrid's, and all due actors run in one of its
 * rounds.
 *
 * While SimGrid carries out transfers an actor conducts, and the clock comes first. A transfer that
 * ends may bring the next stop forward, and the main program can't have SimGrid's clock stand where
 * that happens. A transfer that is alone needs none of this: its end is known from the start
 * (simgrid_route.h). SimGrid carries it out if another one is asked for before.
 *
 * SimGrid keeps its state in globals and can be set up once in a process.
 */
#ifndef SIMGPU_CORE_SIMGRID_RUNNER_H
#define SIMGPU_CORE_SIMGRID_RUNNER_H

#include "models/core/engine.h"

/* Configures SimGrid and loads the platform text (platform_simgrid_xml). `program` is argv[0]. */
bool simgrid_set_up(const char *program, const char *platform_xml, GError **error);

/* Runs to the end. Every unit's host must exist in the platform. */
enum engine_end engine_run_on_simgrid(struct engine *engine);

/* SimGrid's clock, in seconds. It equals the engine's clock at its last stop (a test compares),
 * unless there were transfers shortly before. */
double simgrid_now_s(void);

#endif
