/* SPDX-License-Identifier: BSD-3-Clause */
/* The policies of the dispatcher: their states, and their subscriptions to events.
 *
 * See policies/sm_members.h. The dispatcher's events are rare. So to tell one is to walk over the
 * policies. An event without listeners costs a look at a mask.
 */
#ifndef SIMGPU_POLICIES_DISPATCHER_MEMBERS_H
#define SIMGPU_POLICIES_DISPATCHER_MEMBERS_H

#include "policies/dispatcher_policy.h"

enum {
    DISPATCHER_EVENTS = sizeof(struct dispatcher_events) / sizeof(void (*)(void)),
    DISPATCHER_MEMBERS_MAX = 8 /* held ones included */
};

/* The number of an event of struct dispatcher_events. */
#define DISPATCHER_EVENT(event)                                                                    \
    ((unsigned)(offsetof(struct dispatcher_events, event) / sizeof(void (*)(void))))

struct dispatcher_member {
    const struct dispatcher_policy *policy;
    void *state;
    struct policy_values *defaults; /* owned; NULL: another owner has its values */
};

struct dispatcher_members {
    uint32_t wanted; /* events, as bits */
    uint32_t needs;  /* enum dispatcher_need */
    bool reviews;    /* some policy may name cycles */
    unsigned n;
    struct dispatcher_member list[DISPATCHER_MEMBERS_MAX]; /* a held policy before its holder */
    struct dispatcher_policy_site site;
    struct policy_outbox outbox;
};

/* facts: the site's facts about the GPU. This function sets the rest of the site. */
void dispatcher_members_init(struct dispatcher_members *members,
                             const struct dispatcher_policy_site *facts);
/* values: borrowed, NULL for the policy's defaults. Returns its state. */
void *dispatcher_members_add(struct dispatcher_members *members, const struct policy_head *policy,
                             const struct policy_values *values);
void dispatcher_members_finish(struct dispatcher_members *members);

/* The least number of cycles from one sample to the next that a policy wants; 0: none wants
 * samples.
 */
uint64_t dispatcher_members_sample_every(const struct dispatcher_members *members);
/* Bytes of the units in which the policies want to know what blocks read. */
uint32_t dispatcher_members_read_unit(const struct dispatcher_members *members);
/* The cycle of the next review. reviewed: the cycle of the last one. */
uint64_t dispatcher_members_review(const struct dispatcher_members *members, uint64_t reviewed);

static inline bool dispatcher_members_want(const struct dispatcher_members *members, unsigned event)
{
    return members->wanted >> event & 1;
}

/* Tells an event to all that want it; its arguments come after the state. */
#define DISPATCHER_MEMBERS_TELL(members_, event, ...)                                              \
    do {                                                                                           \
        const struct dispatcher_members *told_ = (members_);                                       \
        if (!dispatcher_members_want(told_, DISPATCHER_EVENT(event)))                              \
            break;                                                                                 \
        for (unsigned one_ = 0; one_ < told_->n; one_++)                                           \
            if (told_->list[one_].policy->on.event)                                                \
                told_->list[one_].policy->on.event(told_->list[one_].state, __VA_ARGS__);          \
    } while (0)

#endif
