/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution units: which of a kind is free when.
 *
 * A pipe (a kind of unit) may have several instances; an instruction keeps one of them busy for
 * its initiation interval. Some instructions may have issued and wait for it (operand collectors
 * and the registers around them hold them). The pipes that are full are a bit mask, so that a
 * scheduler rules out their warps with one operation a full pipe; bits are cleared when somebody
 * asks, not by an event.
 *
 * Units: cycles of the SM.
 */
#ifndef SIMGPU_SM_UNIT_POOL_H
#define SIMGPU_SM_UNIT_POOL_H

#include "models/sm/sm_internal.h"

/* The pipes that are full in this cycle. */
static inline uint32_t unit_pool_busy(struct unit_pool *pool, uint64_t cycle)
{
    for (uint32_t left = pool->busy; left; left &= left - 1)
        if (pool->room_at[__builtin_ctz(left)] <= cycle)
            pool->busy &= ~(left & -left);
    return pool->busy;
}

/* The first instance to be free. */
static inline uint64_t *unit_pool_first(uint64_t *free_at, unsigned instances)
{
    uint64_t *first = free_at;
    for (unsigned i = 1; i < instances; i++)
        if (free_at[i] < *first)
            first = &free_at[i];
    return first;
}

/* An instruction issues to the pipe, which must not be full. Returns the cycle in which a unit
 * starts on it; it is busy for `interval` cycles. queue: instructions that may wait for the pipe.
 */
static inline uint64_t unit_pool_take(struct unit_pool *pool, unsigned pipe, unsigned instances,
                                      unsigned queue, uint64_t cycle, uint64_t interval)
{
    uint64_t *free_at = unit_pool_first(pool->free_at[pipe], instances);
    uint64_t start = MAX(*free_at, cycle);
    *free_at = start + interval;
    uint64_t room;
    if (queue == 0) {
        g_assert(start == cycle);
        room = *unit_pool_first(pool->free_at[pipe], instances);
    } else {
        /* There is room again when the one that came `queue` instructions ago starts. */
        uint8_t turn = pool->turn[pipe];
        pool->starts[pipe][turn] = start;
        turn = turn + 1u == queue ? 0 : (uint8_t)(turn + 1);
        pool->turn[pipe] = turn;
        room = pool->starts[pipe][turn];
    }
    if (room > cycle) {
        pool->busy |= 1u << pipe;
        pool->room_at[pipe] = room;
    }
    return start;
}

#endif
