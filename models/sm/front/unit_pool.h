/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution units: which of a kind is free when.
 *
 * A pipe (a kind of unit) may have several instances. An instruction keeps one of them busy for its
 * initiation interval. Some instructions may have issued and still wait for a unit; operand
 * collectors and the registers around them hold these. Full pipes are bits of a mask, so that a
 * scheduler rules out their warps with one operation a full pipe. Bits are cleared when somebody
 * asks, not by an event.
 *
 * Units: cycles of the SM.
 */
#ifndef SIMGPU_SM_UNIT_POOL_H
#define SIMGPU_SM_UNIT_POOL_H

#include "models/sm/front/operand_collectors.h"

/* A kind of execution unit. */
struct unit_pipe {
    uint64_t free_at[PIPE_MAX_INSTANCES]; /* cycles from which the instances are free, ascending */
    uint64_t starts[UNIT_MAX_QUEUE]; /* ring: when the last instructions start, as many as may wait
                                        for the pipe; one if none may */
    uint64_t *oldest, *end;          /* in `starts`: where the next one goes; the ring's end */
    uint64_t room_at;                /* if in `busy`: from this cycle on it takes one more */
    uint32_t longest_wait;           /* cycles that instructions may wait for it */
    uint32_t instances;
};
/* It need not be a power of two: issues go by unit_pool.pipe and compute no index. 128, 160 and 256
 * bytes differ by 0.04 % of a run's host instructions. */
_Static_assert(sizeof(struct unit_pipe) <= 192, "three lines of the host's cache at most");

/* Execution units that schedulers share, or one scheduler's own. */
struct unit_pool {
    uint64_t room_at; /* before this cycle no full pipe has room; UINT64_MAX: none is full */
    uint32_t busy;    /* pipes, as bits, that were full when last looked at */
    struct operand_collectors *collectors; /* NULL: none */
    struct unit_pipe *pipe[PIPES]; /* into `pipes`: loading an address is less than computing it */
    struct unit_pipe pipes[PIPES];
};

/* The arena gives memory for collectors, if the platform has any. */
void unit_pool_init(struct unit_pool *pool, const struct sm_config *config, struct arena *arena);
/* Looks at all pipes of `busy`. */
uint32_t unit_pool_look(struct unit_pool *pool, uint64_t cycle);

/* The pipes that are full in this cycle. Mostly there was one, and room_at is when it got room. */
static inline uint32_t unit_pool_busy(struct unit_pool *pool, uint64_t cycle)
{
    const uint32_t busy = pool->busy;
    if (pool->room_at > cycle)
        return busy;
    if (G_UNLIKELY(busy & (busy - 1)))
        return unit_pool_look(pool, cycle);
    pool->room_at = UINT64_MAX;
    return pool->busy = 0;
}

/* True if no pipe is full in that cycle, as far as a look at the pool alone can tell. */
static inline bool unit_pool_is_free(const struct unit_pool *pool, uint64_t cycle)
{
    const uint32_t busy = pool->busy;
    return busy == 0 || (pool->room_at <= cycle && (busy & (busy - 1)) == 0);
}

/* When the pipe has room after an instruction has issued that will start at `start`. A unit is free
 * from `next` on. There is room again when two things hold: the oldest of those that may wait, this
 * one included, has started, and the next one wouldn't wait for too long. If none may wait, there
 * is room when a unit is free: this one starts at once. */
static inline uint64_t unit_pipe_room(struct unit_pipe *pipe, uint64_t start, uint64_t next)
{
    const uint64_t longest = pipe->longest_wait;
    uint64_t *oldest = pipe->oldest;
    *oldest++ = start;
    if (oldest == pipe->end)
        oldest = pipe->starts;
    pipe->oldest = oldest;
    return MAX(*oldest + longest, next) - longest;
}

/* The pipe is full until that cycle. */
static inline void unit_pool_fill(struct unit_pool *pool, unsigned number, uint64_t cycle,
                                  uint64_t room)
{
    struct unit_pipe *pipe = pool->pipe[number];
    if (room <= cycle)
        return;
    pipe->room_at = room;
    pool->room_at = MIN(pool->room_at, room);
    pool->busy |= 1u << number;
}

/* Of several units, the one that was free first works until `end`. Returns when a unit is free. */
static inline uint64_t unit_pipe_put(struct unit_pipe *pipe, uint64_t end)
{
    uint64_t *free_at = pipe->free_at;
    for (uint32_t i = 1; i < pipe->instances && free_at[1] < end; i++, free_at++)
        free_at[0] = free_at[1];
    *free_at = end;
    return pipe->free_at[0];
}

/* An instruction issues to the pipe, which must not be full. Returns the cycle in which a unit
 * starts on it; it is busy for `interval` cycles. */
static inline uint64_t unit_pool_take(struct unit_pool *pool, unsigned number, uint64_t cycle,
                                      uint64_t interval)
{
    struct unit_pipe *pipe = pool->pipe[number];
    const uint64_t start = MAX(pipe->free_at[0], cycle);
    const uint64_t next = unit_pipe_put(pipe, start + interval);
    unit_pool_fill(pool, number, cycle, unit_pipe_room(pipe, start, next));
    return start;
}

/* The same for a pipe of one unit. */
static inline uint64_t unit_pool_take_one(struct unit_pool *pool, unsigned number, uint64_t cycle,
                                          uint64_t interval)
{
    struct unit_pipe *pipe = pool->pipe[number];
    const uint64_t start = MAX(pipe->free_at[0], cycle), end = start + interval;
    pipe->free_at[0] = end;
    unit_pool_fill(pool, number, cycle, unit_pipe_room(pipe, start, end));
    return start;
}

/* unit_pool_take with operand collectors, for an instruction of that warp. */
static inline uint64_t unit_pool_collect(struct unit_pool *pool, const struct collected *what,
                                         unsigned warp, uint64_t cycle)
{
    const struct collected_times times =
        operand_collectors_take(pool->collectors, what, warp, cycle);
    unit_pool_fill(pool, what->pipe, cycle, times.room);
    return times.start;
}

/* The same for an instruction that takes the short way. */
static inline uint64_t unit_pool_collect_quickly(struct unit_pool *pool,
                                                 const struct collected *what, unsigned warp,
                                                 uint64_t cycle)
{
    const struct collected_times times =
        operand_collectors_quick(pool->collectors, what, warp, cycle);
    unit_pool_fill(pool, what->pipe, cycle, times.room);
    return times.start;
}

#endif
