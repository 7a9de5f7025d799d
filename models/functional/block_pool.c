/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/block_pool.h"

/* Of so many parts, each of the first chunks has three, and each of as many others one. ASSUMED. */
enum { PARTS = 256, LARGE_PARTS = 3, CHUNKS = PARTS / (LARGE_PARTS + 1) };

/* The first block of a chunk, or the end. */
static uint64_t begin_of(const struct block_pool *pool, uint64_t chunk)
{
    const uint64_t n = pool->end - pool->first;
    if (n < PARTS)
        return pool->first + chunk;
    const uint64_t parts =
        chunk < CHUNKS ? LARGE_PARTS * chunk : LARGE_PARTS * CHUNKS + (chunk - CHUNKS);
    return pool->first + n / PARTS * parts + n % PARTS * parts / PARTS;
}

void block_pool_init(struct block_pool *pool, uint64_t first, uint64_t end)
{
    *pool = (struct block_pool){.first = first, .end = end};
    const uint64_t n = end - first;
    pool->n_chunks = n < PARTS ? n : 2 * CHUNKS;
    pool->chunks = g_aligned_alloc0(pool->n_chunks + 1, sizeof *pool->chunks, sizeof *pool->chunks);
    pool->failed = pool->n_chunks;
    g_mutex_init(&pool->mutex);
}

bool block_pool_finish(struct block_pool *pool, struct functional_counts *counts, GError **error)
{
    for (uint64_t i = 0; i < pool->n_chunks && i <= pool->failed; i++) {
        counts->warp_instructions += pool->chunks[i].counts.warp_instructions;
        counts->thread_instructions += pool->chunks[i].counts.thread_instructions;
        counts->blocks += pool->chunks[i].counts.blocks;
    }
    g_aligned_free(pool->chunks);
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
    *next = begin_of(pool, chunk);
    *end = begin_of(pool, chunk + 1);
    *counts = &pool->chunks[chunk].counts;
    return true;
}

void block_pool_fail(struct block_pool *pool, const struct functional_counts *counts, GError *error)
{
    const uint64_t chunk = block_pool_chunk(pool, counts);
    g_mutex_lock(&pool->mutex);
    if (chunk < pool->failed) {
        g_clear_error(&pool->error);
        pool->error = g_steal_pointer(&error);
        __atomic_store_n(&pool->failed, chunk, __ATOMIC_RELAXED);
    }
    g_mutex_unlock(&pool->mutex);
    g_clear_error(&error);
}
