/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/ring.h"
#include <string.h>

enum { FIRST_SIZE = 4 };

void ring_grow(struct ring *ring, size_t entry_bytes)
{
    uint32_t size = ring->size ? 2 * ring->size : FIRST_SIZE;
    ring->entries = g_realloc_n(ring->entries, size, entry_bytes);
    /* The entries before the first one come after the old last one. */
    memcpy(ring->entries + ring->size * entry_bytes, ring->entries, ring->first * entry_bytes);
    ring->size = size;
}
