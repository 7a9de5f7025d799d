/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/unit_pool.h"

void unit_pool_init(struct unit_pool *pool, const struct sm_config *config, struct arena *arena)
{
    if (config->collectors.used) {
        pool->collectors = arena_new0(arena, struct operand_collectors, 1);
        operand_collectors_init(pool->collectors, config);
    }
    const struct unit_queue *queue = &config->unit_queue;
    pool->room_at = UINT64_MAX;
    for (unsigned number = 0; number < PIPES; number++) {
        struct unit_pipe *pipe = pool->pipe[number] = &pool->pipes[number];
        pipe->instances = config->pipes[number];
        const bool groups = number == PIPE_GROUP;
        const uint32_t places = groups ? queue->group_places : queue->places;
        pipe->longest_wait = groups ? queue->group_longest : places > 0 ? queue->longest : 0;
        pipe->oldest = pipe->starts;
        pipe->end = pipe->starts + MAX(places, 1);
    }
}

uint32_t unit_pool_look(struct unit_pool *pool, uint64_t cycle)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t left = pool->busy; left; left &= left - 1) {
        const unsigned number = (unsigned)__builtin_ctz(left);
        const uint64_t room_at = pool->pipes[number].room_at;
        if (room_at <= cycle)
            pool->busy &= ~(1u << number);
        else
            first = MIN(first, room_at);
    }
    pool->room_at = first;
    return pool->busy;
}
