/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels without time: they run when the launch that asked for them has ended, in
 * the order of asking. Those in the tail stream come last.
 *
 * This is one of the orders that CUDA allows, since a kernel cannot wait for its children.
 */
#ifndef SIMGPU_FUNCTIONAL_CHILDREN_H
#define SIMGPU_FUNCTIONAL_CHILDREN_H

#include "workloads/child_launch.h"
#include "workloads/launch.h"
#include <glib.h>

struct functional_children {
    struct child_launch *first, *first_of_tail;
    struct child_launch **last, **last_of_tail; /* where the next one goes; NULL: list is empty */
};

/* Takes a list over; NULL is fine. */
void functional_children_add(struct functional_children *children, struct child_launch *first);
/* The next one to run, g_free; NULL: none is left. */
struct child_launch *functional_children_take(struct functional_children *children);

/* The launch that a child of `parent` is; it borrows the child's parameters. False with an error.
 */
bool functional_child(struct launch *launch, const struct launch *parent,
                      const struct child_launch *child, GError **error);

#endif
