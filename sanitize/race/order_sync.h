/* SPDX-License-Identifier: BSD-3-Clause */
/* Order between threads by fences, releases and acquires.
 *
 * A release pattern is a release, or a fence with a strong write behind it. An acquire pattern is
 * an acquire, or a strong read with a fence behind it. The read then knows what the writer knew at
 * its fence, if the scopes of all four operations reach the other thread: a fence or an atomic of
 * block scope orders nothing between blocks. Read-modify-writes between the two keep the chain.
 * Source: PTX ISA, "Memory Consistency Model", "Release and Acquire Patterns", "Causality order".
 *
 * A fence and a barrier behind it count for all that meet there: any of them may do the strong
 * write, as in a reduction whose last block adds up. So do a strong read and a barrier: any may do
 * the fence.
 *
 * Soft order: a strong read that has seen a release, without a fence behind, orders the thread's
 * own later volatile accesses, which go to the same L2 behind it. This is more than PTX promises,
 * and as hardware and published programs have it. A compare and swap gives none: a lock needs its
 * fence.
 */
#ifndef SIMGPU_SANITIZE_RACE_ORDER_SYNC_H
#define SIMGPU_SANITIZE_RACE_ORDER_SYNC_H

#include "sanitize/race/order.h"
#include "sanitize/race/sites.h"

struct sync_place;

bool order_knows_by_clock(const struct order *order, const struct order_block *block, unsigned warp,
                          unsigned lane, const struct mark *mark, bool strong);
/* A fence of these lanes. */
void order_fence(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes,
                 enum site_scope scope);
/* A strong read of a place where a release may have left something. `at` names the place, stamp the
 * write that it sees. */
void order_read(const struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                const struct site *site, struct sync_place *place, uint64_t at, uint32_t stamp);
/* Whether the thread has seen the write of this stamp when it last waited, at this place. */
bool order_has_polled(const struct order_block *block, unsigned warp, unsigned lane, uint64_t at,
                      uint32_t stamp);
/* Whether a strong write of the lane would leave something. */
bool order_releases(const struct order_block *block, unsigned warp, unsigned lane,
                    const struct site *site);
/* It does so. A store takes the place of what was there; an atomic adds to it. */
void order_write(struct order *order, struct order_block *block, unsigned warp, unsigned lane,
                 const struct site *site, struct sync_place *place);
/* Whether a fence behind its strong reads would let the lane know of the access. */
bool order_fence_would_do(const struct order *order, const struct order_block *block, unsigned warp,
                          unsigned lane, const struct mark *mark);
/* The lane tries to take a lock: a compare and swap at this place. */
void order_try_lock(struct order_block *block, unsigned warp, unsigned lane,
                    const struct site *site, uint64_t lock);
/* It writes there. True if that lets a lock go behind which it has touched memory unfenced. */
bool order_unlock(struct order_block *block, unsigned warp, unsigned lane, uint64_t lock);
/* MARK_UNFENCED_... of an access that it does now. */
static inline uint32_t order_unfenced(struct order_block *block, unsigned warp, unsigned lane)
{
    struct order_lane *me = block->warp[warp].lane ? &block->warp[warp].lane[lane] : NULL;
    if (!me || !me->lock)
        return 0;
    me->sloppy |= me->unfenced != 0;
    return me->unfenced;
}

/* Lanes that have arrived at mbarriers, and those that have seen a phase end. All mbarriers of a
 * block count as one. */
void order_mbarrier(struct order *order, struct order_block *block, unsigned warp,
                    lane_mask arrived, lane_mask waited);

/* What these lanes know goes into *place, and what is there to all lanes of a warp. */
void order_leave(struct order *order, struct order_block *block, unsigned warp, lane_mask lanes,
                 struct clock **place);
void order_take(struct order_block *block, unsigned warp, struct clock *place);

void order_meet_clocks(const struct order *order, struct order_block *block,
                       const uint32_t *arrived, uint64_t warps, bool whole);
void order_meet_lanes(const struct order *order, struct order_block *block, unsigned warp,
                      lane_mask lanes);
/* What its threads have acquired goes into *all. */
void order_acquired(const struct order_block *block, struct clock **all);
void order_forget_clocks(struct order_block *block);

#endif
