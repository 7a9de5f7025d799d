/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of a launch that several threads share: each takes a chunk, and then another one. Chunks
 * are large at first, since blocks side by side often write to the same cache lines, and smaller in
 * the end, so that threads end together.
 *
 * Chunks are taken in order, and have counts of their own. So if a block fails, what counts is what
 * one thread would have run before it: the chunks behind it are dropped.
 */
#ifndef SIMGPU_FUNCTIONAL_BLOCK_POOL_H
#define SIMGPU_FUNCTIONAL_BLOCK_POOL_H

#include "models/launch/functional_counts.h"
#include <glib.h>
#include <stdbool.h>

/* A cache line each: threads count in those of neighbours at the same time. */
struct block_chunk {
    struct functional_counts counts;
} __attribute__((aligned(64)));

struct block_pool {
    uint64_t first, end; /* blocks, by linear index */
    uint64_t n_chunks;
    uint64_t taken; /* chunks */
    struct block_chunk *chunks;
    uint64_t failed; /* the first chunk that has failed; n_chunks: none */
    GError *error;   /* why */
    GMutex mutex;    /* of the error, and for whoever else needs one */
};

void block_pool_init(struct block_pool *pool, uint64_t first, uint64_t end);
/* Adds the chunks' counts to *counts. False with an error: a block has failed. */
bool block_pool_finish(struct block_pool *pool, struct functional_counts *counts, GError **error);

/* The number of the chunk with these counts. */
static inline uint64_t block_pool_chunk(const struct block_pool *pool,
                                        const struct functional_counts *counts)
{
    return (uint64_t)((const struct block_chunk *)(const void *)counts - pool->chunks);
}

/* The next chunk's blocks and its counts. False: there are no more, or nobody wants them. */
bool block_pool_take(struct block_pool *pool, uint64_t *next, uint64_t *end,
                     struct functional_counts **counts);
/* A block of the chunk with these counts has failed; takes the error over. */
void block_pool_fail(struct block_pool *pool, const struct functional_counts *counts,
                     GError *error);

/* Whether a chunk before the one with these counts has failed. */
static inline bool block_pool_is_beyond(const struct block_pool *pool,
                                        const struct functional_counts *counts)
{
    return block_pool_chunk(pool, counts) > __atomic_load_n(&pool->failed, __ATOMIC_RELAXED);
}

#endif
