/* SPDX-License-Identifier: BSD-3-Clause */
/* A run's policies in its results: which were chosen, with their parameters, and what they tell. */
#ifndef SIMGPU_CLI_WRITE_JSON_POLICY_H
#define SIMGPU_CLI_WRITE_JSON_POLICY_H

#include "models/gpu.h"
#include "policies/dispatcher_policy.h"
#include "policies/sm_policy.h"
#include <json-glib/json-glib.h>

/* A member "policies": by kind, the policy's name and parameters. */
void json_add_policies(JsonBuilder *json, const struct policy_choices *chosen);

/* A member "policy": what policies tell, by launch; those of the dispatcher
 * (dispatcher_policy.report) by kind, those of SMs (sm_policy.report) by SM and kind. None if
 * nobody tells anything. */
void json_add_policy_results(JsonBuilder *json, const struct gpu *gpu,
                             const struct policy_choices *chosen);

#endif
