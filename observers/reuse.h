/* SPDX-License-Identifier: BSD-3-Clause */
/* Reuse distances in L1D: the observer "reuse".
 *
 * A load accesses a line. Its reuse distance is the number of different other lines of the set that
 * loads of the SM have accessed since the line's last access. An LRU cache with more ways than that
 * hits. The distance is exact (stack_distance.h). The first access since L1D was last emptied has
 * none and is cold. Each access counts in a bucket of its kernel. It also counts in a bucket of the
 * instruction that inserted the line, that is, the one whose access missed it last.
 *
 * Source: S.-Y. Lee, "Intelligent Scheduling and Memory Management Techniques for Modern GPU
 *   Architectures" (dissertation, Arizona State University 2017), section 5.1, Figures 5.3 and 5.4:
 *   distances within a set (its Figure 5.2), by the inserting instruction.
 * Differs: buckets are powers of two; the text does not give the figure's. Strong and uncached
 *   loads, stores and atomics do not count as accesses. Loads that a bypass policy sends past L1D
 * do, but they insert no line. Merges with a fetch under way count, too. A cold access counts for
 * the instruction that makes it. The kernel is that of the access. Units: lines; accesses are
 * transactions.
 */
#ifndef SIMGPU_OBSERVERS_REUSE_H
#define SIMGPU_OBSERVERS_REUSE_H

#include "models/cache/tag_array.h"
#include "observers/line_table.h"
#include "observers/observation.h"
#include "observers/residents.h"
#include "observers/stack_distance.h"

extern const struct observer_kind reuse_kind;

/* 0, 1, 2 to 3, 4 to 7, ...; the last bucket holds all longer distances. */
enum { REUSE_BUCKETS = 18 };

struct reuse_counts {
    uint64_t cold;
    uint64_t by_distance[REUSE_BUCKETS];
};

struct reuse_pc {
    struct observed_pc head;
    struct reuse_counts counts;
};

struct reuse_kernel {
    struct observed_kernel head;
    struct reuse_counts counts;
};

struct reuse_line {
    struct line_head head; /* value: its number in reuse_sm.lines + 1 */
    uint32_t inserted_by;  /* observed_pc.index */
};

struct reuse_sm {
    struct line_table table;  /* of reuse_line, by line number */
    struct stack_line *lines; /* by number */
    uint32_t n_lines, room;   /* of lines */
    struct stack_distance *sets;
};

struct reuse {
    struct residents residents; /* of reuse_kernel and reuse_pc */
    struct tag_array tags;      /* without lines: it maps lines to sets */
    bool texture_cache;         /* texture fetches don't come to L1D */
    struct reuse_counts all;    /* of all kernels */
    struct reuse_sm *sms;
};

struct reuse *reuse_new(const struct gpu_config *config);
void reuse_free(struct reuse *reuse);
void reuse_listen(struct observer *observer);
void reuse_write(const void *state, const struct gpu *gpu, JsonBuilder *json);
void reuse_l1_access(void *data, const struct l1_access *access);
void reuse_l1_dropped(void *data, unsigned sm, uint64_t cycle, uint64_t from_address);

/* How many accesses that are not cold have less than this distance. It begins a bucket. */
uint64_t reuse_below(const struct reuse_counts *counts, uint32_t distance);
/* The bucket of a distance. */
unsigned reuse_bucket(uint32_t distance);
/* The bucket of the median distance of accesses that are not cold; -1: there are none. */
int reuse_median_bucket(const struct reuse_counts *counts);

#endif
