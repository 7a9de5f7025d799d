/* SPDX-License-Identifier: BSD-3-Clause */
/* Block schedulers: they choose the next block of a kernel, its SM, and the time.
 *
 * A block scheduler knows of the SMs only what messages have told the dispatcher: how many blocks
 * it has sent to each, less those reported done. It may take the blocks in any order, and it may
 * hold them back. The dispatcher asks again when something has changed: a block was sent or is
 * done, a kernel, a word or a sample has come, or `review` is due. A block scheduler may move
 * blocks between queues of its own as it likes, until they are sent.
 *
 * Several kernels may be under way. The partition (policies/partition/partition.h) decides which of
 * them the dispatcher asks about: the first one that has room. If the block scheduler holds that
 * one's blocks back, the dispatcher asks about the next one.
 *
 * Contract (tests/policies/block_scheduler/test_block_scheduler_contract.c):
 * - It names a block that has not been sent and an SM that has room.
 * - It names each block in the end, if SMs go on to report blocks done.
 * - The same calls give the same choices, whatever the address of the state.
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
    const uint32_t *running; /* blocks of this kernel that were sent and are not done, by SM */
    uint64_t n_blocks;       /* blocks to deal out in all */
    uint64_t blocks_left;    /* blocks that have not been sent */
    uint64_t next_block;     /* the first block that has not been sent */
    const uint64_t *sent;    /* blocks behind it that have been sent, as bits; NULL: none has */
    uint64_t cycle;          /* of the dispatcher */
};

/* Whether a block may be chosen. */
static inline bool block_is_left(const struct block_scheduler_view *view, uint64_t block)
{
    return block >= view->next_block && block < view->n_blocks &&
           !(view->sent && view->sent[block / 64] >> block % 64 & 1);
}

struct block_choice {
    uint64_t block; /* one for which block_is_left */
    uint32_t sm;    /* one with room[sm] > 0 */
};

struct block_scheduler_ops {
    struct dispatcher_policy policy;
    /* Bytes that it keeps for each kernel, apart from its state: zeroed when the kernel comes. */
    size_t kernel_bytes;
    /* kernel_begin: the kernel comes; kernel_started is not told yet. kernel_end: its last block is
     * done, or the run ends. It frees memory that the policy has allocated for the kernel. Either
     * may be NULL. */
    void (*kernel_begin)(void *state, void *own, const struct dispatched_kernel *kernel);
    void (*kernel_end)(void *state, void *own);
    /* Chooses the next block to send, and its SM; false: none for now. own: the bytes kept for the
     * kernel. */
    bool (*choose)(void *state, void *own, const struct block_scheduler_view *view,
                   struct block_choice *choice);
};

#endif
