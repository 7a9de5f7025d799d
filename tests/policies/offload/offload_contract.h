/* SPDX-License-Identifier: BSD-3-Clause */
/* What every offload policy keeps: a choice is a device, and the same views make the same choices.
 */
#ifndef SIMGPU_TESTS_POLICIES_OFFLOAD_OFFLOAD_CONTRACT_H
#define SIMGPU_TESTS_POLICIES_OFFLOAD_OFFLOAD_CONTRACT_H

#include "policies/offload/offload.h"

/* NULL, or what it breaks. values: NULL: defaults. */
const char *offload_contract_problem(const struct policy_head *policy,
                                     const struct policy_values *values);

/* A state with these values, and its end. */
void *offload_state_new(const struct policy_values *values);
void offload_state_free(const struct policy_values *values, void *state);

#endif
