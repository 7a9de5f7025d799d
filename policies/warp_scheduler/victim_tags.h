/* SPDX-License-Identifier: BSD-3-Clause */
/* Victim tags: for each warp, the addresses of lines that it brought into L1 and that others have
 * evicted. If a miss finds its line there, the warp has lost intra-warp locality: with more of the
 * cache it would have hit.
 *
 * Each warp has a small set-associative array of tags. The least recently used tag leaves first.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling" (DAWS), MICRO 2013, sections
 * 3.3 and 5.2.1, table 3 (8-way, 16 entries a warp), after their "Cache-Conscious Wavefront
 * Scheduling" (MICRO 2012). ASSUMED: a tag that is found leaves the array, for its line is on its
 * way back. The set is the line number modulo the number of sets.
 * Units: addresses of lines of 128 bytes.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_VICTIM_TAGS_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_VICTIM_TAGS_H

#include "base/victim_set.h"
#include "policies/sm_policy.h"

enum { VICTIM_MAX_ENTRIES = 32, VICTIM_LINE_BYTES = 128 };

struct victim_tags {
    uint32_t sets, ways;
    /* By slot and set, the last one first. Each is the line's address + 1; 0: none. */
    uint64_t tags[WARP_SLOTS][VICTIM_MAX_ENTRIES];
    uint64_t age[WARP_SLOTS]; /* of the slot's warp, as in warp_view */
};

/* The rows of a parameter table with what victim_tags_init wants, at these places in it. */
#define VICTIM_TAGS_PARAMETERS(entries, ways, source)                                              \
    [entries] = POLICY_INTEGER_ROW("victim_entries", "lines", 16, 1, VICTIM_MAX_ENTRIES,           \
                                   "victim tags of a warp; " source),                              \
    [ways] = POLICY_INTEGER_ROW("victim_ways", "lines", 8, 1, VICTIM_MAX_ENTRIES,                  \
                                "of a set of them; " source)

/* entries: of a warp, at most VICTIM_MAX_ENTRIES; `ways` at a time form a set. */
static inline void victim_tags_init(struct victim_tags *victims, uint32_t entries, uint32_t ways)
{
    victims->ways = ways < entries ? ways : entries;
    victims->sets = entries / victims->ways;
}

/* A warp begins in the slot. It has lost no line yet. */
static inline void victim_tags_start(struct victim_tags *victims, unsigned slot, uint64_t age)
{
    memset(victims->tags[slot], 0, sizeof victims->tags[slot]);
    victims->age[slot] = age;
}

static inline uint64_t *victim_set(struct victim_tags *victims, unsigned slot, uint64_t line)
{
    return victims->tags[slot] + line / VICTIM_LINE_BYTES % victims->sets * victims->ways;
}

/* A line has left L1. Does nothing if its warp has ended. */
static inline void victim_tags_evicted(struct victim_tags *victims, uint64_t line,
                                       const struct warp_owner *owner)
{
    if (owner->slot >= WARP_SLOTS || victims->age[owner->slot] != owner->age)
        return;
    uint64_t *set = victim_set(victims, owner->slot, line);
    uint32_t way = victim_way(set, victims->ways, line);
    victim_put_first(set, MIN(way, victims->ways - 1), line + 1);
}

/* The warp misses the line. Returns whether it is a line that the warp has lost, and drops the tag.
 */
static inline bool victim_tags_take(struct victim_tags *victims, unsigned slot, uint64_t line)
{
    uint64_t *set = victim_set(victims, slot, line);
    uint32_t way = victim_way(set, victims->ways, line);
    if (way == victims->ways)
        return false;
    victim_take_out(set, way, victims->ways);
    return true;
}

#endif
