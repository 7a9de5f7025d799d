/* SPDX-License-Identifier: BSD-3-Clause */
/* First fit over the host file. */
#include "runtime/cuda/pinned.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/cuda/message.h"

enum { PINNED_PAGE = 4096 };

void pinned_init(struct pinned_pool *pool, int file, uint64_t base, uint64_t bytes)
{
    *pool = (struct pinned_pool){.file = file, .base = base, .bytes = bytes};
}

static bool map_file(struct pinned_pool *pool)
{
    void *wanted = (void *)(uintptr_t)pool->base;
    void *mapped = mmap(wanted, pool->bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, pool->file, 0);
    if (mapped == MAP_FAILED)
        return false;
    if (mapped != wanted) { /* a kernel older than MAP_FIXED_NOREPLACE takes it for a hint */
        munmap(mapped, pool->bytes);
        errno = EEXIST;
        return false;
    }
    pool->mapped = true;
    return true;
}

static void insert_block(struct pinned_pool *pool, size_t place, struct pinned_block block)
{
    if (pool->count == pool->room) {
        pool->room = pool->room > 0 ? 2 * pool->room : 16;
        pool->blocks = message_reallocate(pool->blocks, pool->room * sizeof pool->blocks[0]);
    }
    memmove(pool->blocks + place + 1, pool->blocks + place,
            (pool->count - place) * sizeof pool->blocks[0]);
    pool->blocks[place] = block;
    pool->count++;
}

void *pinned_allocate(struct pinned_pool *pool, size_t bytes, unsigned int flags)
{
    errno = 0;
    if (bytes > pool->bytes)
        return NULL;
    if (!pool->mapped && !map_file(pool))
        return NULL;
    uint64_t size = (bytes + PINNED_PAGE - 1) / PINNED_PAGE * PINNED_PAGE;
    uint64_t offset = 0; /* of the gap before block `place` */
    for (size_t place = 0; place <= pool->count; place++) {
        uint64_t end = place < pool->count ? pool->blocks[place].offset : pool->bytes;
        if (end - offset >= size) {
            insert_block(pool, place, (struct pinned_block){offset, size, flags});
            return (void *)(uintptr_t)(pool->base + offset);
        }
        if (place < pool->count)
            offset = end + pool->blocks[place].bytes;
    }
    return NULL;
}

bool pinned_free(struct pinned_pool *pool, const void *pointer)
{
    uint64_t offset = (uintptr_t)pointer - pool->base;
    for (size_t place = 0; place < pool->count; place++) {
        if (pool->blocks[place].offset != offset)
            continue;
        pool->count--;
        memmove(pool->blocks + place, pool->blocks + place + 1,
                (pool->count - place) * sizeof pool->blocks[0]);
        return true;
    }
    return false;
}

const struct pinned_block *pinned_find(const struct pinned_pool *pool, const void *pointer,
                                       size_t bytes)
{
    uint64_t offset = (uintptr_t)pointer - pool->base; /* huge if it lies below */
    for (size_t place = 0; place < pool->count; place++) {
        const struct pinned_block *block = &pool->blocks[place];
        if (offset >= block->offset && offset - block->offset <= block->bytes &&
            bytes <= block->bytes - (offset - block->offset))
            return block;
    }
    return NULL;
}
