/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the properties of an SM's memory side. */
#ifndef SIMGPU_SM_CONFIG_MEMORY_H
#define SIMGPU_SM_CONFIG_MEMORY_H

#include "models/sm/core/sm_config.h"

/* Reads the load/store unit, shared memory, and all caches but the instruction cache. */
bool sm_config_read_memory(struct sm_config *config, struct platform_group *group, GError **error);

#endif
