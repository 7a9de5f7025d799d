/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties that are possible together and that hardly anybody wants together. */
#ifndef SIMGPU_CLI_EXPLAIN_SENSE_H
#define SIMGPU_CLI_EXPLAIN_SENSE_H

#include "models/gpu.h"

/* NULL: there is nothing to warn of. Names the values and what would do. g_free. */
char *sense_warning(const struct gpu_config *config);

/* Policies of an L1 data cache that isn't there. The same. */
char *sense_of_policies(const struct gpu_config *config, const struct policy_choices *chosen);

#endif
