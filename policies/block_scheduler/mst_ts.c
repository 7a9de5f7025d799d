/* SPDX-License-Identifier: BSD-3-Clause */
/* PAVER's MST-TS: blocks in the order of Prim's maximum spanning tree of their locality graph. Each
 * SM first gets as many of them as it runs at a time, then SMs get one by one as they have room.
 *
 * Source: D. Tripathy and others, "PAVER: Locality Graph-based Thread Block Scheduling for GPUs",
 *   ACM TACO 18(3), 2021, section 4.1 and Figure 7 (a). Nothing is stolen (section 5.2).
 */
#include "policies/block_scheduler/locality_scheduler.h"

static const struct policy_parameter parameters[] = {LOCALITY_ROWS, {0}};

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    locality_begin(state, own, kernel, spanning_groups);
}

const struct block_scheduler_ops block_scheduler_mst_ts = {
    .policy = {.head = {.name = "mst_ts",
                        .summary =
                            "Blocks in the order of a maximum spanning tree of what they share",
                        .source = "PAVER, section 4.1",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct locality_state),
                        .check = locality_check},
               .needs = DISPATCHER_NEEDS_BLOCK_LINES,
               .on = {.word = locality_word},
               .init = locality_init,
               .finish = locality_finish,
               .read_unit = locality_read_unit,
               .review = locality_review,
               .results = locality_results,
               .triangle = LOCALITY_MATRIX,
               .report = locality_report},
    .kernel_bytes = sizeof(struct locality_kernel),
    .kernel_begin = kernel_begin,
    .kernel_end = locality_end,
    .choose = locality_choose,
};
