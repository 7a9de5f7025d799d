/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares the lines that a launch's blocks should read, as known before, with those that they do
 * read: the observer "block_lines".
 *
 * Before a launch it asks the front end for the lines of device memory that each block reads
 * (policies/block_lines.h). While the launch runs, it notes the lines that each block reads, and
 * whether the front end knew the load. So it can compare both, line by line and block by block.
 *
 * Source: D. Tripathy et al., "PAVER: Locality Graph-Based Thread Block Scheduling for GPUs", ACM
 *   TACO 18(3), 2021, section 3: the sharing of blocks (Figure 5, Table 2), found before the
 * launch. Units: lines of 128 bytes.
 */
#ifndef SIMGPU_OBSERVERS_BLOCK_LINES_H
#define SIMGPU_OBSERVERS_BLOCK_LINES_H

#include "observers/line_table.h"
#include "observers/observation.h"
#include "observers/residents.h"

extern const struct observer_kind block_lines_kind;

enum {
    BLOCK_LINES_MATRIX = 64,   /* blocks: a mask's bits */
    BLOCK_LINES_LAUNCHES = 256 /* the first so many are looked at */
};

struct block_lines;

/* A line that a block has read. The key has both. */
struct block_lines_pair {
    struct line_head head; /* value: enum block_lines_flag */
};

enum block_lines_flag {
    BLOCK_LINES_COUNTED = 1,
    BLOCK_LINES_BY_KNOWN = 2 /* by a load that is known, and so the line should be */
};

struct block_lines_counts {
    uint64_t known;      /* pairs of a block and a line that it was known to read */
    uint64_t read;       /* pairs of a block and a line that it has read */
    uint64_t both;       /* pairs for which both are true */
    uint64_t unforeseen; /* pairs read by known loads, but not known. Should be 0 */
};

struct block_lines_launch {
    uint32_t id;
    char *name;
    uint64_t blocks, warps_left;
    struct block_lines *lines; /* NULL: the front end does not know, or the launch has ended */
    bool *unknown;             /* by pc: loads that are not known; with lines */
    struct line_table seen;    /* of block_lines_pair */
    struct block_lines_counts counts;
    bool can_say;
    uint32_t reads_known, reads_unknown;
    uint32_t *known_of, *shared_of; /* by block: its lines; those that other blocks also read */
    uint64_t shared_blocks;         /* blocks with such lines */
    uint64_t matrix[BLOCK_LINES_MATRIX][BLOCK_LINES_MATRIX]; /* [i][j], j <= i: as in sharing.h */
};

struct block_lines_observer {
    struct residents residents; /* of observed_kernel */
    GPtrArray *launches;        /* of block_lines_launch, by id; NULL: none of its warps has come */
};

struct block_lines_observer *block_lines_observer_new(const struct gpu_config *config);
void block_lines_observer_free(struct block_lines_observer *reads);

/* Call residents_start before. */
void block_lines_observer_warp_started(struct block_lines_observer *reads,
                                       const struct resident *warp);
void block_lines_observer_warp_left(struct block_lines_observer *reads,
                                    const struct resident *warp);
void block_lines_observer_l1_access(void *data, const struct l1_access *access);

/* Writes the observer's results. */
void block_lines_observer_write(const void *state, const struct gpu *gpu, JsonBuilder *json);

#endif
