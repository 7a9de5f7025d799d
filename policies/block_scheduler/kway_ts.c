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

const struct block_scheduler_ops block_scheduler_kway_ts = LOCALITY_SCHEDULER(
    "kway_ts",
    "Divides blocks by shared lines into a part for each SM, each in the order of a spanning tree",
    "PAVER, section 4.2", parameters, kernel_begin);
