/* SPDX-License-Identifier: BSD-3-Clause */
/* The built-in policies by interface, in the order of policies/meson.build, which generates them:
 * heads, and a NULL behind them. */
#ifndef SIMGPU_POLICIES_TABLES_H
#define SIMGPU_POLICIES_TABLES_H

#include "policies/policy.h"

extern const struct policy_head *const criticality_table[];
extern const struct policy_head *const warp_scheduler_table[];
extern const struct policy_head *const replacement_table[];
extern const struct policy_head *const l1_bypass_table[];
extern const struct policy_head *const block_scheduler_table[];
extern const struct policy_head *const partition_table[];
extern const struct policy_head *const offload_table[];

#endif
