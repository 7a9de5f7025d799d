/* SPDX-License-Identifier: BSD-3-Clause */
/* PAVER's RB-TS: the locality graph is halved again and again until a part has fewer blocks than an
 * SM runs at a time; these leaves of a tree are given to the SMs from left to right, so that SMs
 * work on neighbouring parts at the same time and share in L2 what they don't in L1.
 *
 * A part becomes a group when it has fewer blocks than the SM runs, as Algorithm 1 and the text
 * say: parts of exactly as many are halved once more. Figure 7 (c) has eight blocks in four groups,
 * which with the x = 2 that section 4.1 has for it are full: `full` makes these.
 *
 * Source: D. Tripathy and others, "PAVER: Locality Graph-based Thread Block Scheduling for GPUs",
 *   ACM TACO 18(3), 2021, section 4.3, Algorithm 1 and Figure 7 (c).
 * Differs: Algorithm 1 has a queue, which gives leaves that are less deep first, wherever they are;
 *   the text has them from left to right, and so have we. A part of one block is not halved, where
 *   an SM runs one at a time.
 */
#include "policies/block_scheduler/locality_scheduler.h"

static const struct policy_parameter parameters[] = {
    LOCALITY_ROWS, LOCALITY_STEALING_ROWS, LOCALITY_FULL_ROWS, {0}};

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    locality_begin(state, own, kernel, bisected_groups);
}

const struct block_scheduler_ops block_scheduler_rb_ts =
    LOCALITY_SCHEDULER("rb_ts", "Halves the blocks by shared lines until a group fits on an SM",
                       "PAVER, section 4.3", parameters, kernel_begin);
