/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/offload/offload.h"
#include "policies/registry.h"
#include "policies/tables.h"

/* The head is the first member, so a pointer to one points to the other. */
G_STATIC_ASSERT(offsetof(struct offload_ops, policy.head) == 0);

/* No function has to be there. */
static const char *problem(const struct policy_head *policy)
{
    (void)policy;
    return NULL;
}

const struct policy_kind offload_kind = {
    .name = "offload",
    .title = "offload",
    .plugs = OFFLOAD_KIND,
    .built_in = offload_table,
    .problem = problem,
};
