/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs an engine on SimGrid: every unit is an actor on its host, and the clock is SimGrid's.
 *
 * A conductor actor sleeps to the engine's next stop, resumes the actors of the units that are
 * due there, and waits for them to suspend themselves again. This is the only file of the
 * on-chip models that includes SimGrid headers.
 *
 * SimGrid keeps its state in globals and can be set up once a process.
 */
#ifndef SIMGPU_CORE_SIMGRID_RUNNER_H
#define SIMGPU_CORE_SIMGRID_RUNNER_H

#include "models/core/engine.h"

/* Configures SimGrid and loads the platform text (platform_simgrid_xml). `program` is argv[0]. */
bool simgrid_set_up(const char *program, const char *platform_xml, GError **error);

/* Runs to the end. Every unit's host must exist in the platform. */
enum engine_end engine_run_on_simgrid(struct engine *engine);

/* SimGrid's clock, in seconds: equals the engine's clock at its last stop (a test compares). */
double simgrid_now_s(void);

#endif
