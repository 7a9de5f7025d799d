/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel asks for becomes a launch. */
#ifndef SIMGPU_LAUNCH_CHILD_H
#define SIMGPU_LAUNCH_CHILD_H

#include "workloads/child_launch.h"
#include "workloads/launch.h"
#include <glib.h>

/* Fills *launch but for what the host sets. It borrows the child's parameters. False with an error:
 * the pointer leads to no kernel, or the kernel has more parameters. Looks kernels up, so nothing
 * else may run meanwhile. */
bool child_launch_make(struct launch *launch, const struct launch *parent,
                       const struct child_launch *child, GError **error);

#endif
