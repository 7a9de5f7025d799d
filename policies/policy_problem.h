/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks whether a policy, for example of a plug-in, is as policy.h demands. */
#ifndef SIMGPU_POLICIES_POLICY_PROBLEM_H
#define SIMGPU_POLICIES_POLICY_PROBLEM_H

#include "policies/policy.h"

/* The problem of a head or its parameter table; NULL: none. Free with g_free. */
char *policy_problem(const struct policy_head *policy);

#endif
