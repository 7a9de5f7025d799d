/* SPDX-License-Identifier: BSD-3-Clause */
/* A line on standard error that shows how far the simulation is, when that is a terminal. */
#ifndef SIMGPU_CLI_RUN_PROGRESS_H
#define SIMGPU_CLI_RUN_PROGRESS_H

#include "models/gpu.h"

struct progress;

/* NULL when standard error is no terminal. gpu is borrowed until progress_end. */
struct progress *progress_start(const struct gpu *gpu);
/* Clears the line. NULL is fine. */
void progress_end(struct progress *progress);

#endif
