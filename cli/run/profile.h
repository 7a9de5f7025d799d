/* SPDX-License-Identifier: BSD-3-Clause */
/* --profile-in and --profile-out: what a warp scheduler knows of kernels from another run, and what
 * it has learned in this one. The text is the scheduler's own. */
#ifndef SIMGPU_CLI_RUN_PROFILE_H
#define SIMGPU_CLI_RUN_PROFILE_H

#include "cli/options/options.h"
#include "models/gpu.h"

/* Whether the scheduler does what the options ask for. */
bool profile_check(const struct options *options, const struct policy_choices *chosen,
                   GError **error);
/* Before the run; after it. file NULL: nothing. */
bool profile_read(struct gpu *gpu, const char *file, GError **error);
bool profile_write(struct gpu *gpu, const char *file, GError **error);

#endif
