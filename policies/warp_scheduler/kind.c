/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/registry.h"
#include "policies/tables.h"
#include "policies/warp_scheduler/warp_scheduler.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct warp_scheduler_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct warp_scheduler_ops *ops = (const struct warp_scheduler_ops *)policy;
    if (ops->pick == NULL)
        return "it has no pick function";
    if ((ops->policy.results == NULL) != (ops->policy.report == NULL))
        return "it has results or a report function, but not both";
    return NULL;
}

const struct policy_kind warp_scheduler_kind = {
    .name = "warp_scheduler",
    .title = "warp scheduler",
    .plugs = WARP_SCHEDULER_KIND,
    .built_in = warp_scheduler_table,
    .problem = problem,
};
