/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks dealt out like cards: every kernel begins at SM 0, and each block goes to the next SM
 * that has room, counted from the one after the last.
 *
 * Source: GPGPU-Sim manual 3.x, section "Thread Block / CTA / Work Group Scheduling": SIMT core
 * clusters are visited round-robin and get one block a visit.
 * Differs: GPGPU-Sim goes on where the last kernel stopped; here each kernel begins at SM 0, so
 * that a kernel's result does not depend on what ran before it.
 */
#include "policies/block_scheduler/block_scheduler.h"

struct dealing {
    uint32_t next; /* SM whose turn it is */
};

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    (void)state;
    struct dealing *dealing = own;
    uint32_t sm = dealing->next;
    while (view->room[sm] == 0)
        sm = sm + 1 == view->n_sms ? 0 : sm + 1;
    dealing->next = sm + 1 == view->n_sms ? 0 : sm + 1;
    *choice = (struct block_choice){.block = view->next_block, .sm = sm};
    return true;
}

const struct block_scheduler_ops block_scheduler_round_robin = {
    .policy = {.head = {.name = "round_robin",
                        .summary = "One block an SM a turn",
                        .source =
                            "GPGPU-Sim manual 3.x, Thread Block / CTA / Work Group Scheduling"}},
    .kernel_bytes = sizeof(struct dealing),
    .choose = choose,
};
