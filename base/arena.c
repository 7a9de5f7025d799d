/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/arena.h"
#include <errno.h>
#include <sys/mman.h>

enum { HOST_CACHE_LINE = 64, HUGE_PAGE = 2 << 20 };

#if defined(__SANITIZE_ADDRESS__)
enum { APART = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { APART = 1 };
#else
enum { APART = 0 };
#endif
#else
enum { APART = 0 };
#endif

struct chunk {
    void *memory;
    gsize mapped; /* bytes from the system; 0: it is the C library's */
};

struct arena {
    GArray *chunks; /* struct chunk */
    gsize chunk_bytes;
    char *next;
    gsize left;
};

struct arena *arena_new(gsize chunk_bytes)
{
    struct arena *arena = g_new0(struct arena, 1);
    arena->chunks = g_array_new(FALSE, FALSE, sizeof(struct chunk));
    arena->chunk_bytes = chunk_bytes;
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (guint i = 0; i < arena->chunks->len; i++) {
        const struct chunk *chunk = &g_array_index(arena->chunks, struct chunk, i);
        if (chunk->mapped > 0)
            munmap(chunk->memory, chunk->mapped);
        else
            g_aligned_free(chunk->memory);
    }
    g_array_free(arena->chunks, TRUE);
    g_free(arena);
}

/* From the C library. */
static void *chunk_of_heap(struct arena *arena, gsize bytes)
{
    const struct chunk chunk = {.memory = g_aligned_alloc0(1, bytes, HOST_CACHE_LINE)};
    g_array_append_val(arena->chunks, chunk);
    return chunk.memory;
}

/* From the system. */
static void *chunk_of_pages(struct arena *arena, gsize bytes)
{
    struct chunk chunk = {.mapped = bytes + HUGE_PAGE};
    chunk.memory = mmap(NULL, chunk.mapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (chunk.memory == MAP_FAILED)
        g_error("no %" G_GSIZE_FORMAT " bytes of memory: %s", chunk.mapped, g_strerror(errno));
    g_array_append_val(arena->chunks, chunk);
    char *first = (char *)chunk.memory + (HUGE_PAGE - (guintptr)chunk.memory % HUGE_PAGE);
    /* A wish: where there are no huge pages it changes nothing. */
    madvise(first, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return first;
}

void *arena_take(struct arena *arena, gsize count, gsize bytes_each)
{
    gsize bytes = 0;
    if (count == 0)
        return NULL;
    g_assert(g_size_checked_mul(&bytes, count, bytes_each));
    if (APART)
        return chunk_of_heap(arena, bytes);
    bytes = (bytes + HOST_CACHE_LINE - 1) / HOST_CACHE_LINE * HOST_CACHE_LINE;
    if (bytes > arena->left) {
        arena->left = MAX(bytes, arena->chunk_bytes);
        arena->next = arena->left >= ARENA_FRESH ? chunk_of_pages(arena, arena->left)
                                                 : chunk_of_heap(arena, arena->left);
    }
    void *piece = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return piece;
}
