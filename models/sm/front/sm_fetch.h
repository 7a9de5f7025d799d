/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction fetch as a part of the SM.
 *
 * It owns the instruction cache, the list of warps that wait for it, and each warp's buffer
 * (struct warp_buffer). sm_fetch.c says how a fetch goes.
 */
#ifndef SIMGPU_SM_FETCH_H
#define SIMGPU_SM_FETCH_H

#include "models/sm/front/sm_fetch_state.h"

void sm_fetch_init(struct sm_fetch *fetch, struct sm_core *core, struct sm_warps *warps,
                   struct sm_port *port);
void sm_fetch_finish(struct sm_fetch *fetch);
/* A warp comes to the slot. */
void sm_fetch_start_warp(struct sm_fetch *fetch, unsigned slot);
/* The warp's buffer has room: it fetches. */
void sm_fetch_next(struct sm_fetch *fetch, unsigned slot);
/* The warp wants nothing more: it no longer waits for its line. */
void sm_fetch_stop(struct sm_fetch *fetch, unsigned slot);
/* ... for it has ended. */
void sm_fetch_end_warp(struct sm_fetch *fetch, unsigned slot);
/* There is room in the port's queue again. */
void sm_fetch_port_free(struct sm_fetch *fetch);
/* Warps whose misses were refused ask once more, if something has changed. */
void sm_fetch_ask_again(struct sm_fetch *fetch);
/* While no warp is there: lines of code come into the cache, or are used there, as if a kernel had
 * run that nobody timed. No time passes and nothing is counted. */
void sm_fetch_warm(struct sm_fetch *fetch, uint64_t code_address, uint32_t n_instructions);
/* A line has come. */
void sm_fetch_fill(struct sm_fetch *fetch, uint32_t line);

/* The next cycle in which sm_fetch_ask_again has something to do; CYCLE_NEVER: not yet. */
static inline uint64_t sm_fetch_next_cycle(const struct sm_fetch *fetch, uint64_t cycle)
{
    return fetch->refused && !fetch->blocked ? cycle + 1 : CYCLE_NEVER;
}

/* How many instructions of the kernel follow those that the warp has. */
static inline uint32_t sm_fetch_left(const struct sm_warp *warp)
{
    uint32_t left = warp->context.code->n_instructions - warp->context.pc;
    return left > warp->buffer.n ? left - warp->buffer.n : 0;
}

/* The next cycle with a free fetch, this one or later. */
static inline uint64_t sm_fetch_turn(struct sm_fetch *fetch)
{
    if (fetch->cycle < fetch->core->cycle) {
        fetch->cycle = fetch->core->cycle;
        fetch->given = 0;
    } else if (fetch->given == fetch->in_cycle) {
        fetch->cycle++;
        fetch->given = 0;
    }
    fetch->given++;
    return fetch->cycle;
}

/* Puts the next n instructions into the warp's buffer. */
static inline void sm_fetch_fill_buffer(struct sm_fetch *fetch, struct sm_warp *warp, uint32_t n)
{
    warp->buffer.n = (uint8_t)(warp->buffer.n + n);
    warp->buffer.last = (uint8_t)n;
    warp->buffer.at = sm_fetch_turn(fetch) + fetch->latency;
    fetch->core->counters.fetches++;
}

/* The instruction at pc has issued. Fetches from the line that is known to be there. False: the
 * next fetch needs another line. */
static inline bool sm_fetch_in_line(struct sm_fetch *fetch, struct sm_warp *warp, uint32_t pc)
{
    const uint32_t next = warp->context.pc + warp->buffer.n;
    const uint32_t asks = fetch->behind ? pc : next;
    if (G_UNLIKELY(asks - warp->buffer.first >= warp->buffer.count))
        return false;
    if (G_UNLIKELY(fetch->behind) && next + fetch->width > warp->context.code->n_instructions)
        return false;
    sm_fetch_fill_buffer(fetch, warp, fetch->width);
    return true;
}

/* The instruction at pc has left the warp's buffer, which may have room for a fetch. A taken branch
 * empties the buffer, and the fetch under way is not wanted. */
static inline void sm_fetch_consumed(struct sm_fetch *fetch, struct sm_warp *warp, unsigned slot,
                                     uint32_t pc)
{
    int32_t left = warp->buffer.n - 1;
    if (!fetch->follows && warp->context.pc != pc + 1) {
        sm_fetch_stop(fetch, slot);
        left = 0;
    }
    warp->buffer.n = (uint8_t)left;
    warp->buffer.issued = pc;
    if (left > fetch->room_below || !warp->context.active || sm_fetch_in_line(fetch, warp, pc))
        return;
    sm_fetch_next(fetch, slot);
}

/* The same if the buffer goes on with the next instruction. False: call sm_fetch_on. */
static inline bool sm_fetch_went_on(struct sm_fetch *fetch, struct sm_warp *warp, uint32_t pc)
{
    return --warp->buffer.n > fetch->room_below || sm_fetch_in_line(fetch, warp, pc);
}

static inline void sm_fetch_on(struct sm_fetch *fetch, struct sm_warp *warp, unsigned slot,
                               uint32_t pc)
{
    warp->buffer.issued = pc;
    sm_fetch_next(fetch, slot);
}

#endif
