/* SPDX-License-Identifier: BSD-3-Clause */
/* A queue, first in, first out, in an array that doubles when it is full.
 *
 * A unit's buffers are large, but mostly hold few entries. An array of the full size would be
 * walked from end to end all the same, and those of a hundred units don't fit in the host's caches.
 * A ring stays as small as the most that ever waited. The caller knows what the entries are, and
 * passes their size, a constant, to each function.
 */
#ifndef SIMGPU_CORE_RING_H
#define SIMGPU_CORE_RING_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Zeroed, it is an empty queue. */
struct ring {
    char *entries;
    uint32_t size, first, count; /* size: 0 or a power of two */
};

/* For ring_push. */
void ring_grow(struct ring *ring, size_t entry_bytes);

static inline void ring_finish(struct ring *ring)
{
    g_free(ring->entries);
}

/* The entry at a position counted from the first one. */
static inline void *ring_at(const struct ring *ring, uint32_t position, size_t entry_bytes)
{
    return ring->entries + ((ring->first + position) & (ring->size - 1)) * entry_bytes;
}

/* The first one; only if there is one. Valid until the next ring_push. */
static inline void *ring_first(const struct ring *ring, size_t entry_bytes)
{
    return ring->entries + ring->first * entry_bytes;
}

static inline bool ring_full(const struct ring *ring)
{
    return ring->count == ring->size;
}

/* A new last entry, for the caller to fill in. */
static inline void *ring_push(struct ring *ring, size_t entry_bytes)
{
    if (G_UNLIKELY(ring_full(ring)))
        ring_grow(ring, entry_bytes);
    return ring_at(ring, ring->count++, entry_bytes);
}

/* Drops the first one. An empty queue begins at its front again. So a queue that is mostly short
 * stays in a cache line or two; otherwise all of a large GPU's queues would fill the host's caches.
 */
static inline void ring_drop(struct ring *ring)
{
    ring->first = --ring->count > 0 ? (ring->first + 1) & (ring->size - 1) : 0;
}

#endif
