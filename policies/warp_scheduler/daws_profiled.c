/* SPDX-License-Identifier: BSD-3-Clause */
/* Divergence-aware warp scheduling, profiled: what the predictor (daws_predictor.h) knows of loads
 * comes from a profile (--profile-in) that another run has written, on other inputs. Without one it
 * knows nothing, and is greedy then oldest.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1
 * and 7.1. Differs: a profile is what detected DAWS has learned (daws_profile.h). Units: cache
 * lines.
 */
#include "policies/warp_scheduler/daws_predictor.h"
#include "policies/warp_scheduler/daws_profile.h"

static const struct policy_parameter parameters[] = {DAWS_PARAMETERS, {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    daws_init(state, site, values);
}

const struct warp_scheduler_ops warp_scheduler_daws_profiled = {
    .policy =
        {.head = {.name = "daws_profiled",
                  .summary = "Divergence-aware, with a profile: warps load while the lines that "
                             "they reuse fit in L1",
                  .source =
                      "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 5.1, 7.1",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct daws)},
         .on = {.warp_started = daws_warp_started,
                .warp_finished = daws_warp_finished,
                .barrier_entered = daws_barrier_entered,
                .kernel_started = daws_kernel_started,
                .executed = daws_executed},
         .init = init,
         .profile_read = daws_profile_read},
    .pick = throttle_pick,
    .orders = throttle_orders,
};
