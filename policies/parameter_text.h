/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts about a parameter for people, shared by messages and by the list of policies. */
#ifndef SIMGPU_POLICIES_PARAMETER_TEXT_H
#define SIMGPU_POLICIES_PARAMETER_TEXT_H

#include "policies/policy.h"

/* Appends the values that a user may write: "an integer from 1 to 64 (warps)", "true or false". */
void parameter_append_range(GString *text, const struct policy_parameter *parameter);

/* Appends the default. */
void parameter_append_initial(GString *text, const struct policy_parameter *parameter);

#endif
