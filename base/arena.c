/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/arena.h"
#include <string.h>

enum { HOST_CACHE_LINE = 64 };

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

struct arena {
    GPtrArray *chunks;
    gsize chunk_bytes;
    char *next;
    gsize left;
};

struct arena *arena_new(gsize chunk_bytes)
{
    struct arena *arena = g_new0(struct arena, 1);
    arena->chunks = g_ptr_array_new();
    arena->chunk_bytes = chunk_bytes;
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (guint i = 0; i < arena->chunks->len; i++)
        if (APART)
            g_aligned_free(arena->chunks->pdata[i]);
        else
            g_free(arena->chunks->pdata[i]);
    g_ptr_array_free(arena->chunks, TRUE);
    g_free(arena);
}

static void add_chunk(struct arena *arena, gsize bytes)
{
    char *chunk = g_malloc0(bytes + HOST_CACHE_LINE);
    g_ptr_array_add(arena->chunks, chunk);
    arena->next = chunk + (HOST_CACHE_LINE - (guintptr)chunk % HOST_CACHE_LINE);
    arena->left = bytes;
}

void *arena_take(struct arena *arena, gsize count, gsize bytes_each)
{
    gsize bytes = 0;
    if (count == 0)
        return NULL;
    g_assert(g_size_checked_mul(&bytes, count, bytes_each));
    if (APART) {
        void *own = g_aligned_alloc0(1, bytes, HOST_CACHE_LINE);
        g_ptr_array_add(arena->chunks, own);
        return own;
    }
    bytes = (bytes + HOST_CACHE_LINE - 1) / HOST_CACHE_LINE * HOST_CACHE_LINE;
    if (bytes > arena->left)
        add_chunk(arena, MAX(bytes, arena->chunk_bytes));
    void *piece = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return piece;
}
