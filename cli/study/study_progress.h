/* SPDX-License-Identifier: BSD-3-Clause */
/* Shows on standard error how far a study is: a bar with the time left on a terminal, else a line
 * for each point that has ended. */
#ifndef SIMGPU_CLI_STUDY_STUDY_PROGRESS_H
#define SIMGPU_CLI_STUDY_STUDY_PROGRESS_H

#include "study/runner.h"

struct study_progress;

/* study is borrowed. */
struct study_progress *study_progress_new(const struct study *study);
/* Clears the bar. */
void study_progress_free(struct study_progress *progress);

/* For runner_setup.watch. */
void study_progress_watch(void *data, const struct runner_state *state,
                          const struct study_point *point, const struct store_run *run);

#endif
