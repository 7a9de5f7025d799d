/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a launch's reads is known before it runs, and what its blocks then read: the observer
 * "block_lines".
 *
 * Before a launch the front end is asked for the lines of device memory that each block reads
 * (policies/block_lines.h). While it runs, the lines that each block does read are noted, and
 * whether the load that read one was said to be known. So the two can be held against each other,
 * line by line and block by block.
 *
 * Source: D. Tripathy et al., "PAVER: Locality Graph-Based Thread Block Scheduling for GPUs", ACM
 *   TACO 18(3), 2021, section 3: what blocks share (Figure 5, Table 2), found before the launch.
 * Units: lines of 128 bytes.
 */
#ifndef SIMGPU_OBSERVERS_BLOCK_READS_H
#define SIMGPU_OBSERVERS_BLOCK_READS_H

#include "observers/line_table.h"
#include "observers/observation.h"
#include "observers/residents.h"

extern const struct observer_kind block_reads_kind;

enum {
    BLOCK_READS_MATRIX = 64,   /* blocks: a mask's bits */
    BLOCK_READS_LAUNCHES = 256 /* the first so many are looked at */
};

struct block_lines;

/* A line that a block has read; the key has both. */
struct block_read {
    struct line_head head; /* value: enum block_read_flag */
};

enum block_read_flag {
    BLOCK_READ_COUNTED = 1,
    BLOCK_READ_BY_KNOWN = 2 /* by a load that is known, and so the line should be */
};

struct block_reads_counts {
    uint64_t known;      /* pairs of a block and a line that it was known to read */
    uint64_t read;       /* pairs of a block and a line that it has read */
    uint64_t both;       /* ... of which both are true */
    uint64_t unforeseen; /* read by loads that are known, but not known: 0 */
};

struct block_reads_launch {
    uint32_t id;
    char *name;
    uint64_t blocks, warps_left;
    struct block_lines *lines; /* NULL: the front end can't say, or the launch has ended */
    bool *unknown;             /* by pc: loads that are not known; with lines */
    struct line_table seen;    /* of block_read */
    struct block_reads_counts counts;
    bool can_say;
    uint32_t reads_known, reads_unknown;
    uint32_t *known_of, *shared_of; /* by block: lines; and those that others also read */
    uint64_t shared_blocks;         /* with such lines */
    uint64_t matrix[BLOCK_READS_MATRIX][BLOCK_READS_MATRIX]; /* [i][j], j <= i: as in sharing.h */
};

struct block_reads {
    struct residents residents; /* of observed_kernel */
    GPtrArray *launches;        /* of block_reads_launch, by id; NULL: none of its warps has come */
};

struct block_reads *block_reads_new(const struct gpu_config *config);
void block_reads_free(struct block_reads *reads);

/* residents_start has been called. */
void block_reads_warp_started(struct block_reads *reads, const struct resident *warp);
void block_reads_warp_left(struct block_reads *reads, const struct resident *warp);
void block_reads_l1_access(void *data, const struct l1_access *access);

/* Writes what the observer has found. */
void block_reads_write(const void *state, const struct gpu *gpu, JsonBuilder *json);

#endif
