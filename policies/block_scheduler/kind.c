/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/registry.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct block_scheduler_ops, policy.head) == 0);

static const char *problem(const struct policy_head *policy)
{
    const struct block_scheduler_ops *ops = (const struct block_scheduler_ops *)policy;
    if (ops->choose == NULL)
        return "it has no choose function";
    return NULL;
}

const struct policy_kind block_scheduler_kind = {
    .name = "block_scheduler",
    .title = "block scheduler",
    .plugs = BLOCK_SCHEDULER_KIND,
    .built_in = block_scheduler_table,
    .problem = problem,
};
