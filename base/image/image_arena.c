/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/image_arena.h"
#include "base/image/image_format.h"
#include "base/input_error.h"
#include <errno.h>
#include <sys/mman.h>

/* Programs and libraries lie above 80 TiB, what is at fixed addresses below 4 GiB. */
static const uint64_t FIRST_PLACE = UINT64_C(1) << 44, STEP = UINT64_C(1) << 42,
                      LAST_PLACE = UINT64_C(1) << 46;

static uint64_t pages(uint64_t bytes)
{
    return (bytes + IMAGE_PAGE - 1) / IMAGE_PAGE * IMAGE_PAGE;
}

static bool is_free(const struct memory_region *regions, size_t n, uint64_t begin, uint64_t end)
{
    for (size_t i = 0; i < n; i++)
        if (regions[i].begin < end && regions[i].end > begin)
            return false;
    return true;
}

bool image_arena_init(struct image_arena *arena, const struct memory_region *regions, size_t n,
                      uint64_t extra, GError **error)
{
    *arena = (struct image_arena){.bytes = pages(extra)};
    for (size_t i = 0; i < n; i++)
        arena->bytes += regions[i].end - regions[i].begin;
    for (uint64_t at = FIRST_PLACE; at < LAST_PLACE; at += STEP) {
        if (!is_free(regions, n, at, at + arena->bytes))
            continue;
        const void *got =
            mmap((void *)(uintptr_t)at, arena->bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == (void *)(uintptr_t)at) {
            arena->begin = at;
            return true;
        }
    }
    return input_error_at(error, "--checkpoint", 0, "no room for the image in memory: %s",
                          g_strerror(errno));
}

void image_arena_finish(struct image_arena *arena)
{
    if (arena->begin)
        munmap((void *)(uintptr_t)arena->begin, arena->bytes);
    *arena = (struct image_arena){0};
}

uint64_t image_arena_take(struct image_arena *arena, uint64_t bytes)
{
    const uint64_t at = arena->begin + arena->used;
    arena->used += pages(bytes);
    g_assert(arena->used <= arena->bytes);
    return at;
}
