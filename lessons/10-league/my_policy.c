/* SPDX-License-Identifier: BSD-3-Clause */
/* Lesson 10: a policy of yours for the league. It begins as "oldest first", which is a policy, too:
 * the league takes it as it is. Change what you like, but leave its name my_policy.
 *
 * What you can use:
 *
 *     events   policies/sm_events.h: what happens in the SM, from issue to eviction
 *     view     policies/warps.h: which warps there are, their ages, who waits for memory
 *     orders   policies/warp_scheduler/warp_scheduler.h: hold warps back from issuing, or from
 *              loading only (as CCWS does)
 */
#include "policies/warp_scheduler/warp_scheduler.h"

/* What the policy remembers of an SM. It begins as zeros. */
struct state {
    struct warp_orders orders;
    const struct warp_orders *in_force;
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    (void)site, (void)values;
    own->orders = WARP_NO_ORDERS;
    own->in_force = &own->orders;
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    (void)state, (void)scheduler;
    return warp_oldest(candidates, view);
}

static const struct warp_orders *const *orders(void *state)
{
    return &((struct state *)state)->in_force;
}

static const struct warp_scheduler_ops my_policy = {
    .policy = {.head = {.name = "my_policy",
                        .summary = "Oldest first, until I change it",
                        .source = "lesson 10",
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .pick = pick,
    .orders = orders,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &my_policy.policy.head,
};
