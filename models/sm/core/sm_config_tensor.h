/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what products of matrices cost by form: op.tensor.FORM, "24cycles,8cycles", which is
 * latency and interval. All of these properties may be missing. A form without one costs what
 * op.tensor.latency and op.tensor.interval say. Forms: workloads/tensor_form.h. */
#ifndef SIMGPU_SM_CONFIG_TENSOR_H
#define SIMGPU_SM_CONFIG_TENSOR_H

#include "models/sm/core/sm_config.h"

/* Behind the classes: config->ops[OP_TENSOR] is set, and its three properties have been read. */
bool sm_config_read_tensor(struct sm_config *config, struct platform_group *group, GError **error);

#endif
