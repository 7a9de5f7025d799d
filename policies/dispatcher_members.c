/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/dispatcher_members.h"
#include "policies/policy_values.h"
#include <string.h>

G_STATIC_ASSERT(DISPATCHER_EVENTS <= 32); /* members.wanted */
G_STATIC_ASSERT(offsetof(struct dispatcher_policy, head) == 0);

static void *hold(struct dispatcher_members *members, const struct policy_head *policy,
                  const struct policy_values *values)
{
    return dispatcher_members_add(members, policy, values);
}

void dispatcher_members_init(struct dispatcher_members *members,
                             const struct dispatcher_policy_site *facts)
{
    *members = (struct dispatcher_members){.n = 0};
    members->site = *facts;
    members->site.outbox = &members->outbox;
    members->site.members = members;
    members->site.hold = hold;
}

static uint32_t wanted_of(const struct dispatcher_events *on)
{
    void (*calls[DISPATCHER_EVENTS])(void);
    uint32_t wanted = 0;
    memcpy(calls, on, sizeof *on);
    for (unsigned event = 0; event < DISPATCHER_EVENTS; event++)
        wanted |= (uint32_t)(calls[event] != NULL) << event;
    return wanted;
}

void *dispatcher_members_add(struct dispatcher_members *members, const struct policy_head *policy,
                             const struct policy_values *values)
{
    struct dispatcher_member member = {.policy = (const struct dispatcher_policy *)policy,
                                       .state = g_malloc0(MAX(policy->state_bytes, 1))};
    if (!values)
        values = member.defaults = policy_values_new(policy);
    if (member.policy->init)
        member.policy->init(member.state, &members->site, values);
    g_assert(members->n < DISPATCHER_MEMBERS_MAX);
    members->list[members->n++] = member;
    members->wanted |= wanted_of(&member.policy->on);
    members->needs |= member.policy->needs;
    members->reviews |= member.policy->review != NULL;
    return member.state;
}

/* Holders go before those that they hold. */
void dispatcher_members_finish(struct dispatcher_members *members)
{
    while (members->n > 0) {
        struct dispatcher_member *member = &members->list[--members->n];
        if (member->policy->finish)
            member->policy->finish(member->state);
        g_free(member->state);
        policy_values_free(member->defaults);
    }
}

uint64_t dispatcher_members_sample_every(const struct dispatcher_members *members)
{
    uint64_t every = 0;
    for (unsigned i = 0; i < members->n; i++) {
        const struct dispatcher_member *member = &members->list[i];
        uint64_t wanted =
            member->policy->sample_every ? member->policy->sample_every(member->state) : 0;
        if (wanted > 0 && (every == 0 || wanted < every))
            every = wanted;
    }
    return every;
}

uint32_t dispatcher_members_read_unit(const struct dispatcher_members *members)
{
    uint32_t unit = READ_UNIT_LINE;
    for (unsigned i = 0; i < members->n; i++) {
        const struct dispatcher_member *member = &members->list[i];
        if (member->policy->read_unit)
            unit = MIN(unit, member->policy->read_unit(member->state));
    }
    g_assert(unit >= READ_UNIT_LEAST && (unit & (unit - 1)) == 0);
    return unit;
}

uint64_t dispatcher_members_review(const struct dispatcher_members *members, uint64_t reviewed)
{
    uint64_t next = UINT64_MAX;
    for (unsigned i = 0; i < members->n; i++) {
        const struct dispatcher_member *member = &members->list[i];
        uint64_t cycle =
            member->policy->review ? member->policy->review(member->state) : UINT64_MAX;
        if (cycle > reviewed)
            next = MIN(next, cycle);
    }
    return next;
}
