/* SPDX-License-Identifier: BSD-3-Clause */
/* The tags of a set-associative cache: which line is where, and which one goes next.
 *
 * A line is invalid, reserved (something of it is under way; never a victim) or valid. Lines are
 * numbered set * ways + way, so that a cache keeps whatever else it knows about a line (data,
 * sectors, waiting warps) in arrays of its own. Replacement is least recently used; a line is used
 * when it is accessed, not when its fill comes.
 *
 * Volta's L1 has 256 ways when nothing of it is shared memory, so that neither a probe nor the
 * choice of a victim may look at all ways: lines are found through a hash table with chains, and
 * each set keeps its lines in a list in the order of their use, invalid ones first. Both cost the
 * same for any number of ways: about 15 host instructions for a probe, 20 for a use.
 *
 * The tag of a line is its whole line number (address / line bytes), of 64 bits, so that an index
 * hash needs no way back.
 *
 * Source: C. Nugteren et al., "A Detailed GPU Cache Model Based on Reuse Distance Theory" (HPCA
 * 2014), section 4: TAG_SETS_FERMI, measured on a GTX 470.
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
    TAG_SETS_XOR,    /* XORed with the two groups of as many bits above them */
    TAG_SETS_FERMI   /* of 32 or 64 sets and 128-byte lines: XORed with address bits 13, 14, 15, 17
                        and 19 */
};

/* A line, or, behind the lines, what ties a set's list to a ring: `newer` is then the line to go
 * next, `older` the one used last. */
struct tag_line {
    uint64_t tag;
    uint32_t older, newer; /* its neighbours in its set's list */
    uint32_t chain;        /* the next line of its bucket + 1; 0: none */
    uint32_t ring;         /* of its set */
    uint8_t state;         /* enum tag_state */
    uint32_t reserved;     /* of a ring: the set's lines that are */
};

struct tag_array {
    struct tag_line *lines; /* by line, then by set */
    uint32_t *buckets;      /* the first line + 1; 0: none */
    uint32_t sets, ways, set_shift, line_shift, bucket_shift;
    uint32_t ways_in_use;
    uint32_t not_invalid; /* lines */
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
/* From now on only the first so many ways of each set hold lines. Those of the others must be
 * invalid. */
void tag_array_use_ways(struct tag_array *array, uint32_t ways);

/* The line of the address's set to reserve: an invalid one, else the least recently used valid one;
 * -1 when all are reserved. */
int tag_array_choose_victim(const struct tag_array *array, uint64_t address);
/* Gives line `index` to the address, and counts as a use of it; it must not be reserved, and the
 * address nowhere else. */
void tag_array_reserve(struct tag_array *array, int index, uint64_t address);
/* All that was under way of a reserved line is there: valid. */
void tag_array_fill(struct tag_array *array, int index);
/* A valid line's missing part is under way: reserved again, and used. */
void tag_array_reserve_again(struct tag_array *array, int index);
/* In any state. */
void tag_array_invalidate(struct tag_array *array, int index);
/* Valid lines only: reserved ones stay, for their fills will come. */
void tag_array_invalidate_valid(struct tag_array *array);

static inline uint32_t tag_array_lines(const struct tag_array *array)
{
    return array->sets * array->ways;
}

/* The set of a line number. */
static inline uint32_t tag_array_set_of(const struct tag_array *array, uint64_t number)
{
    /* Within a block of `sets` lines these are permutations: consecutive lines spread evenly. */
    if (array->set_index == TAG_SETS_XOR)
        number ^= number >> array->set_shift ^ number >> (2 * array->set_shift);
    else if (array->set_index == TAG_SETS_FERMI)
        number ^= (number >> 6 & 7) | (number >> 7 & 8) | (number >> 8 & 16);
    return (uint32_t)number & (array->sets - 1);
}

static inline uint32_t tag_array_set(const struct tag_array *array, uint64_t address)
{
    return tag_array_set_of(array, address >> array->line_shift);
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4). */
static inline uint32_t tag_array_bucket(const struct tag_array *array, uint64_t number)
{
    return (uint32_t)(number * UINT64_C(0x9E3779B97F4A7C15) >> array->bucket_shift);
}

/* The line that holds the address or is reserved for it; -1 if none. */
static inline int tag_array_find(const struct tag_array *array, uint64_t address)
{
    uint64_t number = address >> array->line_shift;
    uint32_t line = array->buckets[tag_array_bucket(array, number)];
    while (line != 0 && array->lines[line - 1].tag != number)
        line = array->lines[line - 1].chain;
    return (int)line - 1;
}

static inline enum tag_state tag_array_state(const struct tag_array *array, int index)
{
    return (enum tag_state)array->lines[index].state;
}

/* The line's address; not of an invalid line. */
static inline uint64_t tag_array_address(const struct tag_array *array, int index)
{
    return array->lines[index].tag << array->line_shift;
}

/* Marks a line that is not invalid as just used. */
static inline void tag_array_touch(struct tag_array *array, int index)
{
    struct tag_line *lines = array->lines, *line = &lines[index], *ring = &lines[line->ring];
    g_assert(line->state != TAG_INVALID);
    if (line->newer == line->ring)
        return;
    lines[line->older].newer = line->newer;
    lines[line->newer].older = line->older;
    line->older = ring->older;
    line->newer = line->ring;
    lines[ring->older].newer = (uint32_t)index;
    ring->older = (uint32_t)index;
}

#endif
