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

#include "models/sm/sm.h"

/* A kind of execution unit. */
struct unit_pipe {
    uint64_t free_at[PIPE_MAX_INSTANCES]; /* cycle from which an instance is free */
    uint64_t starts[UNIT_MAX_QUEUE];      /* ring: when the last instructions started, or will */
    uint64_t room_at;                     /* cycle from which it takes one more; if in `busy` */
    uint32_t turn;                        /* the oldest in `starts` */
    uint32_t padding[5];
};
_Static_assert(sizeof(struct unit_pipe) == 128, "an index should be a shift");

/* Execution units that schedulers share, or one scheduler's own. */
struct unit_pool {
    uint32_t busy; /* pipes, as bits, that were full when last asked */
    struct unit_pipe pipes[PIPES];
};

uint64_t *unit_pipe_first_of(struct unit_pipe *pipe, unsigned instances);

/* The pipes that are full in this cycle. Without a branch: whether a pipe is full alternates. */
static inline uint32_t unit_pool_busy(struct unit_pool *pool, uint64_t cycle)
{
    uint32_t busy = pool->busy;
    for (uint32_t left = busy; left; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left);
        busy ^= (uint32_t)(pool->pipes[number].room_at <= cycle) << number;
    }
    return pool->busy = busy;
}

/* The first instance to be free. */
static inline uint64_t *unit_pipe_first(struct unit_pipe *pipe, unsigned instances)
{
    return G_LIKELY(instances == 1) ? pipe->free_at : unit_pipe_first_of(pipe, instances);
}

/* An instruction issues to the pipe, which must not be full. Returns the cycle in which a unit
 * starts on it; it is busy for `interval` cycles. queue: instructions that may wait for the pipe,
 * each `longest_wait` cycles at most. */
static inline uint64_t unit_pool_take(struct unit_pool *pool, unsigned number, unsigned instances,
                                      unsigned queue, uint64_t longest_wait, uint64_t cycle,
                                      uint64_t interval)
{
    struct unit_pipe *pipe = &pool->pipes[number];
    uint64_t *free_at = unit_pipe_first(pipe, instances);
    uint64_t start = MAX(*free_at, cycle);
    *free_at = start + interval;
    uint64_t room;
    if (queue == 0) {
        g_assert(start == cycle);
        room = *unit_pipe_first(pipe, instances);
    } else {
        /* There is room again when the one that came `queue` instructions ago starts. */
        uint32_t turn = pipe->turn;
        pipe->starts[turn] = start;
        turn = turn + 1 == queue ? 0 : turn + 1;
        pipe->turn = turn;
        room = pipe->starts[turn];
        uint64_t next = *unit_pipe_first(pipe, instances);
        if (G_UNLIKELY(next > cycle + longest_wait))
            room = MAX(room, next - longest_wait);
    }
    pipe->room_at = room;
    pool->busy |= (uint32_t)(room > cycle) << number;
    return start;
}

#endif
