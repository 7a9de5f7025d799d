/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies (cp.async): loads whose bytes go to shared memory, and no register waits.
 *
 * A copy is a load in the queue like any other; its bytes are written to shared memory when they
 * come from L1 or with a reply. The warp's copies between two commits are a group. A wait holds the
 * warp until at most so many of the last groups are on their way.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cp.async", "cp.async.wait_group".
 * Differs: groups are the warp's, not each thread's; the write to shared memory takes no turn of
 * the load/store unit.
 */
#include "models/sm/sm_internal.h"

void sm_async_begin(struct sm *sm, struct access *access)
{
    struct async_copies *copies = &sm->accesses.copies[access->warp];
    access->group = copies->group;
    sm->accesses.values[access - sm->accesses.list].copy = sm->issue.what.copy;
    copies->out++;
}

/* Whether every group below `needed` is there. */
static bool arrived(const struct sm *sm, unsigned slot, uint32_t needed)
{
    if (sm->accesses.copies[slot].out == 0)
        return true;
    for (uint32_t i = 0; i < sm->accesses.n; i++) {
        const struct access *access = &sm->accesses.list[i];
        if (access->async && access->warp == slot && access->group < needed)
            return false;
    }
    return true;
}

void sm_async_done(struct sm *sm, struct access *access)
{
    unsigned slot = access->warp;
    struct async_copies *copies = &sm->accesses.copies[slot];
    access->async = false;
    copies->out--;
    copies->ready = MAX(copies->ready, access->ready);
    if (!copies->waits || !arrived(sm, slot, copies->needed))
        return;
    copies->waits = false;
    sm_warps_leave_fence(&sm->warps, bit_of(slot));
    sm_settle(&sm->warps, slot, copies->ready);
}

bool sm_async_step(struct sm *sm, unsigned slot)
{
    struct async_copies *copies = &sm->accesses.copies[slot];
    uint32_t allowed = sm->issue.what.async_groups;
    if (sm->issue.what.async == ASYNC_COMMIT) {
        copies->group++;
        return true;
    }
    if (allowed == UINT32_MAX)
        copies->needed = copies->group + 1; /* the group that is being collected, too */
    else
        copies->needed = copies->group > allowed ? copies->group - allowed : 0;
    if (arrived(sm, slot, copies->needed)) {
        sm->warps.list[slot].not_before = MAX(sm->warps.list[slot].not_before, copies->ready);
        return true;
    }
    copies->waits = true;
    sm_warp_enters_fence(&sm->warps, slot);
    return false;
}
