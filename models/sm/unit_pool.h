/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution units: which of a kind is free when.
 *
 * A pipe (a kind of unit) may have several instances; an instruction keeps one of them busy for
 * its initiation interval. The pipes that are full are a bit mask, so that a scheduler rules out
 * their warps with one operation a full pipe; bits are cleared when somebody asks, not by an event.
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
        if (pool->pipe_free_at[__builtin_ctz(left)] <= cycle)
            pool->busy &= ~(left & -left);
    return pool->busy;
}

/* Keeps the first free instance of the pipe, which must not be full, busy before cycle `until`. */
static inline void unit_pool_take(struct unit_pool *pool, unsigned pipe, unsigned instances,
                                  uint64_t cycle, uint64_t until)
{
    uint64_t *free_at = pool->free_at[pipe];
    if (G_LIKELY(instances == 1)) {
        g_assert(free_at[0] <= cycle);
        free_at[0] = pool->pipe_free_at[pipe] = until;
        pool->busy |= 1u << pipe;
        return;
    }
    uint64_t first = UINT64_MAX;
    bool taken = false;
    for (unsigned i = 0; i < instances; i++) {
        if (!taken && free_at[i] <= cycle) {
            free_at[i] = until;
            taken = true;
        }
        first = MIN(first, free_at[i]);
    }
    g_assert(taken);
    if (first > cycle) {
        pool->busy |= 1u << pipe;
        pool->pipe_free_at[pipe] = first;
    }
}

#endif
