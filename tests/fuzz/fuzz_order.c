/* SPDX-License-Identifier: BSD-3-Clause */
/* An order of blocks: what passes the check deals out all blocks of a kernel, each once, until an
 * SM that is not there is named. */
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/policy_values.h"
#include "tests/fuzz/fuzz.h"

extern const struct block_scheduler_ops block_scheduler_given;

enum { SMS = 3, BLOCKS = 60 };

static void deal(const struct block_scheduler_ops *ops, void *state)
{
    static const uint32_t room[SMS] = {1, 1, 1}, running[SMS];
    const struct dispatched_kernel kernel = {.n_blocks = BLOCKS, .capacity = 1};
    uint64_t sent = 0;
    struct block_scheduler_view view = {.n_sms = SMS,
                                        .room = room,
                                        .running = running,
                                        .n_blocks = BLOCKS,
                                        .blocks_left = BLOCKS,
                                        .sent = &sent};
    g_autofree void *own = g_malloc0(ops->kernel_bytes);
    ops->kernel_begin(state, own, &kernel);
    for (; view.blocks_left > 0; view.blocks_left--) {
        struct block_choice choice = {0};
        bool chosen = ops->choose(state, own, &view, &choice);
        g_assert(chosen && block_is_left(&view, choice.block));
        if (choice.sm >= SMS)
            return;
        sent |= UINT64_C(1) << choice.block;
        while (sent >> view.next_block & 1)
            view.next_block++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct block_scheduler_ops *ops = &block_scheduler_given;
    const struct dispatcher_policy_site site = {.n_sms = SMS};
    g_autofree void *state = g_malloc0(ops->policy.head.state_bytes);
    struct policy_values *values = policy_values_new(&ops->policy.head);
    struct policy_file *file = g_new(struct policy_file, 1);
    *file = (struct policy_file){g_strdup("order"), g_strndup((const char *)data, size)};
    values->values[0].file = file;
    if (policy_values_check(values, NULL)) {
        ops->policy.init(state, &site, values);
        deal(ops, state);
    }
    policy_values_free(values);
    return 0;
}
