/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank knows of its lines: tags, and which sectors of a line are there or on their way.
 *
 * A line has four sectors of 32 bytes, which come from DRAM one by one. A write makes its bytes
 * valid and their sectors dirty. A sector all of whose bytes have been written is valid without a
 * fill. Only a read (or an atomic) fetches a sector that isn't valid. A fill leaves written bytes
 * alone. A dirty line may be evicted before that: it writes just its bytes, for DRAM takes byte
 * masks.
 *
 * A line is named by its whole address, and its set by its address within the bank (address_map.h).
 * So a hash of banks needs no way back. Replacement: the least recently asked for goes, or the
 * choice of a replacer (models/cache/replacer.h), but no line with sectors on their way.
 *
 * The data that a request must look at lie side by side for each set: 10 bytes a line, so a set of
 * 24 lines takes four of the host's cache lines. Data that only few lines have are elsewhere: which
 * bytes of a sector are written, and which requests wait for sectors on their way (bank_misses.h).
 *
 * Source: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C: fetch on read with
 * byte masks, found on Volta; ASSUMED for other GPUs.
 */
#ifndef SIMGPU_L2_BANK_LINES_H
#define SIMGPU_L2_BANK_LINES_H

#include "base/arena.h"
#include "models/cache/replacer.h"
#include "models/core/payload.h"
#include "models/memory/ipoly.h"
#include <stdbool.h>
#include <stddef.h>

enum { MASK_WORDS = LINE_BYTES / 64, ALL_SECTORS = (1 << LINE_SECTORS) - 1, BANK_MAX_WAYS = 256 };

enum bank_set_index {
    BANK_SETS_LINEAR, /* low bits of the line's number within the bank */
    BANK_SETS_XOR,    /* XORed with the two groups of as many bits above them */
    BANK_SETS_IPOLY   /* the remainder of the number: ipoly.h */
};

/* The sets; shared by all banks. */
struct bank_shape {
    uint32_t sets, ways, set_shift;
    enum bank_set_index set_index;
    struct ipoly ipoly;
};

/* The lines of a set, by way. */
struct bank_set {
    uint64_t *names; /* address; its low bits have BANK_LINE_USED and the valid sectors */
    uint8_t *states; /* dirty sectors; in the next four bits sectors on their way */
    uint8_t *order;  /* ways, the most recently asked for first */
};

enum { BANK_LINE_USED = ALL_SECTORS + 1 };

struct bank_lines {
    const struct bank_shape *shape;
    struct replacer *replacer; /* borrowed; NULL: the least recently asked for goes */
    uint8_t *sets;             /* of `stride` bytes: names, states, order; there is room behind */
    size_t stride;
    uint64_t (*written)[MASK_WORDS]; /* by line, set * ways + way: its written bytes in sectors that
                                        are dirty and not valid */
};

/* Where a line is. */
struct bank_place {
    uint32_t set;
    int way; /* -1: nowhere */
};

/* NULL if a bank can have this shape, else why not. */
const char *bank_shape_problem(uint64_t size_bytes, uint32_t ways, enum bank_set_index set_index);
void bank_shape_init(struct bank_shape *shape, uint64_t size_bytes, uint32_t ways,
                     enum bank_set_index set_index);

/* shape and replacer are borrowed; the arena gives the memory. */
void bank_lines_init(struct bank_lines *lines, struct arena *arena, const struct bank_shape *shape,
                     struct replacer *replacer);

/* The line of the set that is to go; nowhere if all have sectors on their way. */
struct bank_place bank_lines_victim(const struct bank_lines *lines, uint32_t set);
/* The same with a replacer, which chooses. Its access must be set before this and the other two
 * functions for it. Those tell it that the access will take that place, or has found its line
 * there. */
struct bank_place bank_lines_ask_replacer(const struct bank_lines *lines, uint32_t set);
void bank_lines_tell_taking(struct bank_lines *lines, struct bank_place place);
void bank_lines_tell_use(struct bank_lines *lines, struct bank_place place);
/* Gives it to the address, with nothing valid in it. */
void bank_lines_take(struct bank_lines *lines, struct bank_place place, uint64_t address);
/* These sectors are now on their way. */
void bank_lines_fetch(struct bank_lines *lines, struct bank_place place, uint8_t sectors);
/* These sectors have come; true if no others of the line are on their way. */
bool bank_lines_fill(struct bank_lines *lines, struct bank_place place, uint8_t sectors);
/* These sectors of the line are written; mask: a bit for each byte. A sector without bytes in the
 * mask is dirty all the same (stores that go in halves of a line). */
void bank_lines_write(struct bank_lines *lines, struct bank_place place, uint8_t sectors,
                      const uint64_t *mask);

static inline struct bank_set bank_lines_set_at(const struct bank_lines *lines, uint32_t set)
{
    uint32_t ways = lines->shape->ways;
    uint64_t *names = (uint64_t *)(void *)(lines->sets + set * lines->stride);
    uint8_t *states = (uint8_t *)(names + ways);
    return (struct bank_set){names, states, states + ways};
}

/* The state of a line. */
struct bank_line {
    uint64_t address;
    uint8_t valid, dirty, pending; /* sectors; pending: on their way from DRAM */
};

/* Of a place that is nowhere: nothing. */
static inline struct bank_line bank_lines_at(const struct bank_lines *lines,
                                             struct bank_place place)
{
    if (place.way < 0)
        return (struct bank_line){0};
    struct bank_set set = bank_lines_set_at(lines, place.set);
    uint64_t name = set.names[place.way];
    uint8_t state = set.states[place.way];
    return (struct bank_line){.address = name & ~(uint64_t)(LINE_BYTES - 1),
                              .valid = name & ALL_SECTORS,
                              .dirty = state & ALL_SECTORS,
                              .pending = state >> LINE_SECTORS};
}

/* The set of an address within the bank. */
static inline uint32_t bank_lines_set(const struct bank_lines *lines, uint64_t in_bank)
{
    const struct bank_shape *shape = lines->shape;
    uint64_t number = in_bank / LINE_BYTES;
    if (shape->set_index == BANK_SETS_IPOLY)
        return ipoly_place(&shape->ipoly, number);
    /* Within a block of `sets` lines this is a permutation: consecutive lines spread evenly. */
    if (shape->set_index == BANK_SETS_XOR)
        number ^= number >> shape->set_shift ^ number >> (2 * shape->set_shift);
    return (uint32_t)number & (shape->sets - 1);
}

/* For bank_lines_find: the way of a name, plus one; 0: it is not there. */
uint64_t bank_lines_way_of(const uint64_t *names, uint64_t ways, uint64_t wanted);

/* Where in that set the line of this address is, if it is there. */
static inline struct bank_place bank_lines_find(const struct bank_lines *lines, uint32_t set,
                                                uint64_t address)
{
    const uint64_t *names = bank_lines_set_at(lines, set).names;
    return (struct bank_place){
        set, (int)bank_lines_way_of(names, lines->shape->ways, address | BANK_LINE_USED) - 1};
}

/* For bank_lines_use: the way is not the first one. */
void bank_lines_bring_forward(uint8_t *order, uint8_t way);

/* A request has asked for the line. */
static inline void bank_lines_use(struct bank_lines *lines, struct bank_place place)
{
    uint8_t *order = bank_lines_set_at(lines, place.set).order;
    if (order[0] != place.way)
        bank_lines_bring_forward(order, (uint8_t)place.way);
}

#endif
