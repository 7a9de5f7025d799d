/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank knows of its lines: tags, and which sectors of a line are there, or on their way.
 *
 * A line has four sectors of 32 bytes, which come from DRAM one by one. A write makes its bytes
 * valid and their sectors dirty; a sector all of whose bytes have been written is valid without a
 * fill, and only a read (or an atomic) of one that isn't valid fetches it. A fill leaves
 * written bytes alone. A dirty line that goes before that writes just its bytes, for DRAM takes
 * byte masks.
 *
 * A line is named by its whole address, and its set by its address within the bank
 * (address_map.h), so a hash of banks needs no way back. Replacement: the least recently asked for
 * goes, but no line with sectors on their way. The tags of a set lie side by side and an invalid
 * one holds a value that no address has, so that a probe is one short loop without branches. The
 * stamp of an invalid line is 0, older than any, and that of a line with sectors on their way
 * UINT64_MAX, younger than any.
 *
 * Source: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C: fetch on read with
 * byte masks, found on Volta; ASSUMED for other GPUs.
 */
#ifndef SIMGPU_L2_BANK_LINES_H
#define SIMGPU_L2_BANK_LINES_H

#include "models/core/payload.h"
#include "models/l2/bank_waiters.h"
#include "models/l2/ipoly.h"
#include <stdbool.h>

enum { MASK_WORDS = LINE_BYTES / 64, ALL_SECTORS = (1 << LINE_SECTORS) - 1 };

enum bank_set_index {
    BANK_SETS_LINEAR, /* low bits of the line's number within the bank */
    BANK_SETS_XOR,    /* XORed with the two groups of as many bits above them */
    BANK_SETS_IPOLY   /* the number's remainder: ipoly.h */
};

struct bank_line {
    uint64_t written[MASK_WORDS];  /* bit i: byte i was written since the line came or was filled */
    uint64_t used;                 /* the stamp it gets when nothing is on its way any more */
    uint8_t valid, dirty;          /* bit i: sector i */
    uint8_t pending;               /* sectors on their way from DRAM */
    uint8_t waiting[LINE_SECTORS]; /* requests that wait for each */
    struct waiter_list waiters;    /* these requests */
};

/* The sets; shared by all banks. */
struct bank_shape {
    uint32_t sets, ways, set_shift;
    enum bank_set_index set_index;
    struct ipoly ipoly;
};

struct bank_lines {
    const struct bank_shape *shape;
    uint64_t *tags, *stamps; /* by line: set * ways + way */
    uint64_t now;            /* counts uses */
    struct bank_line *lines;
};

/* NULL if a bank can have this shape, else why not. */
const char *bank_shape_problem(uint64_t size_bytes, uint32_t ways, enum bank_set_index set_index);
void bank_shape_init(struct bank_shape *shape, uint64_t size_bytes, uint32_t ways,
                     enum bank_set_index set_index);

/* shape is borrowed. */
void bank_lines_init(struct bank_lines *lines, const struct bank_shape *shape);
void bank_lines_finish(struct bank_lines *lines);

/* The set of an address within the bank. */
uint32_t bank_lines_set(const struct bank_lines *lines, uint64_t in_bank);
/* The line of that set that holds the address; -1 if none does. */
int bank_lines_find(const struct bank_lines *lines, uint32_t set, uint64_t address);
/* The line of the set to give away; -1 if all have sectors on their way. */
int bank_lines_victim(const struct bank_lines *lines, uint32_t set);
/* Gives it to the address, with nothing valid in it. */
void bank_lines_take(struct bank_lines *lines, int index, uint64_t address);
/* A request has asked for it. */
void bank_lines_use(struct bank_lines *lines, int index);
/* These sectors are now on their way. */
void bank_lines_fetch(struct bank_lines *lines, int index, uint8_t sectors);
/* They have come. */
void bank_lines_fill(struct bank_lines *lines, int index, uint8_t sectors);
/* Bytes of the line have been written; mask: a bit for each. */
void bank_lines_write(struct bank_lines *lines, int index, const uint64_t *mask);

static inline uint64_t bank_lines_address(const struct bank_lines *lines, int index)
{
    return lines->tags[index] * LINE_BYTES;
}

#endif
