/* SPDX-License-Identifier: BSD-3-Clause */
/* The tags of a set-associative cache: which line is where, and which one goes next.
 *
 * A line is invalid, reserved (something of it is under way; never a victim) or valid. Lines are
 * numbered set * ways + way. So a cache keeps its other data about a line (bytes, sectors, waiting
 * warps) in arrays of its own. Replacement is least recently used; if there is a replacer
 * (replacer.h), it chooses. A line is used when it is accessed, not when its fill comes.
 *
 * Volta's L1 has 256 ways when nothing of it is shared memory. So neither a probe nor the choice of
 * a victim may look at all ways. A hash table with chains finds lines. Each set keeps its lines in
 * a list in the order of their use, invalid ones first. Both cost the same for any number of ways:
 * about 15 host instructions for a probe, 20 for a use.
 *
 * The tag of a line is its whole line number (address / line bytes), of 64 bits, so an index hash
 * needs no way back.
 *
 * Source: C. Nugteren et al., "A Detailed GPU Cache Model Based on Reuse Distance Theory" (HPCA
 * 2014), section 4: TAG_SETS_FERMI, measured on a GTX 470.
 * Addresses: any byte of a line names it.
 */
#ifndef SIMGPU_CACHE_TAG_ARRAY_H
#define SIMGPU_CACHE_TAG_ARRAY_H

#include "base/arena.h"
#include "models/cache/line_bucket.h"
#include "models/cache/replacer.h"

#include <glib.h>
#include <stdbool.h>

enum tag_state { TAG_INVALID, TAG_RESERVED, TAG_VALID };

enum tag_set_index {
    TAG_SETS_LINEAR, /* low bits of the line number */
    TAG_SETS_XOR,    /* XORed with the two groups of as many bits above them */
    TAG_SETS_FERMI   /* XORed with address bits 13, 14, 15, 17 and 19, for lines of 128 bytes.
                        ASSUMED for other numbers of sets than 32 and 64 */
};

/* A line's neighbours in its set's list. Behind the lines there is one for each set, its ring,
 * which ties the ends together. A ring's `newer` is the line to go next, its `older` the line used
 * last. */
struct tag_links {
    uint16_t older, newer;
};

/* Small numbers in arrays of their own: a probe and a use should find what they need in few of the
 * host's cache lines, since many caches are simulated in turn. */
struct tag_array {
    uint64_t *tags;          /* by line */
    uint8_t *states;         /* by line: enum tag_state */
    uint16_t *chain;         /* by line: the next one of its bucket + 1; 0: none */
    uint16_t *buckets;       /* the first line + 1; 0: none */
    struct tag_links *links; /* by line, then by set */
    uint16_t *reserved;      /* by set: how many lines are reserved */
    uint64_t per_way;        /* sets a line number, in 2^-32, rounded up */
    uint32_t sets, ways, lines, set_shift, line_shift, bucket_shift;
    uint32_t ways_in_use;
    uint32_t not_invalid; /* how many lines */
    enum tag_set_index set_index;
    struct replacer *replacer; /* borrowed; NULL: the least recently used line goes */
    struct arena *own;         /* the arena of its arrays if it has its own */
};

enum { TAG_ARRAY_MOST_LINES = 1 << 15 };

/* NULL if a cache can have this shape, else why not. Line bytes and the number of sets must be
 * powers of two. */
const char *tag_array_problem(uint64_t size_bytes, uint32_t ways, uint32_t line_bytes);

/* All lines invalid, linear sets. The shape must be a legal one. arena: gives memory for its
 * arrays; NULL: it has one of its own. */
void tag_array_init(struct tag_array *array, struct arena *arena, uint64_t size_bytes,
                    uint32_t ways, uint32_t line_bytes);
void tag_array_finish(struct tag_array *array);
/* Before the first line is reserved. */
void tag_array_use_index(struct tag_array *array, enum tag_set_index set_index);
/* Also before the first line is reserved; the replacer is borrowed. Set replacer->access before you
 * claim a line or call tag_array_tell_use, which tells of an access that finds its line. */
void tag_array_use_replacer(struct tag_array *array, struct replacer *replacer);
/* From now on only the first so many ways of each set hold lines. The lines of other ways must be
 * invalid. */
void tag_array_use_ways(struct tag_array *array, uint32_t ways);

/* The line of the address's set to reserve: an invalid one, else the least recently used valid one;
 * -1 when all are reserved. */
int tag_array_choose_victim(const struct tag_array *array, uint64_t address);
/* The same with a replacer, which chooses. */
int tag_array_ask_replacer(const struct tag_array *array, uint64_t address);
/* Gives line `index` to the address; this counts as a use. The line must not be reserved, and the
 * address must have no other line. */
void tag_array_reserve(struct tag_array *array, int index, uint64_t address);
/* Everything that was under way of a reserved line is there: it is valid. */
void tag_array_fill(struct tag_array *array, int index);
/* A valid line's missing part is under way: reserved again. */
void tag_array_reserve_again(struct tag_array *array, int index);
/* A line in any state. */
void tag_array_invalidate(struct tag_array *array, int index);
/* Valid lines only: reserved ones stay, for their fills will come. */
void tag_array_invalidate_valid(struct tag_array *array);

/* Tells the replacer, which must exist, that its present access has found its line: line `index`,
 * which is not invalid. Call tag_array_touch, too. */
void tag_array_tell_use(struct tag_array *array, int index);

static inline uint32_t tag_array_lines(const struct tag_array *array)
{
    return array->lines;
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

static inline uint32_t tag_array_bucket(const struct tag_array *array, uint64_t number)
{
    return line_bucket(number, array->bucket_shift);
}

/* The line that holds the address or is reserved for it; -1 if none. */
static inline int tag_array_find(const struct tag_array *array, uint64_t address)
{
    uint64_t number = address >> array->line_shift;
    uint32_t line = array->buckets[tag_array_bucket(array, number)];
    while (line != 0 && array->tags[line - 1] != number)
        line = array->chain[line - 1];
    return (int)line - 1;
}

static inline enum tag_state tag_array_state(const struct tag_array *array, int index)
{
    return (enum tag_state)array->states[index];
}

/* The line's address; not of an invalid line. */
static inline uint64_t tag_array_address(const struct tag_array *array, int index)
{
    return array->tags[index] << array->line_shift;
}

/* The set of line `index`. It is exact, since neither lines nor ways exceed 2^15. */
static inline uint32_t tag_array_set_of_line(const struct tag_array *array, int index)
{
    return (uint32_t)((uint32_t)index * array->per_way >> 32);
}

/* The ring of the set of a line. */
static inline uint32_t tag_array_ring(const struct tag_array *array, int index)
{
    return array->lines + tag_array_set_of_line(array, index);
}

/* The same as tag_array_touch; ring: the line's. */
static inline void tag_array_touch_in(struct tag_array *array, int index, uint32_t ring)
{
    struct tag_links *links = array->links, *line = &links[index];
    if (line->newer == ring)
        return;
    links[line->older].newer = line->newer;
    links[line->newer].older = line->older;
    *line = (struct tag_links){.older = links[ring].older, .newer = (uint16_t)ring};
    links[line->older].newer = (uint16_t)index;
    links[ring].older = (uint16_t)index;
}

/* Marks a line that is not invalid as just used. */
static inline void tag_array_touch(struct tag_array *array, int index)
{
    tag_array_touch_in(array, index, tag_array_ring(array, index));
}

#endif
