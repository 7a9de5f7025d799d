/* SPDX-License-Identifier: BSD-3-Clause */
/* Values for a policy's parameters. The framework makes them, and plug-ins get them. */
#ifndef SIMGPU_POLICIES_POLICY_VALUES_H
#define SIMGPU_POLICIES_POLICY_VALUES_H

#include "policies/policy.h"

struct policy_values *policy_values_new(const struct policy_head *policy);
void policy_values_free(struct policy_values *values);

/* Sets one value from text: decimal integers with an optional sign, reals ("-1.5e3"), true or
 * false, a word, the name of a policy to hold, the path of a file. "NAME.PARAMETER" is a parameter
 * of the policy that NAME holds. On an error nothing changes. The error lists the known names or
 * the range. */
bool policy_values_set(struct policy_values *values, const char *name, const char *text,
                       GError **error);

/* Calls `check` of the policy and of the policies that it holds. */
bool policy_values_check(const struct policy_values *values, GError **error);

#endif
