/* SPDX-License-Identifier: BSD-3-Clause */
/* PAVER's Kway-TS: the locality graph is split into as many parts as there are SMs, and an SM runs
 * its part in the order of a maximum spanning tree.
 *
 * Source: D. Tripathy and others, "PAVER: Locality Graph-based Thread Block Scheduling for GPUs",
 *   ACM TACO 18(3), 2021, section 4.2 and Figure 7 (b).
 */
#include "policies/block_scheduler/locality_scheduler.h"

static const struct policy_parameter parameters[] = {LOCALITY_ROWS, LOCALITY_STEALING_ROWS, {0}};

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    locality_begin(state, own, kernel, kway_groups);
}

const struct block_scheduler_ops block_scheduler_kway_ts = {
    .policy =
        {.head =
             {.name = "kway_ts",
              .summary =
                  "As many parts of what blocks share as SMs, in each the order of a spanning tree",
              .source = "PAVER, section 4.2",
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
