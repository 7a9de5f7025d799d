/* SPDX-License-Identifier: BSD-3-Clause */
/* Bypass of L1: which loads take no line there.
 *
 * A load's transaction that bypasses joins what is on its way of its line; what is still missing it
 * fetches for its own lanes, and leaves nothing behind. It may be sent around the cache before the
 * lookup, whatever is there, or after a miss. Strong and uncached loads, atomics and stores are
 * not asked for.
 *
 * The decisions are pure: a transaction that L1 cannot take is tried again, and asked for again.
 * What came of it is told once, by the event `accessed`.
 *
 * Contract (tests/policies/test_l1_bypass_contract.c): decisions change nothing; the same events
 * give the same decisions, whatever the address of the state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_L1_BYPASS_H
#define SIMGPU_POLICIES_L1_BYPASS_H

#include "policies/sm_policy.h"

#define L1_BYPASS_KIND "l1_bypass"

/* A transaction of a load from global or local memory. */
struct bypass_request {
    uint64_t line; /* its address */
    uint32_t launch, pc;
    uint8_t slot;
};

struct l1_bypass_ops {
    struct sm_policy policy;
    /* Whether it goes around L1 without a lookup. NULL: never. */
    bool (*around)(const void *state, const struct bypass_request *request,
                   const struct warp_view *view);
    /* Whether it takes no line, now that it has missed. NULL: it takes one. */
    bool (*on_miss)(const void *state, const struct bypass_request *request,
                    const struct warp_view *view);
};

#endif
