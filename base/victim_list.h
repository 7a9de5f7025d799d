/* SPDX-License-Identifier: BSD-3-Clause */
/* A victim list: lines that a cache has lost, each with the owner that brought it. Victim tags
 * (victim_tags.h) belong to a warp. This list belongs to the cache. So it also finds lines that one
 * owner lost and another one wants.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 5.3 ("a victim list to store warp and core IDs"). ASSUMED: it has
 * sets, and the line lost longest ago leaves first. A line that is found leaves the list, for it is
 * on its way back. Units: addresses of lines.
 */
#ifndef SIMGPU_BASE_VICTIM_LIST_H
#define SIMGPU_BASE_VICTIM_LIST_H

#include "base/victim_set.h"
#include <stdbool.h>

/* The arrays have sets x ways words, by set, zeroed at first. The holder owns them. */
struct victim_list {
    uint32_t sets, ways;
    uint64_t *tags;
    uint64_t *owners; /* in the holder's numbers */
};

static inline void victim_list_clear(struct victim_list *list)
{
    size_t bytes = (size_t)list->sets * list->ways * sizeof *list->tags;
    memset(list->tags, 0, bytes);
    memset(list->owners, 0, bytes);
}

/* The cache loses a line. */
static inline void victim_list_put(struct victim_list *list, uint32_t set, uint64_t line,
                                   uint64_t owner)
{
    uint64_t *tags = list->tags + (size_t)set * list->ways;
    uint32_t way = victim_way(tags, list->ways, line);
    if (way == list->ways)
        way--;
    victim_put_first(tags, way, line + 1);
    victim_put_first(list->owners + (size_t)set * list->ways, way, owner);
}

/* An access misses the line. True: the list has it, and *owner lost it. */
static inline bool victim_list_take(struct victim_list *list, uint32_t set, uint64_t line,
                                    uint64_t *owner)
{
    uint64_t *tags = list->tags + (size_t)set * list->ways;
    uint64_t *owners = list->owners + (size_t)set * list->ways;
    uint32_t way = victim_way(tags, list->ways, line);
    if (way == list->ways)
        return false;
    *owner = owners[way];
    victim_take_out(tags, way, list->ways);
    victim_take_out(owners, way, list->ways);
    return true;
}

#endif
