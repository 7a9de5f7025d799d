/* SPDX-License-Identifier: BSD-3-Clause */
/* Finding a warp scheduler by name. Apart from warp_scheduler.h, which plug-ins include. */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_REGISTRY_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_REGISTRY_H

#include "policies/registry.h"
#include "policies/warp_scheduler/warp_scheduler.h"

extern const struct policy_kind warp_scheduler_kind;

/* NULL with an error that lists the known names when there is none called `name`. */
const struct warp_scheduler_ops *warp_scheduler_find(const struct policy_registry *registry,
                                                     const char *name, GError **error);

/* All warp schedulers, built in then loaded; NULL-terminated; g_free the array only. */
const struct warp_scheduler_ops **warp_scheduler_list(const struct policy_registry *registry);

#endif
