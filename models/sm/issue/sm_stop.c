/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that end where they stand: those of a launch that has done something wrong, or whose
 * client has reached its target (dispatcher_clients.h).
 *
 * A warp that is stopped issues nothing more. Its requests still come back. Then it leaves like a
 * warp that has ended, and so does its block.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section V: a program that has done its
 * share "is halted and its assigned GPU resources are released".
 */
#include "models/sm/issue/sm_stop.h"
#include "models/sm/access/sm_async.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/front/sm_requests.h"
#include "models/sm/policy/sm_orders.h"
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/tma/sm_tma.h"

static void stop_warp(struct sm *sm, unsigned slot)
{
    if (sm->warps.at_barrier >> slot & 1) {
        sm_warp_leaves_barrier(&sm->warps, slot);
        SM_TELL(&sm->core, barrier_left, slot, sm_fresh_view(&sm->core));
    }
    sm_warps_halt(&sm->warps, slot);
    sm_requests_forget(&sm->warps, slot);
    sm_async_forget(&sm->accesses, slot);
    sm_mbarrier_forget(&sm->tma, slot);
    sm_tma_forget(&sm->tma, slot);
    sm_fetch_stop(&sm->fetch, slot);
    sm_orders_forget(sm, slot);
    sm_warps_drain(&sm->warps, slot);
    if (sm->warps.list[slot].outstanding == 0)
        sm_retire_warp(&sm->blocks, slot);
}

void sm_stop_block(struct sm *sm, unsigned block)
{
    uint64_t run = sm->warps.resident & ~sm->warps.draining;
    for (; run; run &= run - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(run);
        if (sm->warps.list[slot].block == block)
            stop_warp(sm, slot);
    }
}

void sm_stop_launch(struct sm *sm, uint32_t launch)
{
    sm_blocks_drop_ahead(&sm->blocks, launch);
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        unsigned block = (unsigned)__builtin_ctzll(used);
        if (sm->blocks.list[block].context.launch->id == launch)
            sm_stop_block(sm, block);
    }
    sm_mail_send(&sm->mail);
}
