/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks dealt out like cards: each block goes to the next SM that has room, counted from the one
 * after the last. Every kernel begins at SM 0, so that its result does not depend on what ran
 * before it, or, with goes_on, where the blocks of all kernels before it have stopped.
 *
 * Source: GPGPU-Sim manual 3.x, section "Thread Block / CTA / Work Group Scheduling": SIMT core
 * clusters are visited round-robin and get one block a visit.
 * Differs: there each kernel goes on where the last one stopped, which is goes_on here.
 */
#include "policies/block_scheduler/block_scheduler.h"

enum parameter { GOES_ON };

static const struct policy_parameter parameters[] = {
    [GOES_ON] = POLICY_BOOLEAN_ROW("goes_on", false,
                                   "true: a kernel begins at the SM after the last one that got a "
                                   "block, as in GPGPU-Sim's source; false: at SM 0"),
    {0}};

struct dealing {
    uint32_t next; /* SM whose turn it is */
};

struct state {
    bool goes_on;
    struct dealing all; /* kernels together */
};

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    (void)site;
    ((struct state *)state)->goes_on = values->values[GOES_ON].boolean;
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    struct state *dealt = state;
    struct dealing *dealing = dealt->goes_on ? &dealt->all : own;
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
                            "GPGPU-Sim manual 3.x, Thread Block / CTA / Work Group Scheduling",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .init = init},
    .kernel_bytes = sizeof(struct dealing),
    .choose = choose,
};
