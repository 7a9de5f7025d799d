/* SPDX-License-Identifier: BSD-3-Clause */
/* A set of victim tags: an array of words, newest first. A word is a line's address + 1; 0: none.
 * Data of the tags lie in arrays of the same order.
 */
#ifndef SIMGPU_BASE_VICTIM_SET_H
#define SIMGPU_BASE_VICTIM_SET_H

#include <stdint.h>
#include <string.h>

/* The way of the line; `ways`: the set lacks it. */
static inline uint32_t victim_way(const uint64_t *set, uint32_t ways, uint64_t line)
{
    uint32_t way = 0;
    while (way < ways && set[way] != line + 1)
        way++;
    return way;
}

/* The word becomes the first one. Words before `from` move down by one, over the word at `from`. */
static inline void victim_put_first(uint64_t *set, uint32_t from, uint64_t word)
{
    memmove(set + 1, set, from * sizeof *set);
    set[0] = word;
}

/* Removes a word. The words behind it move up. */
static inline void victim_take_out(uint64_t *set, uint32_t way, uint32_t ways)
{
    memmove(set + way, set + way + 1, (ways - way - 1) * sizeof *set);
    set[ways - 1] = 0;
}

#endif
