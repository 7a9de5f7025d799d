/* SPDX-License-Identifier: BSD-3-Clause */
/* What DAWS knows of kernels: their loops, and the static load classification table, from which a
 * warp's footprint in a loop is predicted. The detector (daws_classifier.h) fills it while the
 * kernel runs, or a profile does (daws_profile.h).
 *
 * A kernel's loops are its compiler's, by number. Those of traced code are not known
 * beforehand: each becomes known when a warp first goes back to its begin.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1,
 * 5.1.1, 5.1.3. Differs: which loop is inside which is known, not guessed by comparing pcs;
 * for code in its usual order that is the same. ASSUMED: at most 64 loads and 32 loops are known of
 * each of 16 kernels, further ones are not seen (the paper: 26 loads, 5 loops); what is known of a
 * kernel holds for all its launches; names are told apart by their first 255 characters; a loop
 * of traced code lies between the lowest and the highest pc of its back edges.
 * Units: cache lines.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_TABLE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_TABLE_H

#include "policies/warp_scheduler/warp_scheduler.h"

enum { DAWS_LOOPS = 32, DAWS_LOADS = 64, DAWS_KERNELS = 16, DAWS_NAME = 256, DAWS_NO_LOOP = -1 };

struct daws_loop {
    struct warp_loop place;
    int32_t locality; /* above 0: the loop has intra-warp locality */
    uint8_t sampler;  /* slot of the warp that is followed; WARP_NONE */
    bool sampled;     /* it has had one */
};

struct daws_load {
    uint32_t pc, begin; /* its own, and that of its loop's begin */
    int32_t divergence; /* above 1: diverged */
    uint32_t group;     /* repetition id: of loads that touch the same lines in an iteration */
};

struct daws_kernel {
    char name[DAWS_NAME]; /* "": the place is free */
    uint64_t started;     /* order of its last start */
    bool loops_known;     /* by the compiler */
    uint32_t n_loops, n_loads;
    struct daws_loop loops[DAWS_LOOPS];
    struct daws_load loads[DAWS_LOADS];
};

struct daws_table {
    struct daws_kernel kernels[DAWS_KERNELS];
    unsigned current; /* the one that runs */
    uint64_t starts;
};

static inline struct daws_kernel *daws_now(struct daws_table *table)
{
    return &table->kernels[table->current];
}

/* The kernel of that name, or an empty one in its place: a free one, else that of the kernel whose
 * last start is the longest ago. */
struct daws_kernel *daws_table_kernel(struct daws_table *table, const char *name);

/* A kernel starts: from now on all is about it. What is known of its loads stays. */
void daws_table_start(struct daws_table *table, const struct warp_kernel *kernel);

/* A warp has gone back from a pc to a lower one: there is a loop. */
void daws_loop_found(struct daws_kernel *kernel, uint32_t begin, uint32_t last);

/* Loops inside each other by their extent, where nobody says it. */
void daws_loops_nest(struct daws_kernel *kernel);

/* The innermost loop between whose ends the pc is; DAWS_NO_LOOP. For traced code. */
int32_t daws_loop_at(const struct daws_kernel *kernel, uint32_t pc);
/* The one that begins there; DAWS_NO_LOOP. */
int32_t daws_loop_of_begin(const struct daws_kernel *kernel, uint32_t begin);
/* The next one in program order. */
int32_t daws_closest_loop(const struct daws_kernel *kernel, uint32_t pc);

/* Whether `loop` is `inside` or around it. */
bool daws_is_around(const struct daws_kernel *kernel, int32_t loop, int32_t inside);
/* The loop that is around it and in none; DAWS_NO_LOOP for that itself. */
int32_t daws_outermost(const struct daws_kernel *kernel, int32_t loop);

/* The load's entry, new ones in a group of their own; NULL: none, and no room. */
struct daws_load *daws_load_at(struct daws_kernel *kernel, uint32_t pc);
struct daws_load *daws_load_add(struct daws_kernel *kernel, uint32_t pc, uint32_t begin);
/* Loads that touch the same lines: their groups become one. */
void daws_loads_join(struct daws_kernel *kernel, uint32_t pc, uint32_t other);

/* Lines that a warp with so many active lanes touches in an iteration; 0 if the loop has no
 * locality. */
uint32_t daws_footprint(const struct daws_kernel *kernel, int32_t loop, unsigned lanes);

#endif
