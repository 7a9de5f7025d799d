/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM is filled, then the next one: neighbouring blocks share an SM, and a kernel with few blocks
 * leaves SMs empty.
 *
 * Each kernel begins at SM 0 and stays at an SM while that has room; then it goes on with the next
 * one that has some, round and round.
 *
 * Source: none; for the locality of neighbouring blocks, which this is the plainest way to use, see
 * D. Tripathy and others, "PAVER", ACM TACO, 2021, section 2. ASSUMED: that it goes round.
 */
#include "policies/block_scheduler/block_scheduler.h"

struct filling {
    uint32_t sm; /* that is being filled */
};

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    (void)state;
    struct filling *filling = own;
    while (view->room[filling->sm] == 0)
        filling->sm = filling->sm + 1 == view->n_sms ? 0 : filling->sm + 1;
    *choice = (struct block_choice){.block = view->next_block, .sm = filling->sm};
    return true;
}

const struct block_scheduler_ops block_scheduler_depth_first = {
    .policy = {.head = {.name = "depth_first",
                        .summary = "Fills an SM, then the next one",
                        .source = "none: a baseline for round robin"}},
    .kernel_bytes = sizeof(struct filling),
    .choose = choose,
};
