/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_warps.h"
#include "models/sm/sm_view.h"
#include "teaching/events/event_log_state.h"
#include "teaching/events/event_of.h"

/* What a warp does, as it was told last. */
struct warp_told {
    uint64_t until; /* it holds before this cycle, unless something happens */
    uint32_t pc;
    uint8_t wait, busy;
};

struct sm_told {
    uint64_t until; /* cycles before this one have been told */
    struct sm_masks masks;
    uint64_t unit_waiters, mshr_waiters;
    uint64_t moved;   /* warps that have issued since */
    uint64_t started; /* slots in which another warp has started since */
    uint64_t due;     /* the first `until` of its warps */
    struct warp_told warps[WARP_SLOTS];
};

struct event_warps {
    uint32_t n_sms;
    struct sm_told *sms;
};

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

struct event_warps *event_warps_new(uint32_t n_sms)
{
    struct event_warps *warps = g_new0(struct event_warps, 1);
    warps->n_sms = n_sms;
    warps->sms = g_new0(struct sm_told, n_sms);
    return warps;
}

void event_warps_free(struct event_warps *warps)
{
    if (!warps)
        return;
    g_free(warps->sms);
    g_free(warps);
}

void event_warps_issued(struct event_warps *warps, uint32_t sm, unsigned slot)
{
    if (warps)
        warps->sms[sm].moved |= bit_of(slot);
}

void event_warps_started(struct event_warps *warps, uint32_t sm, unsigned slot)
{
    if (warps)
        warps->sms[sm].started |= bit_of(slot);
}

/* Warps whose masks are different from those of before. */
static uint64_t differ(const struct sm_masks *a, const struct sm_masks *b)
{
    return (a->resident ^ b->resident) | (a->ready ^ b->ready) | (a->memory ^ b->memory) |
           (a->timed ^ b->timed) | (a->barrier ^ b->barrier) | (a->fence ^ b->fence) |
           (a->draining ^ b->draining) | (a->line ^ b->line);
}

/* Warps whose state's time has come; the first `until` of the others is `due`. */
static uint64_t overdue(struct sm_told *told, uint64_t cycle)
{
    uint64_t due = 0, first = CYCLE_NEVER;
    if (told->due > cycle)
        return 0;
    for (uint64_t left = told->masks.resident; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left);
        if (told->warps[slot].until <= cycle)
            due |= bit_of(slot);
        else
            first = MIN(first, told->warps[slot].until);
    }
    told->due = first;
    return due;
}

static void ask(struct event_log *log, struct sm_told *told, const struct sm *sm, unsigned slot,
                uint64_t cycle)
{
    struct warp_told *last = &told->warps[slot];
    const struct warp_state state = sm_view_state(sm, slot, cycle);
    const uint32_t pc = sm_view_warp(sm, slot).pc;
    uint8_t busy = EVENT_UNIT_FREE;
    if (state.wait == WARP_READY && (told->mshr_waiters & bit_of(slot)))
        busy = EVENT_QUEUE_FULL;
    else if (state.wait == WARP_READY && (told->unit_waiters & bit_of(slot)))
        busy = EVENT_UNIT_BUSY;
    const bool same = last->wait == state.wait && last->busy == busy && last->pc == pc;
    const bool new = !(told->masks.resident & ~told->started & bit_of(slot));
    last->until = state.until;
    told->due = MIN(told->due, state.until);
    if (same && !new)
        return;
    last->wait = (uint8_t)state.wait;
    last->busy = busy;
    last->pc = pc;
    struct event event = event_of_warp(log, EVENT_WARP_WAITS, sm, cycle, slot, pc);
    event.warp.wait = (uint8_t)state.wait;
    event.warp.busy = busy;
    event_log_push(log, &event, 0);
}

/* Cycle `cycle` begins, after arrivals. */
static void look(struct event_log *log, const struct sm *sm, uint64_t cycle)
{
    struct sm_told *told = &log->warps->sms[sm_view_index(sm)];
    const struct sm_masks masks = sm_view_masks(sm);
    const uint64_t unit_waiters = masks.ready ? sm_view_unit_waiters(sm, cycle) : 0;
    const uint64_t mshr_waiters = unit_waiters ? sm_view_mshr_waiters(sm, cycle) : 0;
    const uint64_t changed = differ(&told->masks, &masks) | (told->unit_waiters ^ unit_waiters) |
                             (told->mshr_waiters ^ mshr_waiters) | told->moved | told->started |
                             overdue(told, cycle);
    told->unit_waiters = unit_waiters;
    told->mshr_waiters = mshr_waiters;
    for (uint64_t left = changed & masks.resident; left; left &= left - 1)
        ask(log, told, sm, (unsigned)__builtin_ctzll(left), cycle);
    told->masks = masks;
    told->moved = told->started = 0;
}

void event_warps_cycle(void *data, const struct sm *sm)
{
    struct event_log *log = data;
    const uint64_t cycle = sm_view_cycle(sm);
    look(log, sm, cycle);
    log->warps->sms[sm_view_index(sm)].until = cycle + 1;
}

void event_warps_gap(void *data, const struct sm *sm, uint64_t first, uint64_t span)
{
    struct event_log *log = data;
    look(log, sm, first);
    log->warps->sms[sm_view_index(sm)].until = first + span;
}

void event_warps_end(struct event_log *log)
{
    for (uint32_t i = 0; i < log->warps->n_sms; i++)
        if (log->warps->sms[i].until > 0)
            look(log, gpu_sm(log->gpu, i), log->warps->sms[i].until);
}

sim_time event_warps_settled(const struct event_log *log)
{
    sim_time before = SIM_TIME_NEVER;
    for (uint32_t i = 0; i < log->warps->n_sms; i++) {
        const struct sm_told *told = &log->warps->sms[i];
        if (told->masks.resident && sm_view_masks(gpu_sm(log->gpu, i)).resident)
            before = MIN(before, clock_edge(&log->config->sm.clock, told->until));
    }
    return before;
}
