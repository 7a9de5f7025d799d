/* SPDX-License-Identifier: BSD-3-Clause */
/* The tags of a set-associative cache: which line is where, and which one goes next.
 *
 * A line is invalid, reserved (its fill is under way; never a victim) or valid. Lines are numbered
 * set * ways + way, so that a cache keeps whatever else it knows about a line (data, dirty bits,
 * waiting warps) in arrays of its own. Replacement is least recently used.
 *
 * The tag of a line is its whole line number (address / line bytes), of 64 bits, so that an index
 * hash needs no way back. The tags of a set lie side by side and an invalid one holds a value
 * that no address has, so a probe is one short loop without branches. The state is in the stamp:
 * 0 is older than any valid line, so invalid lines go first, and UINT64_MAX younger than any, so
 * reserved lines never go.
 *
 * Addresses: any byte of a line names it.
 */
#ifndef SIMGPU_CACHE_TAG_ARRAY_H
#define SIMGPU_CACHE_TAG_ARRAY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum tag_state { TAG_INVALID, TAG_RESERVED, TAG_VALID };

enum tag_set_index {
    TAG_SETS_LINEAR, /* low bits of the line number */
    TAG_SETS_XOR     /* XORed with the two groups of as many bits above them */
};

struct tag_array {
    uint64_t *tags;   /* by line */
    uint64_t *stamps; /* by line: see above */
    uint64_t now;     /* counts uses */
    uint32_t sets, ways, set_shift, line_shift;
    enum tag_set_index set_index;
};

/* NULL if a cache can have this shape, else why not: line bytes and the number of sets must be
 * powers of two. */
const char *tag_array_problem(uint64_t size_bytes, uint32_t ways, uint32_t line_bytes);

/* All lines invalid, linear sets. The shape must be a legal one. */
void tag_array_init(struct tag_array *array, uint64_t size_bytes, uint32_t ways,
                    uint32_t line_bytes);
void tag_array_finish(struct tag_array *array);
/* Before the first line is reserved. */
void tag_array_use_index(struct tag_array *array, enum tag_set_index set_index);

/* The line of the address's set to reserve: an invalid one, else the least recently used valid one;
 * -1 when all are reserved. */
int tag_array_choose_victim(const struct tag_array *array, uint64_t address);
/* Gives line `index` to the address; it must not be reserved, and the address nowhere else. */
void tag_array_reserve(struct tag_array *array, int index, uint64_t address);
/* The fill of a reserved line has come: valid, and just used. */
void tag_array_fill(struct tag_array *array, int index);
/* A valid line's missing part is under way: reserved again. */
void tag_array_reserve_again(struct tag_array *array, int index);
/* In any state. */
void tag_array_invalidate(struct tag_array *array, int index);
/* Valid lines only: reserved ones stay, for their fills will come. */
void tag_array_invalidate_valid(struct tag_array *array);

static inline uint32_t tag_array_lines(const struct tag_array *array)
{
    return array->sets * array->ways;
}

static inline uint32_t tag_array_set(const struct tag_array *array, uint64_t address)
{
    uint64_t number = address >> array->line_shift;
    /* Within a block of `sets` lines this is a permutation: consecutive lines spread evenly. */
    if (array->set_index == TAG_SETS_XOR)
        number ^= number >> array->set_shift ^ number >> (2 * array->set_shift);
    return (uint32_t)number & (array->sets - 1);
}

/* The line that holds the address or is reserved for it; -1 if none. */
static inline int tag_array_find(const struct tag_array *array, uint64_t address)
{
    uint32_t first = tag_array_set(array, address) * array->ways;
    const uint64_t *tags = &array->tags[first];
    uint64_t tag = address >> array->line_shift;
    int found = -1;
    for (uint32_t way = 0; way < array->ways; way++)
        found = tags[way] == tag ? (int)(first + way) : found;
    return found;
}

static inline enum tag_state tag_array_state(const struct tag_array *array, int index)
{
    uint64_t stamp = array->stamps[index];
    return stamp == 0 ? TAG_INVALID : stamp == UINT64_MAX ? TAG_RESERVED : TAG_VALID;
}

/* The line's address; not of an invalid line. */
static inline uint64_t tag_array_address(const struct tag_array *array, int index)
{
    return array->tags[index] << array->line_shift;
}

/* Marks a valid line as just used. */
static inline void tag_array_touch(struct tag_array *array, int index)
{
    g_assert(tag_array_state(array, index) == TAG_VALID);
    array->stamps[index] = ++array->now;
}

#endif
