/* SPDX-License-Identifier: BSD-3-Clause */
/* The requests that warps and their blocks have out, counted by epoch, and the warps that wait for
 * them.
 *
 * A fence waits for the requests that its block had out when the fence came, not for later ones. So
 * requests are counted by epoch. A fence closes the current epoch and waits until it is empty.
 * Fences that come meanwhile wait for the next one. whole/sm_fence.c says what a fence does
 * afterwards.
 */
#ifndef SIMGPU_SM_REQUESTS_H
#define SIMGPU_SM_REQUESTS_H

#include "models/sm/front/sm_warps.h"

void sm_requests_reset(struct sm_warps *warps, unsigned block);
static inline struct block_requests *sm_requests_of(struct sm_warps *warps, unsigned slot)
{
    return &warps->requests[warps->list[slot].block];
}
/* Counts n more requests out for the warp and its block. Returns the block's epoch. */
static inline uint8_t sm_requests_begin(struct sm_warps *warps, unsigned slot, uint32_t n)
{
    struct block_requests *requests = sm_requests_of(warps, slot);
    warps->list[slot].outstanding += n;
    requests->outstanding[requests->epoch] += n;
    return requests->epoch;
}
/* The warp waits no longer. */
void sm_requests_forget(struct sm_warps *warps, unsigned slot);
/* One request has come back. True: warps of the block wait for that (sm_requests_passed). */
static inline bool sm_requests_end(struct sm_warps *warps, unsigned slot, unsigned epoch)
{
    struct block_requests *requests = sm_requests_of(warps, slot);
    g_assert(warps->list[slot].outstanding > 0 && requests->outstanding[epoch] > 0);
    warps->list[slot].outstanding--;
    requests->outstanding[epoch]--;
    return requests->fences != 0;
}
/* The warp waits like at a fence until all requests of its block have come back; false: none is
 * out. */
bool sm_requests_wait(struct sm_warps *warps, unsigned slot);
/* The same for a fence that may acquire, too. */
bool sm_fence_wait(struct sm_warps *warps, unsigned slot, bool acquires);
/* The warp has waited long enough, for a fence or before a release. True: it acquires. */
bool sm_fence_passed(struct sm_warps *warps, unsigned slot);
/* The warps of the block, as a mask, that have waited long enough and are no longer at a fence; 0:
 * none. When all have been let go, call sm_requests_next. */
uint64_t sm_requests_passed(struct sm_warps *warps, unsigned block);
void sm_requests_next(struct sm_warps *warps, unsigned block);
/* The warp's next instruction is an access that releases. True if it may issue; if not, the warp
 * waits like at a fence. */
bool sm_release_enter(struct sm_warps *warps, unsigned slot);
/* The release has issued. */
void sm_release_done(struct sm_warps *warps, unsigned slot);

#endif
