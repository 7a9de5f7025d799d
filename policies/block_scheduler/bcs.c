/* SPDX-License-Identifier: BSD-3-Clause */
/* Block CTA scheduling: pairs of consecutive blocks, each to an SM that has room for both.
 *
 * SMs are served in turn. An SM on which one more block would fit waits until a second one does, so
 * one that can run an odd number of blocks always has room left. Blocks are not sent ahead. The
 * last block of an odd number goes alone, and so do all blocks on SMs that can run only one.
 *
 * Source: M. Lee and others, "Improving GPGPU Resource Utilization Through Alternative Thread Block
 *   Scheduling", HPCA 2014, section 4, as PAVER (ACM TACO 18(3), 2021, section 6) describes it.
 */
#include "policies/block_scheduler/block_scheduler.h"

struct pairing {
    uint32_t capacity;
    uint32_t next; /* SM whose turn it is */
    bool half;     /* the first one of a pair was sent to `to`, the second one was not */
    uint32_t to;
};

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    (void)state;
    ((struct pairing *)own)->capacity = kernel->capacity;
}

/* Blocks that the SM gets together: 0, 1 or 2. */
static uint32_t share_of(const struct pairing *pairing, const struct block_scheduler_view *view,
                         uint32_t sm)
{
    uint32_t running = view->running[sm];
    uint32_t free = pairing->capacity > running ? pairing->capacity - running : 0;
    free = MIN(free, view->room[sm]);
    if (free >= 2 || (free == 1 && (view->blocks_left == 1 || running == 0)))
        return (uint32_t)MIN(MIN(free, 2), view->blocks_left);
    return 0;
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    struct pairing *pairing = own;
    (void)state;
    if (pairing->half && view->room[pairing->to] > 0) {
        pairing->half = false;
        *choice = (struct block_choice){.block = view->next_block, .sm = pairing->to};
        return true;
    }
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = (uint32_t)(((uint64_t)pairing->next + i) % view->n_sms);
        uint32_t share = share_of(pairing, view, sm);
        if (share == 0)
            continue;
        pairing->half = share == 2;
        pairing->to = sm;
        pairing->next = sm + 1 == view->n_sms ? 0 : sm + 1;
        *choice = (struct block_choice){.block = view->next_block, .sm = sm};
        return true;
    }
    return false;
}

const struct block_scheduler_ops block_scheduler_bcs = {
    .policy = {.head = {.name = "bcs",
                        .summary = "Pairs of consecutive blocks to SMs that have room for both",
                        .source = "Lee and others, HPCA 2014, as in PAVER, section 6.1"}},
    .kernel_bytes = sizeof(struct pairing),
    .kernel_begin = kernel_begin,
    .choose = choose,
};
