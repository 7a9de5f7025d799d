/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies (cp.async): loads whose bytes go to shared memory, and no register waits.
 *
 * A copy is a load in the queue like any other. Its bytes are written to shared memory when they
 * come from L1 or with a reply. The warp's copies between two commits are a group. A wait holds the
 * warp until only the given number of last groups may still be on their way.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cp.async", "cp.async.wait_group".
 * Differs: groups are the warp's, not each thread's; the write to shared memory takes no turn of
 * the load/store unit.
 */
#include "models/sm/access/sm_async.h"
#include "models/sm/front/sm_scoreboard.h"

void sm_async_begin(struct sm_accesses *accesses, struct access *access,
                    const struct async_copy *copy)
{
    struct async_copies *copies = &accesses->copies[access->warp];
    access->group = copies->group;
    accesses->values[access - accesses->list].copy = *copy;
    copies->out++;
}

void sm_async_count(struct sm_accesses *accesses, bool past_l1, uint64_t bytes,
                    const struct line_transaction *lines, unsigned n)
{
    struct async_counters *counters = &accesses->warps->core->counters.async;
    unsigned sectors = 0;
    for (unsigned i = 0; i < n; i++)
        sectors += (unsigned)__builtin_popcount(lines[i].sectors);
    counters->copies++;
    counters->bytes += bytes;
    *(past_l1 ? &counters->past_l1_sectors : &counters->l1_sectors) += sectors;
}

/* Whether every group below `needed` is there. */
static bool arrived(const struct sm_accesses *accesses, unsigned slot, uint32_t needed)
{
    if (accesses->copies[slot].out == 0)
        return true;
    for (uint32_t i = 0; i < accesses->n; i++) {
        const struct access *access = &accesses->list[i];
        if (access->async && access->warp == slot && access->group < needed)
            return false;
    }
    return true;
}

/* The warp may go on when the bytes of all that has arrived can be read. */
static void end_wait(struct sm_accesses *accesses, const struct async_copies *copies)
{
    struct sm_core *core = accesses->warps->core;
    if (copies->ready > copies->since)
        core->counters.async.wait_cycles += copies->ready - copies->since;
}

void sm_async_done(struct sm_accesses *accesses, struct access *access)
{
    unsigned slot = access->warp;
    struct async_copies *copies = &accesses->copies[slot];
    access->async = false;
    copies->out--;
    copies->ready = MAX(copies->ready, access->ready);
    if (!copies->waits || !arrived(accesses, slot, copies->needed))
        return;
    copies->waits = false;
    end_wait(accesses, copies);
    sm_warps_leave_fence(accesses->warps, bit_of(slot));
    sm_settle(accesses->warps, slot, copies->ready);
}

void sm_async_forget(struct sm_accesses *accesses, unsigned slot)
{
    accesses->copies[slot].waits = false;
}

bool sm_async_step(struct sm_accesses *accesses, unsigned slot, const struct issued *issued)
{
    struct async_copies *copies = &accesses->copies[slot];
    uint32_t allowed = issued->async_groups;
    if (issued->async == ASYNC_COMMIT) {
        copies->group++;
        return true;
    }
    if (allowed == UINT32_MAX)
        copies->needed = copies->group + 1; /* the group that is being collected, too */
    else
        copies->needed = copies->group > allowed ? copies->group - allowed : 0;
    copies->since = accesses->warps->core->cycle;
    if (arrived(accesses, slot, copies->needed)) {
        end_wait(accesses, copies);
        sm_warp_not_before(accesses->warps, slot, copies->ready);
        return true;
    }
    copies->waits = true;
    sm_warp_enters_fence(accesses->warps, slot);
    return false;
}
