/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/syntax/arena.h"
#include <glib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16, ALIGNMENT = 16 };

struct ptx_arena {
    GPtrArray *chunks;
    char *next;
    size_t left;
    GHashTable *strings; /* a set; the keys are in chunks */
    GString *scratch;    /* a string to look up, with its terminating zero */
};

struct ptx_arena *ptx_arena_new(void)
{
    struct ptx_arena *arena = g_new0(struct ptx_arena, 1);
    arena->chunks = g_ptr_array_new_with_free_func(g_free);
    arena->strings = g_hash_table_new(g_str_hash, g_str_equal);
    arena->scratch = g_string_new(NULL);
    return arena;
}

void ptx_arena_free(struct ptx_arena *arena)
{
    if (!arena)
        return;
    g_hash_table_destroy(arena->strings);
    g_ptr_array_free(arena->chunks, TRUE);
    g_string_free(arena->scratch, TRUE);
    g_free(arena);
}

void *ptx_arena_alloc(struct ptx_arena *arena, size_t bytes)
{
    if (bytes == 0)
        return NULL;
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (rounded > CHUNK_BYTES / 4) { /* a chunk of its own, so that no other one is cut short */
        char *own = g_malloc0(rounded);
        g_ptr_array_add(arena->chunks, own);
        return own;
    }
    if (rounded > arena->left) {
        arena->next = g_malloc0(CHUNK_BYTES);
        arena->left = CHUNK_BYTES;
        g_ptr_array_add(arena->chunks, arena->next);
    }
    void *result = arena->next;
    arena->next += rounded;
    arena->left -= rounded;
    return result;
}

void *ptx_arena_copy(struct ptx_arena *arena, const void *objects, size_t count, size_t size)
{
    if (count == 0)
        return NULL;
    void *copy = ptx_arena_alloc(arena, count * size);
    memcpy(copy, objects, count * size);
    return copy;
}

const char *ptx_arena_lookup(struct ptx_arena *arena, const char *text, size_t length)
{
    g_string_truncate(arena->scratch, 0);
    g_string_append_len(arena->scratch, text, (gssize)length);
    return g_hash_table_lookup(arena->strings, arena->scratch->str);
}

const char *ptx_arena_intern(struct ptx_arena *arena, const char *text, size_t length)
{
    const char *known = ptx_arena_lookup(arena, text, length);
    if (known)
        return known;
    char *copy = ptx_arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    g_hash_table_add(arena->strings, copy);
    return copy;
}
