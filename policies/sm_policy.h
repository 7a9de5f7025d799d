/* SPDX-License-Identifier: BSD-3-Clause */
/* What all policies of an SM have in common: a head, the events that they hear, the needs that they
 * have of the hardware, and the results that they report after a run.
 *
 * The ops struct of a kind of an SM begins with a struct sm_policy. This header is installed for
 * plug-ins.
 */
#ifndef SIMGPU_POLICIES_SM_POLICY_H
#define SIMGPU_POLICIES_SM_POLICY_H

#include "policies/sm_events.h"

/* Services that cost time or memory. The SM has one only if some policy needs it. */
enum sm_need {
    NEED_LINE_HISTORY = 1, /* the owner and the use of each line of L1: struct warp_line */
    NEED_L2_OWNERS = 2,    /* the owners of L2's lines (models/l2/bank_tags.h), for l2_found */
    NEED_RETRIES = 4,      /* loads that wait aside: warp_orders.retries */
    NEED_WORDS = 8,        /* the outbox, for words to other SMs or to the dispatcher */
    NEED_PATHS = 16        /* how much code a branch decides on: warp_executed.path */
};

/* The members of an SM: policies/sm_members.h. */
struct sm_members;

/* Facts about the SM that never change, and the services of the framework. */
struct sm_policy_site {
    unsigned sm, n_sms;
    unsigned schedulers;          /* 1, 2 or 4 */
    unsigned warp_slots;          /* 1 to WARP_SLOTS */
    uint32_t l1_lines;            /* lines of L1, if shared memory takes nothing of it */
    struct policy_outbox *outbox; /* with NEED_WORDS, else NULL */
    struct sm_members *members;
    /* Holds another policy of the SM. The framework makes a state for it and returns that. The
     * state lives as long as the holder's. The held policy hears all events that it wants. Call
     * this during init only. values: those of the holder's parameter, or NULL for the policy's
     * defaults. The framework asks the held policy for no report and no profile: the holder may. */
    void *(*hold)(struct sm_members *members, const struct policy_head *policy,
                  const struct policy_values *values);
};

struct sm_policy {
    struct policy_head head;
    uint32_t needs; /* enum sm_need, as bits */
    struct sm_events on;

    /* NULL: the policy begins with a zeroed state. */
    void (*init)(void *state, const struct sm_policy_site *site,
                 const struct policy_values *values);
    /* Frees the memory that init has allocated. The framework frees the state itself. May be NULL.
     */
    void (*finish)(void *state);

    /* The numbers that it reports after a run; NULL: none. A NULL name ends the table. */
    const struct policy_result *results;
    /* Fills in a value for each number of the table, in its order. They are about the time since
     * the last kernel_started. The framework zeroes them before. It asks when that launch has
     * ended, when another one starts, or at the end of the run. */
    void (*report)(const void *state, uint64_t *values);

    /* Profiles: a run writes its knowledge about kernels as text, and another run reads it at its
     * begin. Each function may be NULL, but a policy with profile_write has profile_merge. */
    /* `state` learns what `other`, the state of another SM, knows. */
    void (*profile_merge)(void *state, const void *other);
    void (*profile_write)(const void *state, GString *text);
    /* Called after init. On an error it returns false; the error names `file` and the line. */
    bool (*profile_read)(void *state, const char *file, const char *text, GError **error);
};

#endif
