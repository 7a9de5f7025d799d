/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of one module: allocated in small pieces, freed at once.
 *
 * A syntax tree has many small objects and one lifetime; a parser that fails half way would
 * otherwise need a destructor for every half-built piece.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_ARENA_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_ARENA_H

#include <stddef.h>

struct ptx_arena;

struct ptx_arena *ptx_arena_new(void);
void ptx_arena_free(struct ptx_arena *arena);

/* Zeroed, aligned for any object; NULL for 0 bytes. */
void *ptx_arena_alloc(struct ptx_arena *arena, size_t bytes);
/* A copy of count objects. */
void *ptx_arena_copy(struct ptx_arena *arena, const void *objects, size_t count, size_t size);

/* The arena's one copy of this string: equal strings have equal addresses. */
const char *ptx_arena_intern(struct ptx_arena *arena, const char *text, size_t length);
/* The same, but NULL if the string was never interned. */
const char *ptx_arena_lookup(struct ptx_arena *arena, const char *text, size_t length);

#endif
