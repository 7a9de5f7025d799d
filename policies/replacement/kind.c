/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/registry.h"
#include "policies/replacement/replacement.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct replacement_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct replacement_ops *ops = (const struct replacement_ops *)policy;
    if (ops->policy.init != NULL)
        return "it has an init function: caches call begin";
    if (ops->victim == NULL && (ops->inserted != NULL || ops->touched != NULL ||
                                ops->removed != NULL || ops->line_bytes > 0 || ops->any_way))
        return "it has no victim function, so nothing else of it is ever used";
    if ((ops->policy.results == NULL) != (ops->policy.report == NULL))
        return "it has results or a report function, but not both";
    return NULL;
}

/* L2 cannot give what only an SM knows. */
static const char *refused_at_l2(const struct policy_head *policy)
{
    const struct replacement_ops *ops = (const struct replacement_ops *)policy;
    return ops->l1_only ? "it needs facts that only an SM knows, so it serves L1 alone" : NULL;
}

const struct policy_kind l1_replacement_kind = {
    .name = "l1_replacement",
    .title = "L1 replacement",
    .plugs = REPLACEMENT_KIND,
    .built_in = replacement_table,
    .problem = problem,
};

const struct policy_kind l2_replacement_kind = {
    .name = "l2_replacement",
    .title = "L2 replacement",
    .plugs = REPLACEMENT_KIND,
    .built_in = replacement_table,
    .problem = problem,
    .refused = refused_at_l2,
};
