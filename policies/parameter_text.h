/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts about a policy and its parameters for people: in messages and the list of policies. */
#ifndef SIMGPU_POLICIES_PARAMETER_TEXT_H
#define SIMGPU_POLICIES_PARAMETER_TEXT_H

#include "policies/policy.h"

/* Appends the values that a user may write: "an integer from 1 to 64 (warps)", "true or false". */
void parameter_append_range(GString *text, const struct policy_parameter *parameter);

/* Appends the default. */
void parameter_append_initial(GString *text, const struct policy_parameter *parameter);

/* Appends the text of --list-policies: name, summary and source, and a line for each parameter
 * with its unit, range, default and reason. origin: a plug-in's file; NULL: it is built in. */
void policy_describe(const struct policy_head *policy, const char *origin, GString *text);

#endif
