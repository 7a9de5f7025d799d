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

const struct block_scheduler_ops block_scheduler_mst_ts = LOCALITY_SCHEDULER(
    "mst_ts", "Blocks in the order of a maximum spanning tree of the lines that they share",
    "PAVER, section 4.1", parameters, kernel_begin);
