/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 bank's notes about lines with sectors on their way from DRAM: where the line is, and which
 * requests wait for it. A note lasts while sectors are on their way. Notes are few, so they are hot
 * in the host's caches where the lines themselves are not. A note's number is the tag of the
 * messages to DRAM. */
#ifndef SIMGPU_L2_BANK_MISSES_H
#define SIMGPU_L2_BANK_MISSES_H

#include "models/l2/bank_lines.h"
#include "models/l2/bank_waiters.h"

struct bank_miss {
    struct bank_place place;
    struct waiter_list waiters; /* the requests that wait */
    uint32_t waiting;           /* how many of them for each sector, a byte for each */
    uint32_t next_free;         /* number + 1, in the free list; 0 ends it */
};

/* One for each sector of a mask, as in `waiting`. */
static inline uint32_t bank_miss_ones(uint8_t sectors)
{
    return sectors * 0x00204081u & 0x01010101u;
}

struct bank_misses {
    struct bank_miss *misses;
    uint16_t *of_line; /* by line, set * ways + way, if sectors of it are on their way */
    uint32_t ways, capacity, free;
};

void bank_misses_init(struct bank_misses *misses, const struct bank_shape *shape);
void bank_misses_finish(struct bank_misses *misses);

/* The line's first sectors will be on their way: makes a note. */
uint32_t bank_misses_begin(struct bank_misses *misses, struct bank_place place);
/* The last sectors have come, and no request waits any more. */
void bank_misses_end(struct bank_misses *misses, uint32_t number);

/* The number of the note about a line that has sectors on their way. */
static inline uint32_t bank_misses_number(const struct bank_misses *misses, struct bank_place place)
{
    return misses->of_line[place.set * misses->ways + (uint32_t)place.way];
}

#endif
