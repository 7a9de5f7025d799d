/* SPDX-License-Identifier: BSD-3-Clause */
/* Criticality predictors: they find the warps of an SM that hold up their blocks, now and probably
 * later.
 *
 * A predictor decides nothing. It hears the SM's events. It publishes a score for each warp and a
 * set of critical warps (struct criticality, policies/warps.h). Warp schedulers and cache policies
 * read them in their views. Predictors hear each event before the other kinds, so the others read
 * scores that are up to date.
 *
 * Contract (tests/policies/criticality/test_criticality_contract.c):
 * - After each event the set has resident warps only. A warp comes into it with `warp_started` or
 *   later, and leaves it with `warp_finished`.
 * - The same events give the same scores, whatever the address of the state.
 * Scores of slots without a warp mean nothing. A higher score is more critical. Map numbers that
 * are signed or fall (such as a count of instructions left) accordingly.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_CRITICALITY_H
#define SIMGPU_POLICIES_CRITICALITY_H

#include "policies/sm_policy.h"

#define CRITICALITY_KIND "criticality"

struct criticality_ops {
    struct sm_policy policy;
    /* Returns the place in the state of the published scores. Asked once, after init. NULL: nothing
     * is critical. */
    const struct criticality *(*published)(void *state);
};

#endif
