/* SPDX-License-Identifier: BSD-3-Clause */
/* Shadow memory: what is remembered of every byte, by pages that come into being when touched.
 *
 * A page has one cell for each unit of 1, 2, 4, 8 or 16 bytes. The unit is that of its first
 * access; when a smaller or a shifted access comes, the page's cells are split. So all is exact to
 * the byte, and memory of words costs a cell a word.
 *
 * Global memory may be cut into parts, each a shadow of its own that one thread looks after: page p
 * belongs to part p modulo their number.
 */
#ifndef SIMGPU_SANITIZE_RACE_SHADOW_H
#define SIMGPU_SANITIZE_RACE_SHADOW_H

#include "sanitize/race/marks.h"
#include <stddef.h>

struct clock;

struct cell {
    struct mark write; /* the youngest one */
    struct mark read;  /* the youngest one */
    uint32_t more;     /* of others that are not ordered before those: see shadow_more; 0: none */
    uint32_t sync;     /* what synchronisation has left here: see shadow_sync; 0: nothing */
};

enum { MORE_MARKS = 3, SHADOW_PAGE_SHIFT = 12, SHADOW_PAGE_BYTES = 1 << SHADOW_PAGE_SHIFT };

/* Further marks of a cell. */
struct more {
    struct mark mark[MORE_MARKS];
    uint32_t next; /* 0: none */
};

/* Clocks that releases have left at a place, for those who acquire there. */
struct sync_place {
    struct clock *all; /* of releases that reach other blocks */
    struct clock *own; /* of releases in block `block`, those that do not reach others too */
    uint32_t block;    /* uid of its first warp */
};

struct shadow;

/* part_bits: it is one of 1 << part_bits parts, and is only asked for its own pages; 0: the whole.
 */
struct shadow *shadow_new(unsigned part_bits);
void shadow_free(struct shadow *shadow);
/* The *n cells of [offset, offset + bytes); bytes is a power of two up to 16. The range does not
 * cross the end of a page. */
struct cell *shadow_cells(struct shadow *shadow, uint64_t offset, unsigned bytes, unsigned *n);
/* The same of a range of any length, up to the end of its page: *n cells, of *bytes in all. */
struct cell *shadow_run(struct shadow *shadow, uint64_t offset, uint64_t most, unsigned *n,
                        uint64_t *bytes);
/* Whether anybody has touched the page, and how far it is to its end. */
bool shadow_has_page(const struct shadow *shadow, uint64_t offset);
uint64_t shadow_page_rest(uint64_t offset);
/* True if the range's page has a sync_place anywhere. */
bool shadow_has_sync(const struct shadow *shadow, uint64_t offset);
/* True if there is one anywhere. */
bool shadow_has_syncs(const struct shadow *shadow);
/* By number, which is not 0. */
struct more *shadow_more(struct shadow *shadow, uint32_t number);
uint32_t shadow_new_more(struct shadow *shadow);
void shadow_drop_more(struct shadow *shadow, uint32_t number);
struct sync_place *shadow_sync(struct shadow *shadow, uint32_t number);
/* The place of a cell at this offset; made if it isn't there. */
struct sync_place *shadow_need_sync(struct shadow *shadow, uint64_t offset, struct cell *cell);
/* Forgets everything: cells, and the clocks of places. */
void shadow_clear(struct shadow *shadow);
/* Forgets the clocks of places. */
void shadow_forget_syncs(struct shadow *shadow);
/* For a shared memory that is used anew: forgets the clocks, and the sizes of cells. Marks stay
 * where they do no harm, since they have stamps. */
void shadow_begin_life(struct shadow *shadow);
uint64_t shadow_bytes(const struct shadow *shadow);

#endif
