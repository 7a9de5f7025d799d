/* SPDX-License-Identifier: BSD-3-Clause */
/* What a study can be refused for before anything runs: keys of `set` that the platform or the
 * workload of a point does not have, and figures that could not be drawn. */
#ifndef SIMGPU_CLI_STUDY_STUDY_CHECK_H
#define SIMGPU_CLI_STUDY_STUDY_CHECK_H

#include "study/study.h"

/* points: struct study_point *. What cannot be read is left to the points, which will fail. */
bool study_check(const struct study *study, const GPtrArray *points, GError **error);

#endif
