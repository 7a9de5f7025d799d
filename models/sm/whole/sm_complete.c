/* SPDX-License-Identifier: BSD-3-Clause */
/* What follows when the last part of something has come: accesses end, and with them waits of
 * warps, fences and blocks.
 *
 * The parts of the memory side say what has come. The consequences are decided here, above them. A
 * load that is complete gives its warp registers. It may be the load that a fence has waited for.
 * It may have been the last thing that an ended warp had out.
 */
#include "models/sm/whole/sm_complete.h"
#include "models/sm/access/sm_async.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/blocks/sm_tell.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/l1d/l1d.h"
#include "models/sm/ldst/sm_ldst.h"
#include "models/sm/whole/sm_fence.h"
#include "models/sm/whole/sm_sync.h"

/* One request has come back: fences may go on, and a warp that has ended may leave. */
static void count_down(struct sm *sm, unsigned slot, unsigned epoch)
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    if (G_UNLIKELY(sm_requests_end(&sm->warps, slot, epoch)))
        sm_fence_progress(sm, warp->block);
    if (warp->outstanding == 0 && (sm->warps.draining >> slot & 1))
        sm_retire_warp(&sm->blocks, slot);
}

/* Completes asynchronous copies, acquires, and accesses that policies want to hear of. */
G_NO_INLINE static void complete_special(struct sm *sm, struct access *access)
{
    if (sm->core.policies.loads_told)
        sm_tell_loaded(&sm->core, access);
    if (access->async)
        sm_async_done(&sm->accesses, access);
    if (access->async == false && G_UNLIKELY(sm->tma.waits != NULL) &&
        sm->accesses.copies[access->warp].out == 0)
        sm_sync_copied(sm, access->warp);
    if (access->acquire && !(sm->warps.draining >> access->warp & 1))
        sm_acquire_done(sm, access->warp, access->ready);
    else if (access->holds)
        sm_atomic_done(sm, access->warp, access->ready);
}

void sm_access_complete(struct sm *sm, uint32_t index)
{
    struct access *access = &sm->accesses.list[index];
    unsigned slot = access->warp, epoch = access->epoch;
    sm_warp_set_registers(&sm->warps, slot, access->pc, access->ready);
    if (G_UNLIKELY(access->async | access->acquire | access->holds | sm->core.policies.loads_told))
        complete_special(sm, access);
    sm_access_free(&sm->accesses, index);
    sm_warp_loaded(&sm->warps, slot);
    count_down(sm, slot, epoch);
}

void sm_stores_kept(struct sm *sm)
{
    for (uint32_t left = l1d_take_kept(&sm->l1d); left > 0; left--)
        sm_write_acknowledged(sm, sm->l1d.kept_number);
}

void sm_write_acknowledged(struct sm *sm, uint32_t number)
{
    count_down(sm, message_number_slot(number), message_number_epoch(number));
}

void sm_l1d_replied(struct sm *sm, const struct message *message)
{
    struct mshr *mshr = l1d_fill(&sm->l1d, message);
    if (G_UNLIKELY(!mshr)) {
        sm_ldst_filled(&sm->ldst, message_address(message));
        return;
    }
    const uint32_t replies = sm->core.config->access.replies;
    uint64_t ready = sm->core.cycle + sm->core.config->l1d_fill_latency, line = mshr->line;
    uint64_t last = replies > 0 ? l1d_answers(&sm->l1d, mshr) - sm->core.cycle : 0;
    for (unsigned i = 0; i < mshr->n_waiters; i++) {
        uint32_t access = l1d_waiter(&sm->l1d, mshr, i)->access;
        uint64_t before = last > 0 ? MIN(last, (mshr->n_waiters - 1 - i) / replies) : 0;
        if (sm_access_reply(&sm->accesses, access, ready + last - before))
            sm_access_complete(sm, access);
    }
    l1d_mshr_free(&sm->l1d, mshr);
    sm_ldst_filled(&sm->ldst, line);
}

void sm_constant_replied(struct sm *sm, uint32_t line)
{
    constant_cache_fill(&sm->constants, line);
    sm_ldst_wake(&sm->ldst, LDST_WAITS_FILL);
}

void sm_texture_replied(struct sm *sm, uint32_t line)
{
    uint64_t ready = sm->core.cycle + sm->core.config->texture_latency;
    const uint32_t *waiters = texture_cache_fill(&sm->texture, line);
    for (uint32_t i = 0; i < sm->texture.n_waiters[line]; i++)
        if (sm_access_reply(&sm->accesses, waiters[i], ready))
            sm_access_complete(sm, waiters[i]);
    sm_ldst_wake(&sm->ldst, LDST_WAITS_FILL);
}
