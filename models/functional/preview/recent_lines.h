/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of device memory that a functional run has touched last, in their order. */
#ifndef SIMGPU_FUNCTIONAL_RECENT_LINES_H
#define SIMGPU_FUNCTIONAL_RECENT_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct recent_lines {
    uint64_t *lines; /* addresses; in their low bits the sectors, and whether they were written. A
                        line may be there more than once, at each of its uses */
    uint32_t room;   /* a power of two */
    uint32_t n;      /* so many are there */
};

enum { RECENT_SECTORS = 15, RECENT_WRITTEN = 16, RECENT_LINE_BYTES = 128 };

/* room: at least so many. */
void recent_lines_init(struct recent_lines *recent, uint64_t room);
void recent_lines_finish(struct recent_lines *recent);
/* Each line stays once, at its last use, with the sectors of all uses; and at most as many lines as
 * fill half the room, those used last. It is done when the room is full. */
void recent_lines_compact(struct recent_lines *recent);

/* Sectors of a line, by its address. */
static inline void recent_lines_note_sectors(struct recent_lines *recent, uint64_t line,
                                             uint8_t sectors, bool written)
{
    const uint64_t name = line | (written ? RECENT_WRITTEN : 0);
    if (recent->n > 0 && (recent->lines[recent->n - 1] & ~(uint64_t)RECENT_SECTORS) == name) {
        recent->lines[recent->n - 1] |= sectors;
        return;
    }
    if (recent->n == recent->room)
        recent_lines_compact(recent);
    recent->lines[recent->n++] = name | sectors;
}

/* A sector of 32 bytes, by the address of a byte. */
static inline void recent_lines_note(struct recent_lines *recent, uint64_t address, bool written)
{
    recent_lines_note_sectors(recent, address & ~(uint64_t)(RECENT_LINE_BYTES - 1),
                              (uint8_t)(1 << (address >> 5 & 3)), written);
}

/* Calls `each` for those that are there, the oldest first, and forgets them. */
void recent_lines_take(struct recent_lines *recent,
                       void (*each)(void *data, uint64_t line, uint8_t sectors, bool written),
                       void *data);

#endif
