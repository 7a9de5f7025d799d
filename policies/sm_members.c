/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/sm_members.h"
#include "policies/policy_values.h"
#include <string.h>

G_STATIC_ASSERT(SM_EVENTS <= 32); /* members.wanted */
G_STATIC_ASSERT(offsetof(struct sm_policy, head) == 0);

static void *hold(struct sm_members *members, const struct policy_head *policy,
                  const struct policy_values *values)
{
    return sm_members_add(members, policy, values);
}

void sm_members_init(struct sm_members *members, const struct sm_policy_site *facts)
{
    members->wanted = members->needs = members->n = members->outbox.n = 0;
    members->subscriptions = NULL;
    members->site = *facts;
    members->site.members = members;
    members->site.hold = hold;
}

void *sm_members_add(struct sm_members *members, const struct policy_head *policy,
                     const struct policy_values *values)
{
    struct sm_member member = {.policy = (const struct sm_policy *)policy,
                               .state = g_malloc0(MAX(policy->state_bytes, 1))};
    if (!values)
        values = member.defaults = policy_values_new(policy);
    if (member.policy->init) {
        struct sm_policy_site site = members->site;
        site.outbox = member.policy->needs & NEED_WORDS ? &members->outbox : NULL;
        member.policy->init(member.state, &site, values);
    }
    g_assert(!members->subscriptions && members->n < SM_MEMBERS_MAX);
    members->list[members->n++] = member;
    members->needs |= member.policy->needs;
    return member.state;
}

/* The functions of a table, by the events' numbers. */
static void functions_of(const struct sm_events *on, void (*calls[SM_EVENTS])(void))
{
    memcpy(calls, on, sizeof *on);
}

void sm_members_ready(struct sm_members *members)
{
    struct sm_subscription all[(SM_MEMBERS_MAX + 1) * SM_EVENTS];
    void (*calls[SM_MEMBERS_MAX][SM_EVENTS])(void);
    unsigned first[SM_EVENTS], n = 0;
    for (unsigned i = 0; i < members->n; i++)
        functions_of(&members->list[i].policy->on, calls[i]);
    for (unsigned event = 0; event < SM_EVENTS; event++) {
        first[event] = n;
        for (unsigned i = 0; i < members->n; i++)
            if (calls[i][event])
                all[n++] = (struct sm_subscription){calls[i][event], members->list[i].state};
        members->wanted |= (uint32_t)(n > first[event]) << event;
        all[n++] = (struct sm_subscription){NULL, NULL};
    }
    members->subscriptions = g_memdup2(all, n * sizeof all[0]);
    for (unsigned event = 0; event < SM_EVENTS; event++)
        members->heard[event] = members->subscriptions + first[event];
}

void sm_members_finish(struct sm_members *members)
{
    for (unsigned i = 0; i < members->n; i++) {
        if (members->list[i].policy->finish)
            members->list[i].policy->finish(members->list[i].state);
        g_free(members->list[i].state);
        policy_values_free(members->list[i].defaults);
    }
    g_free(members->subscriptions);
}
