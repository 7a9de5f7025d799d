/* SPDX-License-Identifier: BSD-3-Clause */
/* What DAWS knows of a kernel's loops and of the loads in them, found by following a sampling warp
 * through each loop.
 *
 * - A loop's locality counter goes up with each load of its sampling warp that hits a line of its
 *   own or would have hit one that it has lost, and down with each other load. Loops with a
 * positive counter have locality, and their loads get entries.
 * - A load's divergence counter goes up when more than two active lanes make more than two
 *   accesses, and down when they make no more than two; above one the load is diverged.
 * - Loads that touch a line in the same iteration as another load count once with it: the
 * repetition detector remembers the lines of an iteration, and is cleared for the warp at the back
 * edge.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1.1,
 * 5.2, 5.2.1, 5.2.2, table 4. ASSUMED: a load of several accesses has locality if one of them has;
 * at most 64 loads and 32 loops are known of each of 8 kernels.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_CLASSIFIER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_CLASSIFIER_H

#include "policies/warp_scheduler/victim_tags.h"

enum {
    DAWS_LOOPS = 32,
    DAWS_LOADS = 64,
    DAWS_KERNELS = 8,
    DAWS_PENDING = 16, /* loads of a sampling warp on their way to L1 */
    DAWS_SETS = 8,     /* of the repetition detector: 64 entries, 8-way */
    DAWS_WAYS = 8,
    DAWS_NO_LOOP = -1
};

struct daws_loop {
    struct warp_loop place;
    int32_t locality;
    uint8_t sampler; /* slot; WARP_NONE */
    bool sampled;    /* it has had one */
};

struct daws_load {
    uint32_t pc;
    int32_t loop;
    int32_t divergence;
    uint32_t group; /* of loads that touch the same lines in an iteration */
};

/* A load that has been coalesced; its accesses follow. */
struct daws_pending {
    uint32_t pc, left;
    bool locality;
};

/* An entry of the repetition detector. */
struct daws_line {
    uint64_t line; /* + 1; 0: none */
    uint32_t pc;
    uint8_t slot;
};

/* What has been found out about a kernel. */
struct daws_kernel {
    uint64_t code;    /* which it is; 0: none */
    uint64_t started; /* order of its last start */
    struct daws_loop loops[DAWS_LOOPS];
    uint32_t n_loops;
    struct daws_load loads[DAWS_LOADS];
    uint32_t n_loads;
};

struct daws_classifier {
    struct daws_kernel kernels[DAWS_KERNELS];
    unsigned current; /* the one that runs */
    uint64_t starts;
    struct daws_pending pending[WARP_SLOTS][DAWS_PENDING];
    uint8_t n_pending[WARP_SLOTS], first_pending[WARP_SLOTS];
    struct daws_line lines[DAWS_SETS][DAWS_WAYS]; /* the last one first */
    struct victim_tags victims;
};

/* A kernel starts: from now on all is about it. What is known of it from earlier launches stays. */
void daws_kernel_started(struct daws_classifier *classifier, const struct warp_kernel *kernel);

static inline const struct daws_kernel *daws_now(const struct daws_classifier *classifier)
{
    return &classifier->kernels[classifier->current];
}

/* The innermost loop that contains the pc; DAWS_NO_LOOP. */
int32_t daws_loop_of(const struct daws_classifier *classifier, uint32_t pc);

/* A warp has issued the first instruction of the loop with so many active lanes. */
void daws_loop_begun(struct daws_classifier *classifier, int32_t loop, unsigned slot,
                     unsigned lanes);
/* ... is about to go back to it. */
void daws_loop_repeats(struct daws_classifier *classifier, int32_t loop, unsigned slot);
/* The warp is in no loop any more, or only in `inside` and those around it. */
void daws_loops_left(struct daws_classifier *classifier, unsigned slot, int32_t inside);

void daws_warp_started(struct daws_classifier *classifier, unsigned slot, uint64_t age);
void daws_coalesced(struct daws_classifier *classifier, unsigned slot, uint32_t pc, unsigned lanes,
                    unsigned transactions);
void daws_accessed(struct daws_classifier *classifier, const struct warp_access *access,
                   uint64_t age);

/* Lines that a warp with so many active lanes touches in an iteration of the loop; 0 if that has
 * no locality. */
uint32_t daws_footprint(const struct daws_classifier *classifier, int32_t loop, unsigned lanes);

#endif
