/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp scheduler outside of simgpu that listens to a criticality predictor: the ready warp with
 * the highest score, of equal ones the oldest. An example to copy, and a plug-in that the tests
 * load.
 *
 * Build it with the meson.build beside it, then:
 *     simgpu --plugin ./most_critical.so --scheduler most_critical \
 *         --policy criticality=oracle --set criticality.file=scores
 *
 * Source: after S.-Y. Lee's dissertation (Arizona State University 2017), 4.2.2: gCAWS, without its
 * being greedy.
 */
#include "policies/warp_scheduler/warp_scheduler.h"

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    const uint64_t *score = view->criticality->score;
    uint64_t best = 0, highest = 0;
    (void)state, (void)scheduler;
    for (uint64_t left = candidates; left != 0; left &= left - 1) {
        unsigned slot = warp_first(left);
        if (best == 0 || score[slot] > highest)
            best = 0, highest = score[slot];
        best |= (uint64_t)(score[slot] == highest) << slot;
    }
    return warp_oldest(best, view);
}

static const struct warp_scheduler_ops most_critical = {
    .policy = {.head = {.name = "most_critical",
                        .summary = "The ready warp with the highest score",
                        .source = "none: an example, after gCAWS"}},
    .pick = pick,
};

const struct policy_plugin simgpu_plugin = {
    .kind = WARP_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &most_critical.policy.head,
};
