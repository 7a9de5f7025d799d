/* SPDX-License-Identifier: BSD-3-Clause */
/* Pools of device memory, from which streams allocate in their order.
 *
 * A pool keeps the blocks that streams have given back. The stream that gave a block back may have
 * it again at once, since its commands run in order. Others may have it when the command that gave
 * it back has ended, or if theirs comes after that. What a pool keeps beyond its threshold goes
 * back to the device when the program waits for something.
 *
 * Source: CUDA C++ Programming Guide, "Stream Ordered Memory Allocator".
 * Differs: blocks are neither cut nor joined; a pool reserves what it was asked for, and not in
 * large pieces; events between streams do not make blocks free earlier.
 *
 * Units: bytes.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_MEMORY_POOLS_H
#define SIMGPU_WORKLOADS_PROGRAM_MEMORY_POOLS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Numbers of cudaMemPoolAttr. Source: CUDA Runtime API, "Data types used by CUDA Runtime". */
enum memory_pool_attribute {
    MEMORY_POOL_FOLLOW_EVENTS = 1,
    MEMORY_POOL_OPPORTUNISTIC = 2,
    MEMORY_POOL_INTERNAL_DEPENDENCIES = 3,
    MEMORY_POOL_RELEASE_THRESHOLD = 4,
    MEMORY_POOL_RESERVED = 5,
    MEMORY_POOL_RESERVED_HIGH = 6,
    MEMORY_POOL_USED = 7,
    MEMORY_POOL_USED_HIGH = 8,
    MEMORY_POOL_ATTRIBUTES
};

struct memory_pools {
    uint32_t n_devices;
    GArray *pools;  /* struct memory_pool, by number; the first are the devices' own */
    GArray *blocks; /* struct pool_block, in the order of their making */
};

void memory_pools_init(struct memory_pools *pools, uint32_t n_devices);
void memory_pools_finish(struct memory_pools *pools);

/* bytes_max 0: no limit but the device's. Returns its number. */
uint32_t memory_pools_create(struct memory_pools *pools, uint32_t device, uint64_t bytes_max);
/* The device whose memory it has. */
uint32_t memory_pools_device(const struct memory_pools *pools, uint32_t pool);
/* What is in use stays so. False for the device's own pool, and if there is none. */
bool memory_pools_destroy(struct memory_pools *pools, uint32_t pool);
bool memory_pools_known(const struct memory_pools *pools, uint32_t pool);

/* A free block for the stream; 0 if there is none. may_wait: also one that the stream has to wait
 * for, if the pool allows that: *after is the command, or 0. */
uint64_t memory_pools_take(struct memory_pools *pools, uint32_t pool, uint64_t bytes,
                           uint32_t stream, bool may_wait, uint64_t *after);
/* May the pool have so many more? */
bool memory_pools_may_grow(const struct memory_pools *pools, uint32_t pool, uint64_t bytes);
/* A new block, in use. */
void memory_pools_add(struct memory_pools *pools, uint32_t pool, uint64_t address, uint64_t bytes);
/* The stream gives a block back by a command; 0: by none, nobody uses it any more. False if no
 * block in use is there. */
bool memory_pools_give(struct memory_pools *pools, uint64_t address, uint32_t stream,
                       uint64_t command);
/* Is a block there, in use or not? */
bool memory_pools_has(const struct memory_pools *pools, uint64_t address);
void memory_pools_ended(struct memory_pools *pools, uint64_t command);

/* Takes an idle block out of a pool that keeps more than `kept` bytes, and returns its address; 0
 * if there is none. */
uint64_t memory_pools_release(struct memory_pools *pools, uint32_t pool, uint64_t kept);
/* The same by each pool's own threshold. */
uint64_t memory_pools_release_any(struct memory_pools *pools);

uint64_t memory_pools_get(const struct memory_pools *pools, uint32_t pool,
                          enum memory_pool_attribute attribute);
/* False if the attribute can't be set, or not to this. */
bool memory_pools_set(struct memory_pools *pools, uint32_t pool,
                      enum memory_pool_attribute attribute, uint64_t value);

#endif
