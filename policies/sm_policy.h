/* SPDX-License-Identifier: BSD-3-Clause */
/* What every policy of an SM is, whatever its kind decides: a head, the events that it hears, what
 * it needs of the hardware, and what it tells after a run.
 *
 * The ops struct of a kind of an SM begins with a struct sm_policy. This header is installed for
 * plug-ins.
 */
#ifndef SIMGPU_POLICIES_SM_POLICY_H
#define SIMGPU_POLICIES_SM_POLICY_H

#include "policies/sm_events.h"

/* What costs time or memory, and is there only if some policy needs it. */
enum sm_need {
    NEED_LINE_HISTORY = 1, /* whose each line of L1 is, and how it was used: struct warp_line */
    NEED_L2_OWNERS = 2,    /* ... and of L2 (models/l2/bank_tags.h), for l2_found */
    NEED_RETRIES = 4,      /* loads that wait aside: warp_orders.retries */
    NEED_WORDS = 8,        /* the outbox: it tells other SMs, or the dispatcher, something */
    NEED_PATHS = 16        /* what branches decide on: warp_executed.path */
};

/* The members of an SM: policies/sm_members.h. */
struct sm_members;

/* Facts about the SM that never change, and what a policy may ask of the framework. */
struct sm_policy_site {
    unsigned sm, n_sms;
    unsigned schedulers;          /* 1, 2 or 4 */
    unsigned warp_slots;          /* 1 to WARP_SLOTS */
    uint32_t l1_lines;            /* of L1, with nothing of it given to shared memory */
    struct policy_outbox *outbox; /* with NEED_WORDS, else NULL */
    struct sm_members *members;
    /* Holds another policy of the SM: it gets a state, which is returned and lives as long as the
     * holder's, and hears all events that it wants. During init only. The values are the holder's
     * parameter's; without any (NULL) they are the policy's defaults. What it would report, read or
     * write as a profile is its holder's business. */
    void *(*hold)(struct sm_members *members, const struct policy_head *policy,
                  const struct policy_values *values);
};

struct sm_policy {
    struct policy_head head;
    uint32_t needs; /* enum sm_need, as bits */
    struct sm_events on;

    /* NULL when the zeroed state will do. */
    void (*init)(void *state, const struct sm_policy_site *site,
                 const struct policy_values *values);
    /* Releases what init has allocated; the state itself is the framework's. NULL: nothing. */
    void (*finish)(void *state);

    /* What it tells after a run; NULL: nothing. A NULL name ends the table. */
    const struct policy_result *results;
    /* What it has found out since the last kernel_started: a value for each number of the table, in
     * its order, zeroed before. Asked when that launch has ended, when another one starts, or at
     * the end of the run. */
    void (*report)(const void *state, uint64_t *values);

    /* Profiles: what a run has learned about its kernels, as text, and what another one is to know
     * of them beforehand. Each may be NULL, but with profile_write there is profile_merge. */
    /* `state` learns what `other`, of another SM, knows. */
    void (*profile_merge)(void *state, const void *other);
    void (*profile_write)(const void *state, GString *text);
    /* After init. False with an error that names `file` and the line. */
    bool (*profile_read)(void *state, const char *file, const char *text, GError **error);
};

#endif
