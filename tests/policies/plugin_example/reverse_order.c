/* SPDX-License-Identifier: BSD-3-Clause */
/* A block scheduler outside of simgpu: the last block first, each to the SM with the most room. An
 * example to copy, and a plug-in that the tests load; no paper proposes it.
 *
 * Build it with the meson.build beside it, then:
 *   simgpu --plugin ./reverse_order.so --policy block_scheduler=reverse_order ...
 */
#include "policies/block_scheduler/block_scheduler.h"

/* What it keeps for a kernel. */
struct kernel {
    uint64_t left; /* blocks below this one have not been sent */
};

static void kernel_begin(void *state, void *own, const struct dispatched_kernel *kernel)
{
    (void)state;
    ((struct kernel *)own)->left = kernel->n_blocks;
}

static bool choose(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice)
{
    (void)state;
    struct kernel *kernel = own;
    choice->sm = 0;
    for (uint32_t sm = 1; sm < view->n_sms; sm++)
        if (view->room[sm] > view->room[choice->sm])
            choice->sm = sm;
    choice->block = --kernel->left;
    return true;
}

static const struct block_scheduler_ops reverse_order = {
    .policy = {.head = {.name = "reverse_order",
                        .summary = "The last block first, to the SM with the most room",
                        .source = "none: an example"}},
    .kernel_bytes = sizeof(struct kernel),
    .kernel_begin = kernel_begin,
    .choose = choose,
};

const struct policy_plugin simgpu_plugin = {
    .kind = BLOCK_SCHEDULER_KIND,
    .abi = POLICY_ABI,
    .policy = &reverse_order.policy.head,
};
