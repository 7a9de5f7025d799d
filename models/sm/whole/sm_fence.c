/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory order: fences, releases and acquires.
 *
 * Release: a warp waits until every request that its block had out when it came here has been
 * answered or acknowledged. The block's requests count, not only the warp's. After a barrier, one
 * thread's fence orders what the others wrote before the barrier. Programs rely on it: stores;
 * __syncthreads(); one thread does __threadfence() and sets a flag. Requests issued after the fence
 * don't hold it up; otherwise a block in which others spin on a flag would never pass. So requests
 * are counted by epoch (sm_requests.h).
 *
 * Acquire: a warp waits for its load or atomic (a fence: see above). Then L1 is dropped, with
 * everything on its way there. So later loads are no older than the acquired value.
 *
 * A fence, acquire or release among the threads of one block only (.cta) has nothing to do. An SM
 * makes all its accesses in one order, the queue's, and on the way to a bank none overtakes
 * another. So its own warps always see them in that order.
 *
 * Two ways of another simulator, for traces that it is compared with: With op.fence.waits=loads a
 * fence waits, before it issues, for its warp's loads only. With op.fence.invalidates=yes every
 * fence drops L1.
 *
 * Source: CUDA C Programming Guide 4.2, B.5 "Memory Fence Functions"; PTX ISA, "Memory Consistency
 * Model", causality order. Differs: loads count as well, although only a reply of theirs could
 * still be on its way.
 */
#include "models/sm/whole/sm_fence.h"
#include "models/sm/access/sm_async.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/l1d/l1d.h"

/* L1 drops the lines that others may have changed. The load/store unit may wait for such lines. */
static void acquire(struct sm *sm)
{
    l1d_acquire(&sm->l1d);
    sm_ldst_wake(&sm->ldst, LDST_WAITS_LINE);
}

bool sm_fence_enter(struct sm *sm, unsigned slot, const struct instruction *instruction,
                    const struct issued *issued)
{
    if (issued->async != ASYNC_NONE)
        return sm_async_step(&sm->accesses, slot, issued);
    const struct access_config *quirks = &sm->core.config->access;
    sm->core.counters.fences++;
    bool acquires = (instruction->flags & INSTRUCTION_ACQUIRE) || quirks->fence_drops;
    if ((instruction->flags & INSTRUCTION_RELEASE) && !quirks->fence_loads &&
        sm_fence_wait(&sm->warps, slot, acquires))
        return false;
    if (acquires)
        acquire(sm);
    return true;
}

/* Lets go the warps that waited for an epoch that is now empty. */
static void let_go(struct sm *sm, uint64_t released)
{
    for (; released; released &= released - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(released);
        if (sm_fence_passed(&sm->warps, slot))
            acquire(sm);
        sm_settle(&sm->warps, slot, sm->core.cycle + sm->core.config->ops[OP_FENCE].latency);
    }
}

void sm_fence_progress(struct sm *sm, unsigned block)
{
    uint64_t passed;
    while ((passed = sm_requests_passed(&sm->warps, block)) != 0) {
        let_go(sm, passed);
        sm_requests_next(&sm->warps, block);
    }
}

void sm_acquire_enter(struct sm *sm, unsigned slot)
{
    sm_warp_enters_fence(&sm->warps, slot);
}

void sm_atomic_done(struct sm *sm, unsigned slot, uint64_t ready)
{
    sm_warps_leave_fence(&sm->warps, bit_of(slot));
    sm_settle(&sm->warps, slot, ready);
}

void sm_acquire_done(struct sm *sm, unsigned slot, uint64_t ready)
{
    acquire(sm);
    sm_warps_leave_fence(&sm->warps, bit_of(slot));
    sm_settle(&sm->warps, slot, ready);
}
