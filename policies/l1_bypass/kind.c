/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/registry.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct l1_bypass_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct l1_bypass_ops *ops = (const struct l1_bypass_ops *)policy;
    if ((ops->policy.results == NULL) != (ops->policy.report == NULL))
        return "it has results or a report function, but not both";
    return NULL;
}

const struct policy_kind l1_bypass_kind = {
    .name = "l1_bypass",
    .title = "L1 bypass",
    .plugs = L1_BYPASS_KIND,
    .built_in = l1_bypass_table,
    .problem = problem,
};
