/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/sm_requests.h"

void sm_requests_reset(struct sm_warps *warps, unsigned block)
{
    warps->requests[block] = (struct block_requests){0};
}

void sm_requests_forget(struct sm_warps *warps, unsigned slot)
{
    struct block_requests *requests = sm_requests_of(warps, slot);
    requests->fences &= ~bit_of(slot);
    requests->later_fences &= ~bit_of(slot);
}

/* Closes the current epoch if warps wait for that and the one before it is empty. */
static void try_close_epoch(struct block_requests *requests)
{
    if (!requests->later_fences || requests->fences || requests->outstanding[!requests->epoch] > 0)
        return;
    requests->epoch = !requests->epoch;
    requests->fences = requests->later_fences;
    requests->later_fences = 0;
}

bool sm_requests_wait(struct sm_warps *warps, unsigned slot)
{
    struct block_requests *requests = sm_requests_of(warps, slot);
    if (requests->outstanding[0] + requests->outstanding[1] == 0)
        return false;
    sm_warp_enters_fence(warps, slot);
    requests->later_fences |= bit_of(slot);
    try_close_epoch(requests);
    return true;
}

bool sm_fence_wait(struct sm_warps *warps, unsigned slot, bool acquires)
{
    if (!sm_requests_wait(warps, slot))
        return false;
    warps->list[slot].acquires = acquires;
    return true;
}

bool sm_fence_passed(struct sm_warps *warps, unsigned slot)
{
    struct sm_warp *warp = &warps->list[slot];
    if (warp->release != RELEASE_WAITS)
        return warp->acquires;
    warp->release = RELEASE_PASSED;
    return false;
}

uint64_t sm_requests_passed(struct sm_warps *warps, unsigned block)
{
    struct block_requests *requests = &warps->requests[block];
    if (!requests->fences || requests->outstanding[!requests->epoch] > 0)
        return 0;
    uint64_t passed = requests->fences;
    requests->fences = 0;
    sm_warps_leave_fence(warps, passed);
    return passed;
}

void sm_requests_next(struct sm_warps *warps, unsigned block)
{
    try_close_epoch(&warps->requests[block]);
}

bool sm_release_enter(struct sm_warps *warps, unsigned slot)
{
    struct sm_warp *warp = &warps->list[slot];
    if (warp->release == RELEASE_PASSED)
        return true;
    if (!sm_requests_wait(warps, slot)) {
        warp->release = RELEASE_PASSED;
        return true;
    }
    warp->release = RELEASE_WAITS;
    return false;
}

void sm_release_done(struct sm_warps *warps, unsigned slot)
{
    warps->list[slot].release = RELEASE_NONE;
}
