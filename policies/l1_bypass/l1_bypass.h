/* SPDX-License-Identifier: BSD-3-Clause */
/* Bypass of L1: which loads take no line there.
 *
 * A load's transaction that bypasses joins what is on its way of its sectors; what is still missing
 * it fetches for its own lanes, and leaves nothing behind: no line, nothing that others could join,
 * no trace in the order of replacement. It may be sent around the cache before the lookup, whatever
 * is there, or after a miss. One that finds all that it wants on its way merges, and bypasses
 * nothing. Strong and uncached loads, atomics and stores are not asked for.
 *
 * Whatever a policy decides, programs' results are right: a bypassing load finds at L2 what is
 * there when it comes, behind the stores of its SM; L1 may go on having something older.
 *
 * The decisions are pure: a transaction that L1 cannot take is tried again, and asked for again.
 * What came of it is told once, by the event `accessed`, with the outcome WARP_ACCESS_BYPASSED if
 * it has fetched something past L1. What counts or draws lots does so there.
 *
 * Contract (tests/policies/l1_bypass/test_l1_bypass_contract.c): decisions change nothing; the same
 * events give the same decisions, whatever the address of the state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_L1_BYPASS_H
#define SIMGPU_POLICIES_L1_BYPASS_H

#include "policies/sm_policy.h"

#define L1_BYPASS_KIND "l1_bypass"

/* A transaction of a load from global or local memory, or of a texture's on a GPU whose texels go
 * through L1. */
struct bypass_request {
    uint64_t line; /* its address */
    uint32_t launch, pc;
    uint8_t slot;
    bool has_line; /* on_miss: other sectors of the line are in L1, or will be, so that this one
                      would take no other line's place */
};

struct l1_bypass_ops {
    struct sm_policy policy;
    /* Whether it goes around L1 without a lookup. NULL: never. */
    bool (*around)(const void *state, const struct bypass_request *request,
                   const struct warp_view *view);
    /* Whether it takes no line, now that something of it is neither there nor on its way. NULL: it
     * takes one. */
    bool (*on_miss)(const void *state, const struct bypass_request *request,
                    const struct warp_view *view);
};

#endif
