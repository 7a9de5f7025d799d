/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_children.h"
#include "models/launch/child.h"

static void append(struct child_launch **first, struct child_launch ***last,
                   struct child_launch *child)
{
    child->next = NULL;
    if (!*first)
        *first = child;
    else
        **last = child;
    *last = &child->next;
}

void functional_children_add(struct functional_children *children, struct child_launch *first)
{
    while (first) {
        struct child_launch *child = first;
        first = child->next;
        if (child->stream == CHILD_STREAM_TAIL)
            append(&children->first_of_tail, &children->last_of_tail, child);
        else
            append(&children->first, &children->last, child);
    }
}

struct child_launch *functional_children_take(struct functional_children *children)
{
    struct child_launch **from = children->first ? &children->first : &children->first_of_tail;
    struct child_launch *child = *from;
    if (child)
        *from = child->next;
    return child;
}

bool functional_child(struct launch *launch, const struct launch *parent,
                      const struct child_launch *child, GError **error)
{
    if (!child_launch_make(launch, parent, child, error))
        return false;
    launch->id = parent->id;
    launch->client = parent->client;
    launch->n_sms = parent->n_sms;
    launch->independent_lanes = parent->independent_lanes;
    launch->spin_limit = parent->spin_limit;
    return true;
}
