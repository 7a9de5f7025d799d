/* SPDX-License-Identifier: BSD-3-Clause */
/* The warp schedulers built in, in the order of policies/meson.build, which generates them. */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_TABLE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_TABLE_H

#include "policies/policy.h"

/* The heads of struct warp_scheduler_ops; ends with NULL. */
extern const struct policy_head *const warp_scheduler_table[];

#endif
