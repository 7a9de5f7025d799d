/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/payload.h"
#include <glib.h>
#include <pthread.h>

enum { CHUNK_PAYLOADS = 64 };

struct payload_chunk {
    struct payload_chunk *next;
    struct payload payloads[CHUNK_PAYLOADS];
};

void payload_pool_init(struct payload_pool *pool)
{
    *pool = (struct payload_pool){.most_free = UINT32_MAX};
}

void payload_pool_finish(struct payload_pool *pool)
{
    while (pool->chunks) {
        struct payload_chunk *next = pool->chunks->next;
        g_aligned_free(pool->chunks);
        pool->chunks = next;
    }
    pool->free = NULL;
}

static void grow(struct payload_pool *pool)
{
    struct payload_chunk *chunk =
        g_aligned_alloc(1, sizeof(struct payload_chunk), G_ALIGNOF(struct payload_chunk));
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    for (int i = 0; i < CHUNK_PAYLOADS; i++) {
        chunk->payloads[i].next_free = pool->free;
        pool->free = &chunk->payloads[i];
    }
    pool->n_free += CHUNK_PAYLOADS;
    pool->n_made += CHUNK_PAYLOADS;
}

/* ---- the depot ------------------------------------------------------------------------------ */

/* Lists of CHUNK_PAYLOADS, linked by their first payloads. */
struct payload_depot {
    pthread_mutex_t mutex;
    GPtrArray *lists; /* struct payload: the first of each */
};

struct payload_depot *payload_depot_new(void)
{
    struct payload_depot *depot = g_new0(struct payload_depot, 1);
    pthread_mutex_init(&depot->mutex, NULL);
    depot->lists = g_ptr_array_new();
    return depot;
}

void payload_depot_free(struct payload_depot *depot)
{
    pthread_mutex_destroy(&depot->mutex);
    g_ptr_array_free(depot->lists, TRUE);
    g_free(depot);
}

uint64_t payload_depot_count(const struct payload_depot *depot)
{
    return (uint64_t)depot->lists->len * CHUNK_PAYLOADS;
}

void payload_pool_share(struct payload_pool *pool, struct payload_depot *depot)
{
    pool->depot = depot;
    pool->most_free = 2 * CHUNK_PAYLOADS;
}

/* Takes a list from the depot; false if it has none. */
static bool take_list(struct payload_pool *pool)
{
    struct payload_depot *depot = pool->depot;
    pthread_mutex_lock(&depot->mutex);
    guint n = depot->lists->len;
    if (n > 0)
        pool->free = g_ptr_array_steal_index_fast(depot->lists, n - 1);
    pthread_mutex_unlock(&depot->mutex);
    pool->n_free += n > 0 ? CHUNK_PAYLOADS : 0;
    return n > 0;
}

G_NO_INLINE static void give_list(struct payload_pool *pool)
{
    struct payload *first = pool->free, *last = first;
    for (int i = 1; i < CHUNK_PAYLOADS; i++)
        last = last->next_free;
    pool->free = last->next_free;
    last->next_free = NULL;
    pool->n_free -= CHUNK_PAYLOADS;
    pthread_mutex_lock(&pool->depot->mutex);
    g_ptr_array_add(pool->depot->lists, first);
    pthread_mutex_unlock(&pool->depot->mutex);
}

G_NO_INLINE static void refill(struct payload_pool *pool)
{
    if (!pool->depot || !take_list(pool))
        grow(pool);
}

/* ---- payloads ------------------------------------------------------------------------------- */

struct payload *payload_take(struct payload_pool *pool)
{
    if (!pool->free)
        refill(pool);
    struct payload *payload = pool->free;
    pool->free = payload->next_free;
    pool->n_free--;
    return payload;
}

void payload_give_back(struct payload_pool *pool, struct payload *payload)
{
    if (!payload)
        return;
    payload->next_free = pool->free;
    pool->free = payload;
    if (G_UNLIKELY(++pool->n_free > pool->most_free))
        give_list(pool);
}
