/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks dealt out like cards: every kernel begins at SM 0, and each block goes to the next SM
 * that has room, counted from the one after the last.
 *
 * Source: GPGPU-Sim manual 3.x, section "Thread Block / CTA / Work Group Scheduling": SIMT core
 * clusters are visited round-robin and get one block a visit.
 * Differs: GPGPU-Sim goes on where the last kernel stopped; here each kernel begins at SM 0, so
 * that a kernel's result does not depend on what ran before it.
 */
#include "models/dispatch/block_scheduler.h"

struct round_robin {
    uint32_t next; /* SM whose turn it is */
};

static void start_kernel(void *state)
{
    struct round_robin *turn = state;
    turn->next = 0;
}

static uint32_t choose(void *state, const struct block_scheduler_view *view)
{
    struct round_robin *turn = state;
    uint32_t sm = turn->next;
    while (view->room[sm] == 0)
        sm = sm + 1 == view->n_sms ? 0 : sm + 1;
    turn->next = sm + 1 == view->n_sms ? 0 : sm + 1;
    return sm;
}

const struct block_scheduler_ops block_scheduler_round_robin = {
    .name = "round_robin",
    .summary = "one block an SM a turn",
    .state_bytes = sizeof(struct round_robin),
    .start_kernel = start_kernel,
    .choose = choose,
};
