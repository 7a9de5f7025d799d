/* SPDX-License-Identifier: BSD-3-Clause */
/* Room where neither this process nor an image has anything: for the image's pages until they are
 * moved to their places, and for the restorer. */
#ifndef SIMGPU_BASE_IMAGE_ARENA_H
#define SIMGPU_BASE_IMAGE_ARENA_H

#include "base/image/memory_map.h"
#include <glib.h>

struct image_arena {
    uint64_t begin, bytes, used;
};

/* For the regions and `extra` bytes. False with an error. */
bool image_arena_init(struct image_arena *arena, const struct memory_region *regions, size_t n,
                      uint64_t extra, GError **error);
void image_arena_finish(struct image_arena *arena);
/* Pages of it. They are zero. */
uint64_t image_arena_take(struct image_arena *arena, uint64_t bytes);

#endif
