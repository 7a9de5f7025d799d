/* SPDX-License-Identifier: BSD-3-Clause */
/* A line on standard error that shows how far the simulation is, when that is a terminal. */
#ifndef SIMGPU_CLI_RUN_PROGRESS_H
#define SIMGPU_CLI_RUN_PROGRESS_H

#include "models/gpu.h"

struct progress;

/* How many warp instructions the run of a former result had, simulated or computed. File: of
 * --json; NULL gives 0. False with an error. */
bool progress_read(const char *file, uint64_t *instructions, GError **error);
/* NULL when standard error is no terminal. gpu is borrowed until progress_end. instructions: of the
 * whole run; 0: not known, and progress is by blocks of the kernels so far. */
struct progress *progress_start(const struct gpu *gpu, uint64_t instructions);
/* Ends the thread, and begins it again. NULL is fine. */
void progress_pause(struct progress *progress);
void progress_resume(struct progress *progress);
/* Clears the line. NULL is fine. */
void progress_end(struct progress *progress);

#endif
