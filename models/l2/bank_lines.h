/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank knows of its lines: tags, and which bytes of a line are there.
 *
 * A line is divided into sectors. A write makes its bytes valid and their sectors dirty; a sector
 * all of whose bytes have been written is valid without a fill. Only a read (or an atomic) of a
 * line with an invalid sector fetches the line; a fill leaves written bytes alone. A dirty line
 * that goes before that writes just its bytes, for DRAM takes byte masks.
 *
 * Source: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C: fetch on read with
 * byte masks, found on Volta; ASSUMED for other GPUs.
 * Addresses are those within the bank (address_map.h).
 */
#ifndef SIMGPU_L2_BANK_LINES_H
#define SIMGPU_L2_BANK_LINES_H

#include "models/cache/tag_array.h"
#include "models/core/payload.h"

enum { MASK_WORDS = LINE_BYTES / 64 };

struct bank_line {
    uint64_t written[MASK_WORDS]; /* bit i: byte i was written since the line came or was filled */
    uint8_t valid, dirty;         /* bit i: sector i */
    uint32_t mshr;                /* that waits for its fill, while it is reserved */
};

struct bank_lines {
    struct tag_array tags;
    struct bank_line *lines; /* by line index */
    uint32_t sector_bytes;   /* 32 or 64 */
    uint8_t all_sectors;
};

/* Dirty sectors to write back: from the first to the last one. */
struct dirty_span {
    uint32_t offset, bytes; /* 0 bytes: the line is clean */
};

void bank_lines_init(struct bank_lines *lines, uint64_t size_bytes, uint32_t ways,
                     uint32_t sector_bytes, enum tag_set_index set_index);
void bank_lines_finish(struct bank_lines *lines);

/* Gives a line that isn't reserved to the address, with nothing valid in it. */
void bank_lines_reserve(struct bank_lines *lines, int index, uint64_t address);
/* Makes a reserved line valid all over. */
void bank_lines_fill(struct bank_lines *lines, int index);
/* Bytes of the line have been written; mask: a bit for each. */
void bank_lines_write(struct bank_lines *lines, int index, const uint64_t *mask);
struct dirty_span bank_lines_dirty_span(const struct bank_lines *lines, int index);

static inline bool bank_lines_complete(const struct bank_lines *lines, int index)
{
    return lines->lines[index].valid == lines->all_sectors;
}

#endif
