/* SPDX-License-Identifier: BSD-3-Clause */
/* The knowledge of DAWS about kernels: their loops, and the static load classification table. From
 * this table it predicts a warp's footprint in a loop. The detector (daws_classifier.h) fills the
 * table while the kernel runs, or a profile does (daws_profile.h).
 *
 * The compiler gives a kernel's loops, by number. Those of traced code are not known beforehand:
 * each becomes known when a warp first goes back to its begin.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1,
 * 5.1.1, 5.1.3. Differs: the nesting of loops is known, and not guessed from pcs. For code in its
 * usual order both give the same. ASSUMED:
 * - The table has at most 64 loads and 32 loops for each of 16 kernels, and misses further ones
 * (the paper: 26 loads, 5 loops).
 * - The knowledge about a kernel holds for all its launches.
 * - The first 255 characters of a name count.
 * - A loop of traced code lies between the lowest and the highest pc of its back edges.
 * Units: cache lines.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_TABLE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_TABLE_H

#include "policies/warp_scheduler/warp_scheduler.h"

enum { DAWS_LOOPS = 32, DAWS_LOADS = 64, DAWS_KERNELS = 16, DAWS_NAME = 256, DAWS_NO_LOOP = -1 };

struct daws_loop {
    struct warp_loop place;
    int32_t locality; /* above 0: the loop has intra-warp locality */
    uint8_t sampler;  /* slot of its sampling warp; WARP_NONE */
    bool sampled;     /* it has had a sampling warp */
};

struct daws_load {
    uint32_t pc, begin; /* its own pc, and that of its loop's begin */
    int32_t divergence; /* above 1: diverged */
    uint32_t group;     /* repetition id: of loads that touch the same lines in an iteration */
};

struct daws_kernel {
    char name[DAWS_NAME]; /* "": the place is free */
    uint64_t started;     /* order of its last start */
    bool loops_known;     /* the compiler gave them */
    uint32_t n_loops, n_loads;
    struct daws_loop loops[DAWS_LOOPS];
    struct daws_load loads[DAWS_LOADS];
};

struct daws_table {
    struct daws_kernel kernels[DAWS_KERNELS];
    unsigned current; /* index of the kernel that runs */
    uint64_t starts;
};

static inline struct daws_kernel *daws_now(struct daws_table *table)
{
    return &table->kernels[table->current];
}

/* The kernel of that name. If it has none, an empty place: a free one, or else that of the kernel
 * whose last start is the longest ago. */
struct daws_kernel *daws_table_kernel(struct daws_table *table, const char *name);

/* A kernel starts. From now on all calls are about it. Knowledge about its loads stays. */
void daws_table_start(struct daws_table *table, const struct warp_kernel *kernel);

/* A warp has gone back from a pc to a lower one, so there is a loop. */
void daws_loop_found(struct daws_kernel *kernel, uint32_t begin, uint32_t last);

/* Finds the nesting of loops by their extent, for code without a compiler's loops. */
void daws_loops_nest(struct daws_kernel *kernel);

/* The innermost loop that has the pc between its ends; DAWS_NO_LOOP. For traced code. */
int32_t daws_loop_at(const struct daws_kernel *kernel, uint32_t pc);
/* The loop that begins there; DAWS_NO_LOOP. */
int32_t daws_loop_of_begin(const struct daws_kernel *kernel, uint32_t begin);
/* The next loop in program order. */
int32_t daws_closest_loop(const struct daws_kernel *kernel, uint32_t pc);

/* Whether `loop` is `inside` or around it. */
bool daws_is_around(const struct daws_kernel *kernel, int32_t loop, int32_t inside);
/* The outermost loop around this loop; DAWS_NO_LOOP for DAWS_NO_LOOP. */
int32_t daws_outermost(const struct daws_kernel *kernel, int32_t loop);

/* The load's entry; NULL: it has none. daws_load_add makes one, in a group of its own; NULL: there
 * is no room. */
struct daws_load *daws_load_at(struct daws_kernel *kernel, uint32_t pc);
struct daws_load *daws_load_add(struct daws_kernel *kernel, uint32_t pc, uint32_t begin);
/* Loads that touch the same lines: their groups become one. */
void daws_loads_join(struct daws_kernel *kernel, uint32_t pc, uint32_t other);

/* Lines that a warp with so many active lanes touches in an iteration; 0 if the loop has no
 * locality. */
uint32_t daws_footprint(const struct daws_kernel *kernel, int32_t loop, unsigned lanes);

#endif
