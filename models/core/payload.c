/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/payload.h"
#include <glib.h>

enum { CHUNK_PAYLOADS = 64 };

struct payload_chunk {
    struct payload_chunk *next;
    struct payload payloads[CHUNK_PAYLOADS];
};

void payload_pool_init(struct payload_pool *pool)
{
    *pool = (struct payload_pool){0};
}

void payload_pool_finish(struct payload_pool *pool)
{
    while (pool->chunks) {
        struct payload_chunk *next = pool->chunks->next;
        g_free(pool->chunks);
        pool->chunks = next;
    }
    pool->free = NULL;
}

static void grow(struct payload_pool *pool)
{
    struct payload_chunk *chunk = g_new(struct payload_chunk, 1);
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    for (int i = 0; i < CHUNK_PAYLOADS; i++) {
        chunk->payloads[i].next_free = pool->free;
        pool->free = &chunk->payloads[i];
    }
}

struct payload *payload_take(struct payload_pool *pool)
{
    if (!pool->free)
        grow(pool);
    struct payload *payload = pool->free;
    pool->free = payload->next_free;
    pool->in_use++;
    payload->has_bytes = true;
    return payload;
}

void payload_give_back(struct payload_pool *pool, struct payload *payload)
{
    if (!payload)
        return;
    payload->next_free = pool->free;
    pool->free = payload;
    pool->in_use--;
}
