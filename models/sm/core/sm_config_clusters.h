/* SPDX-License-Identifier: BSD-3-Clause */
/* The properties of clusters of blocks in the platform file. */
#ifndef SIMGPU_SM_CONFIG_CLUSTERS_H
#define SIMGPU_SM_CONFIG_CLUSTERS_H

#include "models/sm/core/sm_config.h"

/* Reads "cluster.blocks" and, if it is more than 1, the others that begin with "cluster.". */
bool sm_config_read_clusters(struct sm_config *config, struct platform_group *group,
                             GError **error);

#endif
