/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a policy, of a plug-in say, is as policy.h wants it. */
#ifndef SIMGPU_POLICIES_POLICY_PROBLEM_H
#define SIMGPU_POLICIES_POLICY_PROBLEM_H

#include "policies/policy.h"

/* What is wrong with a head or its parameter table; NULL when nothing is. Free with g_free. */
char *policy_problem(const struct policy_head *policy);

#endif
