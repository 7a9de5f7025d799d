/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what products of matrices cost by form: op.tensor.FORM, "24cycles,8cycles", which is
 * latency and interval. All of these properties may be missing. A form without one costs what
 * op.tensor.latency and op.tensor.interval say. Forms: workloads/tensor_form.h. */
#ifndef SIMGPU_SM_CONFIG_TENSOR_H
#define SIMGPU_SM_CONFIG_TENSOR_H

#include "models/sm/core/sm_config.h"

/* Products of warp groups (hgmma and its kin) have two times: from the end of the unit's work until
 * the result is there, and for how long the unit works on a warp's part of a product of 256
 * columns. If a platform has none, such a product costs what op.tensor.* says, and is not
 * asynchronous.
 *
 *   op.tensor.group.issue  cycles from the issue of such a product to that of the next one
 *   op.tensor.group.queue  how many may wait for a unit
 *
 * Behind the classes: config->ops[OP_TENSOR] is set, and its three properties have been read. */
bool sm_config_read_tensor(struct sm_config *config, struct platform_group *group, GError **error);

#endif
