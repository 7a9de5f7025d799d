/* SPDX-License-Identifier: BSD-3-Clause */
/* An ordered map from addresses to pointers, as a sorted array. */
#include "runtime/cuda/pointer_map.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/message.h"

/* How many keys are below this one. */
static size_t position(const struct pointer_map *map, uintptr_t key)
{
    size_t low = 0, high = map->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct pointer_map *map, size_t place, uintptr_t key)
{
    return place < map->count && map->entries[place].key == key;
}

void pointer_map_set(struct pointer_map *map, const void *key, void *value)
{
    size_t place = position(map, (uintptr_t)key);
    if (is_at(map, place, (uintptr_t)key)) {
        map->entries[place].value = value;
        return;
    }
    if (map->count == map->room) {
        map->room = map->room > 0 ? 2 * map->room : 16;
        map->entries = message_reallocate(map->entries, map->room * sizeof map->entries[0]);
    }
    memmove(map->entries + place + 1, map->entries + place,
            (map->count - place) * sizeof map->entries[0]);
    map->entries[place] = (struct pointer_map_entry){.key = (uintptr_t)key, .value = value};
    map->count++;
}

void *pointer_map_get(const struct pointer_map *map, const void *key)
{
    size_t place = position(map, (uintptr_t)key);
    return is_at(map, place, (uintptr_t)key) ? map->entries[place].value : NULL;
}

void *pointer_map_floor(const struct pointer_map *map, const void *key)
{
    size_t place = position(map, (uintptr_t)key);
    if (is_at(map, place, (uintptr_t)key))
        return map->entries[place].value;
    return place > 0 ? map->entries[place - 1].value : NULL;
}

void *pointer_map_remove(struct pointer_map *map, const void *key)
{
    size_t place = position(map, (uintptr_t)key);
    if (!is_at(map, place, (uintptr_t)key))
        return NULL;
    void *value = map->entries[place].value;
    map->count--;
    memmove(map->entries + place, map->entries + place + 1,
            (map->count - place) * sizeof map->entries[0]);
    return value;
}

void pointer_map_finish(struct pointer_map *map)
{
    free(map->entries);
    *map = (struct pointer_map){.entries = NULL};
}
