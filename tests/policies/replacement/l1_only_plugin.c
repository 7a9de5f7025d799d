/* SPDX-License-Identifier: BSD-3-Clause */
/* A replacement policy that serves L1 alone: by the clock, which only an SM has. */
#include "policies/replacement/replacement.h"

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)state;
    unsigned ways = replacement_count(&set->allowed);
    return replacement_nth(&set->allowed, (unsigned)(access->view->cycle % ways));
}

static const struct replacement_ops l1_only = {
    .policy.head = {.name = "l1_only", .summary = "Serves L1 alone", .source = "none: a test"},
    .l1_only = true,
    .victim = victim,
};

const struct policy_plugin simgpu_plugin = {
    .kind = REPLACEMENT_KIND,
    .abi = POLICY_ABI,
    .policy = &l1_only.policy.head,
};
