/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/tma/sm_mbarrier.h"
#include "models/sm/front/sm_scoreboard.h"
#include "workloads/instruction_source.h"
#include "workloads/mbarrier.h"

static struct mbarrier_wait *wait_of(struct sm_tma *tma, unsigned slot)
{
    if (!tma->waits)
        tma->waits = g_new0(struct mbarrier_wait, WARP_SLOTS);
    return &tma->waits[slot];
}

/* Lanes whose phase is not complete. */
static lane_mask missing(const struct sm_tma *tma, unsigned slot)
{
    const struct mbarrier_wait *wait = &tma->waits[slot];
    const uint8_t *shared = tma->warps->list[slot].context.block->shared;
    lane_mask missing = 0;
    for (lane_mask left = wait->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const bool parity = mbarrier_read(shared + wait->at[i]) >> 63;
        missing |= (lane_mask)(parity == (wait->parity >> i & 1)) << i;
    }
    return missing;
}

/* The warp goes on; its predicate is true but for the lanes in `failed`. */
static void go_on(struct sm_tma *tma, unsigned slot, lane_mask failed)
{
    static const uint32_t values[] = {0, 1};
    struct mbarrier_wait *wait = &tma->waits[slot];
    struct warp_context *context = &tma->warps->list[slot].context;
    struct sm_core *core = tma->core;
    uint16_t offset[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++)
        offset[i] = failed >> i & 1 ? 0 : sizeof values[0];
    context->code->ops->deliver(context, wait->pc, wait->lanes, (const uint8_t *)values, offset);
    wait->waits = false;
    core->counters.async.engine.mbarrier_wait_cycles += core->cycle - wait->since;
    const uint64_t ready = core->cycle + core->config->access.tma.wait_latency;
    sm_warp_set_registers(tma->warps, slot, wait->pc, ready);
    sm_warps_leave_fence(tma->warps, bit_of(slot));
    sm_settle(tma->warps, slot, core->cycle + 1);
}

static uint64_t limit_of(const struct sm_core *core, uint32_t ns)
{
    if (ns == 0)
        return core->config->access.tma.wait_limit;
    const uint64_t ps = (uint64_t)ns * 1000, edge = sm_edge(core, core->cycle);
    return MAX(clock_cycle_at_or_after(&core->config->clock, edge + ps) - core->cycle, 1);
}

void sm_mbarrier_wait(struct sm_tma *tma, unsigned slot, uint32_t pc, const struct issued *issued)
{
    struct mbarrier_wait *wait = wait_of(tma, slot);
    struct sm_core *core = tma->core;
    if (wait->pc != pc)
        wait->failures = 0;
    wait->waits = true;
    wait->pc = pc;
    wait->lanes = issued->waits;
    wait->parity = issued->parity;
    wait->since = core->cycle;
    for (unsigned i = 0; i < WARP_LANES; i++)
        wait->at[i] = (uint32_t)issued->address[i];
    const bool limited = wait->failures < MBARRIER_TRIES && issued->limit_ns != ISSUED_NO_LIMIT;
    wait->deadline = limited ? core->cycle + limit_of(core, issued->limit_ns) : CYCLE_NEVER;
    tma->next = MIN(tma->next, wait->deadline);
    core->counters.async.engine.mbarrier_waits++;
    sm_warp_enters_fence(tma->warps, slot);
}

void sm_mbarrier_changed(struct sm_tma *tma, unsigned block)
{
    for (uint64_t left = tma->waits ? tma->warps->at_fence : 0; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(left);
        if (!tma->waits[slot].waits || tma->warps->list[slot].block != block)
            continue;
        tma->waits[slot].failures = 0;
        if (!missing(tma, slot))
            go_on(tma, slot, 0);
    }
}

uint64_t sm_mbarrier_next(const struct sm_tma *tma)
{
    uint64_t next = CYCLE_NEVER;
    for (uint64_t left = tma->waits ? tma->warps->at_fence : 0; left; left &= left - 1) {
        const struct mbarrier_wait *wait = &tma->waits[__builtin_ctzll(left)];
        if (wait->waits)
            next = MIN(next, wait->deadline);
    }
    return next;
}

void sm_mbarrier_step(struct sm_tma *tma)
{
    for (uint64_t left = tma->waits ? tma->warps->at_fence : 0; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(left);
        struct mbarrier_wait *wait = &tma->waits[slot];
        if (!wait->waits || wait->deadline > tma->core->cycle)
            continue;
        wait->failures++;
        go_on(tma, slot, missing(tma, slot));
    }
}

char *sm_mbarrier_copied(struct sm_tma *tma, unsigned slot)
{
    struct mbarrier_wait *wait = tma->waits ? &tma->waits[slot] : NULL;
    if (!wait || !wait->tracked)
        return NULL;
    uint8_t *shared = tma->warps->list[slot].context.block->shared;
    const char *problem = NULL;
    for (lane_mask left = wait->tracked; left && !problem; left &= left - 1) {
        uint8_t *at = shared + wait->track[__builtin_ctz(left)];
        struct mbarrier b = mbarrier_of(mbarrier_read(at));
        problem = mbarrier_arrive(&b, 1, false);
        mbarrier_write(at, &b);
    }
    wait->tracked = 0;
    sm_mbarrier_changed(tma, tma->warps->list[slot].block);
    return g_strdup(problem);
}

char *sm_mbarrier_track(struct sm_tma *tma, unsigned slot, const struct issued *issued, bool now)
{
    struct mbarrier_wait *wait = wait_of(tma, slot);
    if (wait->tracked && !now)
        return g_strdup("a second cp.async.mbarrier.arrive before the copies of the first one are "
                        "there is unsupported");
    wait->tracked = issued->waits;
    for (unsigned i = 0; i < WARP_LANES; i++)
        wait->track[i] = (uint32_t)issued->address[i];
    return now ? sm_mbarrier_copied(tma, slot) : NULL;
}

void sm_mbarrier_forget(struct sm_tma *tma, unsigned slot)
{
    if (tma->waits)
        tma->waits[slot] = (struct mbarrier_wait){0};
}
