/* SPDX-License-Identifier: BSD-3-Clause */
/* Bypass of L1: the policy chooses loads that take no line there.
 *
 * A load's transaction that bypasses joins those of its sectors that are on their way. It fetches
 * the missing ones for its own lanes. It leaves nothing behind: no line, no fetch that others could
 * join, no change in the order of replacement. The policy may send it around the cache before the
 * lookup, whatever L1 has, or after a miss. A transaction that finds all its sectors on their way
 * merges with them and bypasses nothing. L1 does not ask about strong and uncached loads, atomics
 * and stores.
 *
 * The results of programs are right, whatever a policy decides. A bypassing load comes to L2 behind
 * the stores of its SM, and finds the values of that time. L1 may keep older ones.
 *
 * The decisions are pure: L1 tries a transaction that it cannot take again, and asks again. The
 * event `accessed` then tells the outcome once. It is WARP_ACCESS_BYPASSED if the transaction has
 * fetched something past L1. A policy that counts or draws lots does so in that event.
 *
 * Contract (tests/policies/l1_bypass/test_l1_bypass_contract.c): decisions change nothing. The same
 * events give the same decisions, whatever the address of the state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_L1_BYPASS_H
#define SIMGPU_POLICIES_L1_BYPASS_H

#include "policies/sm_policy.h"

#define L1_BYPASS_KIND "l1_bypass"

/* A transaction of a load from global or local memory. On a GPU whose texels go through L1, also of
 * a texture fetch. */
struct bypass_request {
    uint64_t line; /* its address */
    uint32_t launch, pc;
    uint8_t slot;
    bool has_line; /* on_miss: other sectors of the line are in L1, or will be. So this one would
                      take no other line's place */
};

struct l1_bypass_ops {
    struct sm_policy policy;
    /* Whether the transaction goes around L1 without a lookup. NULL: never. */
    bool (*around)(const void *state, const struct bypass_request *request,
                   const struct warp_view *view);
    /* Asked after a miss: some of its sectors are neither in L1 nor on their way. Whether the
     * transaction takes no line. NULL: it takes one. */
    bool (*on_miss)(const void *state, const struct bypass_request *request,
                    const struct warp_view *view);
};

#endif
