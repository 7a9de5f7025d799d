/* SPDX-License-Identifier: BSD-3-Clause */
/* The policies of an SM as one of its parts: which there are, and what they see.
 *
 * sm_policies.c makes them; the issue loop obeys them (policy/sm_orders.c). A part that makes
 * something happen tells it with SM_TELL. That costs a look at a mask if nobody listens
 * (policies/sm_events.h).
 */
#ifndef SIMGPU_SM_POLICIES_STATE_H
#define SIMGPU_SM_POLICIES_STATE_H

#include "models/core/message.h"
#include "policies/criticality/criticality.h"
#include "policies/kinds.h"
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/replacement/replacement.h"
#include "policies/sm_members.h"
#include "policies/told.h"
#include "policies/warp_scheduler/warp_scheduler.h"

/* Where the SM keeps what policies see (struct warp_view). */
struct sm_policies_see {
    const uint64_t *resident, *at_barrier, *age, *on_memory, *to_ldst;
};

/* A flag of a memory instruction (struct ldst_entry), beside those of its instruction: this load
 * may go around L1D, and its transactions ask. */
enum { LDST_MAY_BYPASS = 128 };

struct sm_policies {
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view); /* the scheduler's */
    void *scheduler_state;
    struct sm_subscription issued; /* the only listener to that event; with several: no call */
    const struct warp_scheduler_ops *scheduler;
    /* The orders in force. Else NULL: the SM need not look at its policies cycle by cycle. It must
     * if the scheduler gives orders, or if a policy wants facts that only such a look finds. */
    const struct warp_orders *const *orders;
    struct warp_view view;
    struct sm_policies_see sees;
    bool loads_told; /* a policy wants to hear when loads have ended */
    /* Loads are enqueued in another way than all else: a policy hears of their transactions, or
     * they may go around L1D and have these flags (LDST_MAY_BYPASS). */
    bool loads_differ;
    uint8_t load_flags;
    struct sm_members members;

    uint32_t warp_tags; /* mask: what tags of requests may say of warps; all, or nothing */

    void *replacement_state;            /* of L1D's, which is in struct l1d */
    const struct l1_bypass_ops *bypass; /* NULL: it never bypasses */
    void *bypass_state;

    uint32_t launch; /* the one to report on; NO_LAUNCH: none */
    GArray *values;  /* struct policy_told */
};

#endif
