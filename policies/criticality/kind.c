/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/criticality/criticality.h"
#include "policies/registry.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct criticality_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct criticality_ops *ops = (const struct criticality_ops *)policy;
    if ((ops->policy.results == NULL) != (ops->policy.report == NULL))
        return "it has results or a report function, but not both";
    return NULL;
}

const struct policy_kind criticality_kind = {
    .name = "criticality",
    .title = "criticality predictor",
    .plugs = CRITICALITY_KIND,
    .built_in = criticality_table,
    .problem = problem,
};
