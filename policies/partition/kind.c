/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/partition/partition.h"
#include "policies/registry.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct partition_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct partition_ops *ops = (const struct partition_ops *)policy;
    if (ops->quota == NULL)
        return "it has no quota function";
    return NULL;
}

const struct policy_kind partition_kind = {
    .name = "partition",
    .title = "partition",
    .plugs = PARTITION_KIND,
    .built_in = partition_table,
    .problem = problem,
};
