/* SPDX-License-Identifier: BSD-3-Clause */
/* iPAWS of loose round robin and cache-conscious scheduling (RR-CCWS): see ipaws_core.h.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 4.2.
 */
#include "policies/warp_scheduler/ipaws_core.h"

extern const struct warp_scheduler_ops warp_scheduler_ccws;

static void init(void *state, const struct warp_scheduler_site *site,
                 const struct policy_values *values)
{
    ipaws_init(state, &warp_scheduler_ccws, INNER_LARGE_BYTES, site, values);
}

const struct warp_scheduler_ops warp_scheduler_ipaws_ccws = {
    .head = {.name = "ipaws_ccws",
             .summary = "Cache-conscious, or round robin when many warps issue alike",
             .source = "M. Lee and others, iPAWS, HPCA 2016, 4.2",
             .parameters = ipaws_parameters,
             .state_bytes = IPAWS_STATE_BYTES(INNER_LARGE_BYTES)},
    .init = init,
    IPAWS_FUNCTIONS,
    .accessed = ipaws_accessed,
    .evicted = ipaws_evicted,
};
