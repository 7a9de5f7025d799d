/* SPDX-License-Identifier: BSD-3-Clause */
/* What the warp scheduler has to tell (warp_scheduler_ops.report), by launch and SM. */
#ifndef SIMGPU_CLI_JSON_POLICY_H
#define SIMGPU_CLI_JSON_POLICY_H

#include "models/gpu.h"
#include "policies/warp_scheduler/warp_scheduler.h"
#include <json-glib/json-glib.h>

/* A member "policy"; none if the scheduler tells nothing. */
void json_add_policy(JsonBuilder *json, const struct gpu *gpu,
                     const struct warp_scheduler_ops *scheduler);

#endif
