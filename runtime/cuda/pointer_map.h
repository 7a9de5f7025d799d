/* SPDX-License-Identifier: BSD-3-Clause */
/* A small ordered map from addresses to pointers: what a program's handles and registered
 * variables stand for. A sorted array, since there are tens of entries, looked up often.
 */
#ifndef SIMGPU_RUNTIME_CUDA_POINTER_MAP_H
#define SIMGPU_RUNTIME_CUDA_POINTER_MAP_H

#include <stddef.h>
#include <stdint.h>

struct pointer_map_entry {
    uintptr_t key;
    void *value;
};

/* All zero: an empty one. */
struct pointer_map {
    struct pointer_map_entry *entries;
    size_t count, room;
};

/* value: not NULL; replaces the one that the key has. */
void pointer_map_set(struct pointer_map *map, const void *key, void *value);
/* NULL if the key isn't there. */
void *pointer_map_get(const struct pointer_map *map, const void *key);
/* The value of the greatest key that is not above; NULL if there is none. */
void *pointer_map_floor(const struct pointer_map *map, const void *key);
/* Takes the key out and returns its value, NULL if it wasn't there. */
void *pointer_map_remove(struct pointer_map *map, const void *key);
void pointer_map_finish(struct pointer_map *map);

#endif
