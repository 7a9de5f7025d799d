/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks by list: programs have tens of them. */
#include "workloads/cuda_process/pools/memory_pools.h"

struct memory_pool {
    bool alive;
    uint32_t device;
    uint64_t bytes_max;
    uint64_t attributes[MEMORY_POOL_ATTRIBUTES];
};

struct pool_block {
    uint64_t address, bytes;
    uint32_t pool;
    bool in_use;
    uint32_t stream;   /* that gave it back */
    uint64_t given_by; /* a command that has not ended; 0: none */
};

static inline struct memory_pool *pool_at(const struct memory_pools *pools, uint32_t pool)
{
    return &g_array_index(pools->pools, struct memory_pool, pool);
}

static inline struct pool_block *block_at(const struct memory_pools *pools, guint index)
{
    return &g_array_index(pools->blocks, struct pool_block, index);
}

void memory_pools_init(struct memory_pools *pools, uint32_t n_devices)
{
    *pools = (struct memory_pools){
        .n_devices = n_devices,
        .pools = g_array_new(FALSE, FALSE, sizeof(struct memory_pool)),
        .blocks = g_array_new(FALSE, FALSE, sizeof(struct pool_block)),
    };
    for (uint32_t i = 0; i < n_devices; i++)
        memory_pools_create(pools, i, 0);
}

void memory_pools_finish(struct memory_pools *pools)
{
    g_array_free(pools->pools, TRUE);
    g_array_free(pools->blocks, TRUE);
}

uint32_t memory_pools_create(struct memory_pools *pools, uint32_t device, uint64_t bytes_max)
{
    const struct memory_pool pool = {.alive = true,
                                     .device = device,
                                     .bytes_max = bytes_max > 0 ? bytes_max : UINT64_MAX,
                                     .attributes = {[MEMORY_POOL_FOLLOW_EVENTS] = 1,
                                                    [MEMORY_POOL_OPPORTUNISTIC] = 1,
                                                    [MEMORY_POOL_INTERNAL_DEPENDENCIES] = 1}};
    g_array_append_val(pools->pools, pool);
    return pools->pools->len - 1;
}

bool memory_pools_known(const struct memory_pools *pools, uint32_t pool)
{
    return pool < pools->pools->len && pool_at(pools, pool)->alive;
}

uint32_t memory_pools_device(const struct memory_pools *pools, uint32_t pool)
{
    return pool_at(pools, pool)->device;
}

bool memory_pools_destroy(struct memory_pools *pools, uint32_t pool)
{
    if (pool < pools->n_devices || !memory_pools_known(pools, pool))
        return false;
    pool_at(pools, pool)->alive = false;
    pool_at(pools, pool)->attributes[MEMORY_POOL_RELEASE_THRESHOLD] = 0;
    return true;
}

/* ---- blocks -----------------------------------------------------------------------------------
 */

static void count(struct memory_pools *pools, const struct pool_block *block,
                  enum memory_pool_attribute what, bool more)
{
    uint64_t *attributes = pool_at(pools, block->pool)->attributes;
    attributes[what] += more ? block->bytes : -block->bytes;
    attributes[what + 1] = MAX(attributes[what + 1], attributes[what]);
}

static bool is_free_for(const struct memory_pools *pools, const struct pool_block *block,
                        uint32_t stream, bool may_wait)
{
    const uint64_t *attributes = pool_at(pools, block->pool)->attributes;
    if (block->stream == stream)
        return true;
    if (block->given_by == 0)
        return attributes[MEMORY_POOL_OPPORTUNISTIC] != 0;
    return may_wait && attributes[MEMORY_POOL_INTERNAL_DEPENDENCIES] != 0;
}

uint64_t memory_pools_take(struct memory_pools *pools, uint32_t pool, uint64_t bytes,
                           uint32_t stream, bool may_wait, uint64_t *after)
{
    struct pool_block *best = NULL;
    for (guint i = 0; i < pools->blocks->len; i++) {
        struct pool_block *block = block_at(pools, i);
        if (block->pool == pool && !block->in_use && block->bytes >= bytes &&
            (!best || block->bytes < best->bytes) && is_free_for(pools, block, stream, may_wait))
            best = block;
    }
    *after = 0;
    if (!best)
        return 0;
    *after = best->stream == stream ? 0 : best->given_by;
    best->in_use = true;
    count(pools, best, MEMORY_POOL_USED, true);
    return best->address;
}

bool memory_pools_may_grow(const struct memory_pools *pools, uint32_t pool, uint64_t bytes)
{
    const struct memory_pool *has = pool_at(pools, pool);
    const uint64_t reserved = has->attributes[MEMORY_POOL_RESERVED];
    return reserved <= has->bytes_max && bytes <= has->bytes_max - reserved;
}

void memory_pools_add(struct memory_pools *pools, uint32_t pool, uint64_t address, uint64_t bytes)
{
    const struct pool_block block = {
        .address = address, .bytes = bytes, .pool = pool, .in_use = true};
    g_array_append_val(pools->blocks, block);
    count(pools, &block, MEMORY_POOL_RESERVED, true);
    count(pools, &block, MEMORY_POOL_USED, true);
}

bool memory_pools_give(struct memory_pools *pools, uint64_t address, uint32_t stream,
                       uint64_t command)
{
    for (guint i = 0; i < pools->blocks->len; i++) {
        struct pool_block *block = block_at(pools, i);
        if (block->address != address || !block->in_use)
            continue;
        block->in_use = false;
        block->stream = stream;
        block->given_by = command;
        count(pools, block, MEMORY_POOL_USED, false);
        return true;
    }
    return false;
}

bool memory_pools_has(const struct memory_pools *pools, uint64_t address)
{
    for (guint i = 0; i < pools->blocks->len; i++)
        if (block_at(pools, i)->address == address)
            return true;
    return false;
}

void memory_pools_ended(struct memory_pools *pools, uint64_t command)
{
    for (guint i = 0; i < pools->blocks->len; i++)
        if (block_at(pools, i)->given_by == command)
            block_at(pools, i)->given_by = 0;
}

uint64_t memory_pools_release(struct memory_pools *pools, uint32_t pool, uint64_t kept)
{
    if (pool_at(pools, pool)->attributes[MEMORY_POOL_RESERVED] <= kept)
        return 0;
    for (guint i = 0; i < pools->blocks->len; i++) {
        const struct pool_block block = *block_at(pools, i);
        if (block.pool != pool || block.in_use || block.given_by != 0)
            continue;
        count(pools, &block, MEMORY_POOL_RESERVED, false);
        g_array_remove_index(pools->blocks, i);
        return block.address;
    }
    return 0;
}

uint64_t memory_pools_release_any(struct memory_pools *pools)
{
    uint64_t address = 0;
    for (uint32_t i = 0; i < pools->pools->len && address == 0; i++)
        address = memory_pools_release(
            pools, i, pool_at(pools, i)->attributes[MEMORY_POOL_RELEASE_THRESHOLD]);
    return address;
}

/* ---- attributes -------------------------------------------------------------------------------
 */

uint64_t memory_pools_get(const struct memory_pools *pools, uint32_t pool,
                          enum memory_pool_attribute attribute)
{
    return pool_at(pools, pool)->attributes[attribute];
}

bool memory_pools_set(struct memory_pools *pools, uint32_t pool,
                      enum memory_pool_attribute attribute, uint64_t value)
{
    uint64_t *attributes = pool_at(pools, pool)->attributes;
    switch (attribute) {
    case MEMORY_POOL_FOLLOW_EVENTS:
    case MEMORY_POOL_OPPORTUNISTIC:
    case MEMORY_POOL_INTERNAL_DEPENDENCIES:
        attributes[attribute] = value != 0;
        return value <= 1;
    case MEMORY_POOL_RELEASE_THRESHOLD:
        attributes[attribute] = value;
        return true;
    case MEMORY_POOL_RESERVED_HIGH:
    case MEMORY_POOL_USED_HIGH:
        if (value == 0)
            attributes[attribute] = attributes[attribute - 1];
        return value == 0;
    default:
        return false;
    }
}
