/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory fences: a warp waits until every request that its block had out when it issued the
 * fence has been answered or acknowledged.
 *
 * The block's, not only the warp's: after a barrier, one thread's fence orders what the others
 * wrote before the barrier, and programs rely on it (stores; __syncthreads(); one thread does
 * __threadfence() and sets a flag). Requests issued after the fence don't hold it up, or a block
 * in which others spin on a flag would never pass: so requests are counted by epoch. A fence
 * closes the current epoch and waits until it is empty; fences that come while one is being
 * emptied wait for the next.
 *
 * Source: CUDA C Programming Guide 4.2, B.5 "Memory Fence Functions"; PTX ISA, "membar", causality
 * order. Differs: loads count as well, although only a reply of theirs could still be on its way.
 */
#include "models/sm/sm_internal.h"

static void close_epoch(struct sm_block *block)
{
    g_assert(block->outstanding[!block->epoch] == 0);
    block->epoch = !block->epoch;
    block->fences = block->later_fences;
    block->later_fences = 0;
}

bool sm_fence_enter(struct sm *sm, unsigned slot)
{
    struct sm_block *block = &sm->blocks[sm->warps[slot].block];
    sm->counters.fences++;
    if (block->outstanding[0] + block->outstanding[1] == 0)
        return true;
    sm->at_fence |= UINT64_C(1) << slot;
    block->later_fences |= UINT64_C(1) << slot;
    if (block->fences == 0 && block->outstanding[!block->epoch] == 0)
        close_epoch(block);
    return false;
}

void sm_fence_progress(struct sm *sm, struct sm_block *block)
{
    while (block->fences && block->outstanding[!block->epoch] == 0) {
        uint64_t released = block->fences;
        block->fences = 0;
        sm->at_fence &= ~released;
        for (; released; released &= released - 1)
            sm_settle(sm, (unsigned)__builtin_ctzll(released),
                      sm->cycle + sm->config->ops[OP_FENCE].latency);
        if (block->later_fences)
            close_epoch(block);
    }
}
