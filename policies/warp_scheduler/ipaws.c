/* SPDX-License-Identifier: BSD-3-Clause */
/* iPAWS of loose round robin and greedy-then-oldest (RR-GTO): see ipaws_core.h.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 3.
 */
#include "policies/warp_scheduler/ipaws_core.h"

extern const struct warp_scheduler_ops warp_scheduler_gto;

static void init(void *state, const struct warp_scheduler_site *site,
                 const struct policy_values *values)
{
    ipaws_init(state, &warp_scheduler_gto, INNER_SMALL_BYTES, site, values);
}

const struct warp_scheduler_ops warp_scheduler_ipaws = {
    .head = {.name = "ipaws",
             .summary = "Greedy then oldest, or round robin when many warps issue alike",
             .source = "M. Lee and others, iPAWS, HPCA 2016, 3",
             .parameters = ipaws_parameters,
             .state_bytes = IPAWS_STATE_BYTES(INNER_SMALL_BYTES)},
    .init = init,
    IPAWS_FUNCTIONS,
};
