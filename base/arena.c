/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/arena.h"
#include "base/host/host_cache.h"
#include <stdbool.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

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
    char *start;
    gsize mapped; /* bytes that are from the system itself; 0: it is from the C library */
};

/* What is left of the last chunk. */
struct stock {
    char *next;
    gsize left;
};

struct arena {
    GMutex taking;
    GArray *chunks; /* struct chunk */
    gsize chunk_bytes;
    struct stock used, rare; /* pieces that are used, and arena_take_rare's */
};

struct arena *arena_new(gsize chunk_bytes)
{
    struct arena *arena = g_new0(struct arena, 1);
    arena->chunks = g_array_new(FALSE, FALSE, sizeof(struct chunk));
    arena->chunk_bytes = chunk_bytes;
    g_mutex_init(&arena->taking);
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (guint i = 0; i < arena->chunks->len; i++) {
        const struct chunk *chunk = &g_array_index(arena->chunks, struct chunk, i);
        if (APART)
            g_aligned_free(chunk->start);
        else if (chunk->mapped)
            munmap(chunk->start, chunk->mapped);
        else
            g_free(chunk->start);
    }
    g_array_free(arena->chunks, TRUE);
    g_mutex_clear(&arena->taking);
    g_free(arena);
}

/* From the system, or from the C library's heap. */
static struct stock add_chunk(struct arena *arena, gsize bytes, bool rare)
{
    const bool fresh = bytes >= ARENA_FRESH;
    const gsize alignment = fresh ? HUGE_PAGE : HOST_CACHE_LINE;
    struct chunk chunk = {.mapped = fresh ? bytes + alignment : 0};
    if (fresh) {
        chunk.start =
            mmap(NULL, chunk.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (chunk.start == MAP_FAILED)
            g_error("no memory for %" G_GSIZE_FORMAT " bytes", chunk.mapped);
    } else {
        chunk.start = g_malloc0(bytes + alignment);
    }
    g_array_append_val(arena->chunks, chunk);
    const struct stock stock = {chunk.start + (alignment - (guintptr)chunk.start % alignment),
                                bytes};
    if (fresh) /* a wish: where there are no huge pages it changes nothing */
        madvise(stock.next, bytes / HUGE_PAGE * HUGE_PAGE, rare ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    return stock;
}

static void *take(struct arena *arena, gsize count, gsize bytes_each, bool rare)
{
    struct stock *stock = rare ? &arena->rare : &arena->used;
    gsize bytes = 0;
    if (count == 0)
        return NULL;
    g_assert(g_size_checked_mul(&bytes, count, bytes_each));
    if (APART) {
        const struct chunk own = {.start = g_aligned_alloc0(1, bytes, HOST_CACHE_LINE)};
        g_array_append_val(arena->chunks, own);
        return own.start;
    }
    bytes = (bytes + HOST_CACHE_LINE - 1) / HOST_CACHE_LINE * HOST_CACHE_LINE;
    if (bytes > stock->left)
        *stock = add_chunk(arena, MAX(bytes, arena->chunk_bytes), rare);
    void *piece = stock->next;
    stock->next += bytes;
    stock->left -= bytes;
    return piece;
}

static void *take_alone(struct arena *arena, gsize count, gsize bytes_each, bool rare)
{
    g_mutex_lock(&arena->taking);
    void *piece = take(arena, count, bytes_each, rare);
    g_mutex_unlock(&arena->taking);
    return piece;
}

void *arena_take(struct arena *arena, gsize count, gsize bytes_each)
{
    return take_alone(arena, count, bytes_each, false);
}

void *arena_take_rare(struct arena *arena, gsize count, gsize bytes_each)
{
    return take_alone(arena, count, bytes_each, true);
}
