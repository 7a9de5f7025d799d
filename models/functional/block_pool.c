/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/block_pool.h"

/* ASSUMED: enough for threads to end together, and their counts are no burden. */
enum { MOST_CHUNKS = 4096 };

void block_pool_init(struct block_pool *pool, uint64_t first, uint64_t end)
{
    *pool = (struct block_pool){.first = first, .end = end};
    const uint64_t n = end - first;
    pool->per_chunk = (n + MOST_CHUNKS - 1) / MOST_CHUNKS;
    pool->n_chunks = n == 0 ? 0 : (n + pool->per_chunk - 1) / pool->per_chunk;
    pool->counts = g_new0(struct functional_counts, pool->n_chunks + 1);
    pool->failed = pool->n_chunks;
    g_mutex_init(&pool->mutex);
}

bool block_pool_finish(struct block_pool *pool, struct functional_counts *counts, GError **error)
{
    for (uint64_t i = 0; i < pool->n_chunks && i <= pool->failed; i++) {
        counts->warp_instructions += pool->counts[i].warp_instructions;
        counts->thread_instructions += pool->counts[i].thread_instructions;
        counts->blocks += pool->counts[i].blocks;
    }
    g_free(pool->counts);
    g_mutex_clear(&pool->mutex);
    if (!pool->error)
        return true;
    g_propagate_error(error, pool->error);
    return false;
}

bool block_pool_take(struct block_pool *pool, uint64_t *next, uint64_t *end,
                     struct functional_counts **counts)
{
    const uint64_t chunk = __atomic_fetch_add(&pool->taken, 1, __ATOMIC_RELAXED);
    if (chunk >= pool->n_chunks || chunk > __atomic_load_n(&pool->failed, __ATOMIC_RELAXED))
        return false;
    *next = pool->first + chunk * pool->per_chunk;
    *end = MIN(*next + pool->per_chunk, pool->end);
    *counts = &pool->counts[chunk];
    return true;
}

void block_pool_fail(struct block_pool *pool, const struct functional_counts *counts, GError *error)
{
    const uint64_t chunk = (uint64_t)(counts - pool->counts);
    g_mutex_lock(&pool->mutex);
    if (chunk < pool->failed) {
        g_clear_error(&pool->error);
        pool->error = g_steal_pointer(&error);
        __atomic_store_n(&pool->failed, chunk, __ATOMIC_RELAXED);
    }
    g_mutex_unlock(&pool->mutex);
    g_clear_error(&error);
}
