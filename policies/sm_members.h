/* SPDX-License-Identifier: BSD-3-Clause */
/* The policies of one SM: their states, and their subscriptions to events.
 *
 * The SM adds each policy with its values. Held policies are added before their holder. When all
 * are there, the subscriptions are sorted by event. So to tell an event is to walk over its few
 * listeners. An event without listeners costs a look at a mask.
 */
#ifndef SIMGPU_POLICIES_SM_MEMBERS_H
#define SIMGPU_POLICIES_SM_MEMBERS_H

#include "policies/sm_policy.h"

enum {
    SM_EVENTS = sizeof(struct sm_events) / sizeof(void (*)(void)),
    SM_MEMBERS_MAX = 12 /* held ones included */
};

/* The number of an event of struct sm_events. */
#define SM_EVENT(event) ((unsigned)(offsetof(struct sm_events, event) / sizeof(void (*)(void))))

struct sm_member {
    const struct sm_policy *policy;
    void *state;
    struct policy_values *defaults; /* owned; NULL: another owner has its values */
};

struct sm_subscription {
    void (*call)(void); /* cast it to the event's own type */
    void *state;
};

struct sm_members {
    uint32_t wanted; /* events, as bits */
    uint32_t needs;  /* enum sm_need */
    /* By event: its listeners; a NULL call ends them. All lie in the block of memory of the first
     * event's listeners. */
    const struct sm_subscription *heard[SM_EVENTS];
    struct sm_subscription *subscriptions;
    struct sm_policy_site site;
    struct policy_outbox outbox;
    unsigned n;
    struct sm_member list[SM_MEMBERS_MAX];
};

/* facts: facts about the SM. This function sets the framework's part of the site. */
void sm_members_init(struct sm_members *members, const struct sm_policy_site *facts);
/* values: borrowed, NULL for the policy's defaults. Returns its state. */
void *sm_members_add(struct sm_members *members, const struct policy_head *policy,
                     const struct policy_values *values);
/* Call it when all policies have been added. From now on you may tell events. */
void sm_members_ready(struct sm_members *members);
void sm_members_finish(struct sm_members *members);

static inline bool sm_members_want(const struct sm_members *members, unsigned event)
{
    return members->wanted >> event & 1;
}

/* Tells an event to all that want it; its arguments come after the state. */
#define SM_MEMBERS_TELL(members_, event, ...)                                                      \
    do {                                                                                           \
        const struct sm_subscription *one_ = (members_)->heard[SM_EVENT(event)];                   \
        for (; one_->call; one_++)                                                                 \
            ((__typeof__(((struct sm_events *)NULL)->event))one_->call)(one_->state, __VA_ARGS__); \
    } while (0)

#endif
