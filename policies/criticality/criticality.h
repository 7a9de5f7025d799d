/* SPDX-License-Identifier: BSD-3-Clause */
/* Criticality predictors: which warps of an SM hold their blocks up, now and most probably later.
 *
 * A predictor decides nothing. It hears what happens in the SM and publishes a score a warp and a
 * set of critical warps (struct criticality, policies/warps.h), which warp schedulers and cache
 * policies read in their views. Of kinds that hear the same event, predictors hear it first, so
 * that what others read is up to date.
 *
 * Contract (tests/policies/criticality/test_criticality_contract.c): after each event the set has
 * resident warps only, so that a warp comes into it with `warp_started` or later and leaves it with
 * `warp_finished`; the same events give the same scores, whatever the address of the state. Scores
 * of slots without a warp mean nothing. What is signed or falls (a count of instructions that are
 * left) is to be mapped to numbers that are the higher, the more critical.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_CRITICALITY_H
#define SIMGPU_POLICIES_CRITICALITY_H

#include "policies/sm_policy.h"

#define CRITICALITY_KIND "criticality"

struct criticality_ops {
    struct sm_policy policy;
    /* Where the state keeps what it publishes; asked once, after init. NULL: nothing is critical.
     */
    const struct criticality *(*published)(void *state);
};

#endif
