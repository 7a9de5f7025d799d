/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of device memory that a functional run has touched last, in their order. */
#ifndef SIMGPU_FUNCTIONAL_RECENT_LINES_H
#define SIMGPU_FUNCTIONAL_RECENT_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct recent_lines {
    uint64_t *lines; /* addresses; in their low bits the sectors, and whether they were written */
    uint32_t room;   /* a power of two */
    uint64_t n;      /* so many have been noted: the last `room` of them are there */
};

enum { RECENT_SECTORS = 15, RECENT_WRITTEN = 16, RECENT_LINE_BYTES = 128 };

/* room: at least so many. */
void recent_lines_init(struct recent_lines *recent, uint64_t room);
void recent_lines_finish(struct recent_lines *recent);

/* A sector of 32 bytes, by the address of a byte. */
static inline void recent_lines_note(struct recent_lines *recent, uint64_t address, bool written)
{
    const uint64_t line = address & ~(uint64_t)(RECENT_LINE_BYTES - 1);
    const uint64_t sector = UINT64_C(1) << (address >> 5 & 3);
    uint64_t *last = &recent->lines[(recent->n - 1) & (recent->room - 1)];
    if (recent->n > 0 &&
        (*last & ~(uint64_t)RECENT_SECTORS) == (line | (written ? RECENT_WRITTEN : 0))) {
        *last |= sector;
        return;
    }
    recent->lines[recent->n++ & (recent->room - 1)] =
        line | sector | (written ? RECENT_WRITTEN : 0);
}

/* Calls `each` for those that are there, the oldest first, and forgets them. */
void recent_lines_take(struct recent_lines *recent,
                       void (*each)(void *data, uint64_t line, uint8_t sectors, bool written),
                       void *data);

#endif
