/* SPDX-License-Identifier: BSD-3-Clause */
/* Block schedulers: which block of a kernel goes to which SM, and when.
 *
 * A block scheduler sees of the SMs only what messages have told the dispatcher: how many blocks it
 * has sent to each, less those reported done. It may take the blocks in any order, and it may hold
 * them back: it is asked again when something has changed, that is when a block was sent or is
 * done, a kernel has come, a word or a sample has come, or at `review`. What it has put into queues
 * of its own it may move as it likes, until the block is sent.
 *
 * Several kernels may be under way. Which of them is asked is the partition's business
 * (policies/partition/partition.h): the first one that has room. If it holds its blocks back, the
 * next one is asked.
 *
 * Contract (tests/policies/block_scheduler/test_block_scheduler_contract.c): it names a block that
 * has not been sent and an SM that has room; each block is named in the end if SMs go on to report
 * blocks done; the same calls give the same choices, whatever the address of the state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_BLOCK_SCHEDULER_H
#define SIMGPU_POLICIES_BLOCK_SCHEDULER_H

#include "policies/dispatcher_policy.h"

#define BLOCK_SCHEDULER_KIND "block_scheduler"

/* Valid during a call. */
struct block_scheduler_view {
    uint32_t launch;
    uint32_t n_sms;
    const uint32_t *room;    /* blocks of this kernel that still fit, by SM; not all are 0 */
    const uint32_t *running; /* ... that were sent there and are not done, by SM */
    uint64_t n_blocks;       /* that are to be dealt out */
    uint64_t blocks_left;    /* ... that have not been sent */
    uint64_t next_block;     /* the first one of them */
    const uint64_t *sent;    /* those behind it that have been sent, as bits; NULL: none has */
    uint64_t cycle;          /* of the dispatcher */
};

/* Whether a block may be chosen. */
static inline bool block_is_left(const struct block_scheduler_view *view, uint64_t block)
{
    return block >= view->next_block && block < view->n_blocks &&
           !(view->sent && view->sent[block / 64] >> block % 64 & 1);
}

struct block_choice {
    uint64_t block; /* block_is_left */
    uint32_t sm;    /* room[sm] > 0 */
};

struct block_scheduler_ops {
    struct dispatcher_policy policy;
    /* What it keeps for a kernel, apart from its state: zeroed when the kernel comes. */
    size_t kernel_bytes;
    /* The kernel comes, before kernel_started is told; and its last block is done, or the run ends:
     * frees what the policy has allocated for it. Either may be NULL. */
    void (*kernel_begin)(void *state, void *own, const struct dispatched_kernel *kernel);
    void (*kernel_end)(void *state, void *own);
    /* The next block to send, and its SM; false: none for now. own: of the kernel that is asked. */
    bool (*choose)(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice);
};

#endif
