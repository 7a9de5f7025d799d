/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads an SM's properties from the platform file. */
#ifndef SIMGPU_SM_CONFIG_READ_H
#define SIMGPU_SM_CONFIG_READ_H

#include "models/sm/core/sm_config.h"

/* Reads the group of model "sm": all but the last line of the struct. */
bool sm_config_read(struct sm_config *config, struct platform_group *group, GError **error);

#endif
