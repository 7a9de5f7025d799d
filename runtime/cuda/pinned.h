/* SPDX-License-Identifier: BSD-3-Clause */
/* Pinned host memory: allocations within the host file, which this process maps at the address that
 * simgpu asks for. First fit in address order, so that a program gets the same addresses in
 * every run. Units: bytes.
 */
#ifndef SIMGPU_RUNTIME_CUDA_PINNED_H
#define SIMGPU_RUNTIME_CUDA_PINNED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pinned_block {
    uint64_t offset, bytes; /* within the file, in whole pages */
    unsigned int flags;     /* of cudaHostAlloc */
};

struct pinned_pool {
    int file;
    uint64_t base, bytes;
    bool mapped;
    struct pinned_block *blocks; /* in address order */
    size_t count, room;
};

/* file: borrowed. Nothing is mapped before the first allocation. */
void pinned_init(struct pinned_pool *pool, int file, uint64_t base, uint64_t bytes);
/* NULL if there is no room (errno 0) or the file can't be mapped at its address (errno set). */
void *pinned_allocate(struct pinned_pool *pool, size_t bytes, unsigned int flags);
/* False if no allocation begins there. */
bool pinned_free(struct pinned_pool *pool, const void *pointer);
/* The allocation in which the range lies as a whole; NULL if there is none. */
const struct pinned_block *pinned_find(const struct pinned_pool *pool, const void *pointer,
                                       size_t bytes);

#endif
