/* SPDX-License-Identifier: BSD-3-Clause */
/* Which warps and blocks share the data that a launch reads: the observer "sharing".
 *
 * At the end of a launch, each line of device memory that its loads read is in one of four classes:
 * - one warp alone read it;
 * - several warps of one block did;
 * - several blocks did, in each of them one warp;
 * - several warps of a block and several blocks did.
 * A class counts lines, and the reads of them. For the first blocks of the grid a matrix has the
 * number of lines that each two of them share. A kernel's numbers are sums over its launches.
 *
 * Source: Tripathy, Abdolrashidi, Bhuyan, Zhou, Wong, "PAVER: Locality Graph-based Thread Block
 *   Scheduling for GPUs" (ACM TACO 2021), section 2.2, Figure 2; the matrix has the weights of its
 *   locality graph (section 3).
 * Differs: PAVER finds the graph's weights in the kernel's code. Here they come from the reads.
 * Units: lines of 128 bytes; reads are transactions of loads, whether or not L1 has the line, and
 *   texture fetches.
 */
#ifndef SIMGPU_OBSERVERS_SHARING_H
#define SIMGPU_OBSERVERS_SHARING_H

#include "observers/line_table.h"
#include "observers/observation.h"
#include "observers/residents.h"

extern const struct observer_kind sharing_kind;

enum { SHARING_BLOCKS = 64 /* of the matrix: a mask's bits */ };

/* As bits: several warps of a block; several blocks. */
enum sharing_class {
    SHARING_NONE,
    SHARING_INTRA_BLOCK = 1,
    SHARING_INTER_BLOCK = 2,
    SHARING_BOTH = 3,
    SHARING_CLASSES
};

struct sharing_counts {
    uint64_t reads[SHARING_CLASSES], lines[SHARING_CLASSES];
    uint64_t matrix[SHARING_BLOCKS][SHARING_BLOCKS]; /* [i][j], j <= i: lines that both read */
};

struct sharing_kernel {
    struct observed_kernel head;
    uint64_t local_reads;         /* of local memory, which is a thread's own */
    uint64_t most_blocks;         /* of a launch */
    struct sharing_counts counts; /* of launches that have ended */
};

/* A line that a launch has read. */
struct shared_line {
    struct line_head head; /* value: the last warp in its block, and the class so far below it */
    uint64_t last_block, reads;
    uint64_t first_blocks; /* of the first SHARING_BLOCKS, those that have read it */
};

/* A line that a resident block has read. */
struct block_line {
    struct line_head head; /* key: the line and the block's slot in the SM; value: the number of the
                              first warp that has read it. A record of a warp of an earlier block in
                              the slot does not count. */
};

struct sharing_launch {
    struct sharing_kernel *kernel;
    uint64_t warps_left;
    struct line_table lines; /* of shared_line */
};

struct sharing {
    struct residents residents; /* of sharing_kernel */
    GPtrArray *launches;        /* of sharing_launch, by id; NULL: not begun, or ended */
    unsigned live;              /* launches that have begun and not ended */
    struct line_table *blocks;  /* by SM: of block_line */
};

struct sharing *sharing_new(const struct gpu_config *config);
void sharing_free(struct sharing *sharing);
void sharing_listen(struct observer *observer);
void sharing_write(const void *state, const struct gpu *gpu, JsonBuilder *json);

/* Call residents_start before. */
void sharing_warp_started(struct sharing *sharing, const struct resident *warp);
void sharing_warp_left(struct sharing *sharing, const struct resident *warp);
void sharing_l1_access(void *data, const struct l1_access *access);
/* The sum for a kernel, with launches that have not ended. g_free. */
struct sharing_counts *sharing_sum(const struct sharing *sharing,
                                   const struct sharing_kernel *kernel);

#endif
