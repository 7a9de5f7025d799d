/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of one simulation: taken in pieces, zeroed, freed at once.
 *
 * A thousand SMs have some 300 MB of tags, queues and warps, of which a short run uses little. What
 * the C library's calloc takes from its heap it clears, and so touches; the pages of an arena with
 * large chunks are fresh from the system, which has them only from the first use on. Pieces that
 * are taken one after the other are neighbours. Under the address sanitizer each is an allocation
 * of its own, so that it finds who goes past their ends.
 */
#ifndef SIMGPU_BASE_ARENA_H
#define SIMGPU_BASE_ARENA_H

#include <glib.h>

struct arena;

/* The C library's heap never serves more than 32 MB (the largest M_MMAP_THRESHOLD by default). */
enum { ARENA_FRESH = 64 << 20 };

/* It asks the C library for so many bytes at a time; from ARENA_FRESH on they are fresh from the
 * system. */
struct arena *arena_new(gsize chunk_bytes);
/* NULL is fine. */
void arena_free(struct arena *arena);

/* Zeroed, aligned to a cache line of the host's; NULL for none. */
void *arena_take(struct arena *arena, gsize count, gsize bytes_each);

#define arena_new0(arena, type, count) ((type *)arena_take(arena, count, sizeof(type)))

#endif
