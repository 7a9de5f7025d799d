/* SPDX-License-Identifier: BSD-3-Clause */
/* The policies of an SM as one of its parts: who is there, what they see, what they hold back.
 *
 * sm_policy.c makes them and obeys them; whoever makes something happen tells it with SM_TELL,
 * which costs a look at a mask if nobody listens (policies/sm_events.h).
 */
#ifndef SIMGPU_SM_SM_POLICIES_H
#define SIMGPU_SM_SM_POLICIES_H

#include "policies/criticality/criticality.h"
#include "policies/kinds.h"
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/replacement/replacement.h"
#include "policies/sm_members.h"
#include "policies/told.h"
#include "policies/warp_scheduler/warp_scheduler.h"

/* What warps whose next instruction goes to the load/store unit have there, as sets of slots. */
struct next_access {
    uint64_t known;
    uint64_t global; /* of those, an access to global or local memory */
    uint64_t load;   /* ... a load */
};

/* Where the SM has what policies see (struct warp_view). */
struct sm_policies_see {
    const uint64_t *resident, *at_barrier;
};

struct sm_policies {
    unsigned (*pick)(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view); /* the scheduler's */
    void *scheduler_state;
    const struct warp_scheduler_ops *scheduler;
    /* The orders in force, if the SM must look at its policies cycle by cycle: because the
     * scheduler gives orders, or because somebody wants what is only found out so. Else NULL. */
    const struct warp_orders *const *orders;
    struct warp_view view;
    struct sm_policies_see sees;
    uint8_t stalled; /* schedulers, as bits, that have been told so */
    bool loads_told; /* somebody wants to hear when loads have ended */
    /* Loads are enqueued otherwise than all else: somebody hears of their transactions, or they may
     * go around L1D and have these flags (LDST_MAY_BYPASS). */
    bool loads_differ;
    uint8_t load_flags;
    struct sm_members members;

    struct next_access *next_access; /* with orders */
    uint32_t warp_tags;              /* what tags of requests may say of warps: all, or nothing */
    struct warp_pressure pressure;   /* as it was told last */

    void *replacement_state;            /* of L1D's, which is in struct l1d */
    const struct l1_bypass_ops *bypass; /* NULL: it never bypasses */
    void *bypass_state;

    uint32_t launch; /* of which has not been reported yet; NO_LAUNCH */
    GArray *values;  /* struct policy_told */
};

#endif
