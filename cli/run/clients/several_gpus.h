/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run on several GPUs can't do yet. */
#ifndef SIMGPU_CLI_RUN_SEVERAL_GPUS_H
#define SIMGPU_CLI_RUN_SEVERAL_GPUS_H

#include "cli/options/options.h"
#include "models/gpu_config.h"
#include "policies/registry.h"

/* An error if an option looks at one GPU only, and the platform has several. */
bool several_gpus_check(const struct options *options, const struct gpu_config *config,
                        const struct policy_choices *chosen, GError **error);

#endif
