/* SPDX-License-Identifier: BSD-3-Clause */
/* The dynamic load classifier of DAWS. It follows a sampling warp through each loop of a kernel,
 * and so learns about the loop and the loads in it.
 *
 * - The first warp with more than two active lanes that enters a loop is its sampling warp. When it
 *   has left, the next warp that enters with two or more lanes is.
 * - A loop's locality counter goes up with a load of its sampling warp that hits a line of the
 *   warp's own, or would have hit one that it has lost. It goes down with each other load. Loops
 *   with a positive counter have locality, and their loads get entries in the table.
 * - A load's divergence counter goes up when more than two active lanes make more than two
 *   accesses, and down when they make no more than two.
 * - Loads that touch a line in the same iteration share a repetition id: the repetition detector
 *   remembers an iteration's lines, and forgets the warp's at the back edge.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.2,
 * 5.2.1, 5.2.2, table 4. Differs: a line that comes to L1 after its warp's back edge still belongs
 * to the iteration that asked for it. ASSUMED: a load of several accesses has locality if one of
 * them has. A hit on a line on its way to L1 (merged) has none. Units: none.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_CLASSIFIER_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_CLASSIFIER_H

#include "policies/warp_scheduler/daws_table.h"
#include "policies/warp_scheduler/victim_tags.h"

enum {
    DAWS_PENDING = 16, /* loads of a sampling warp on their way to L1 */
    DAWS_MAX_LINES = 256
};

/* A load that has been coalesced. Its accesses follow. */
struct daws_pending {
    uint32_t pc, left;
    int32_t loop;
    uint32_t trip;
    bool locality;
};

/* An entry of the repetition detector. It is empty when its warp has gone on to another trip. */
struct daws_line {
    uint64_t line; /* + 1; 0: none */
    uint32_t pc, trip;
    uint8_t slot;
};

struct daws_classifier {
    int32_t loop[WARP_SLOTS];  /* loop of the load that the warp has just issued */
    uint32_t trip[WARP_SLOTS]; /* goes up at back edges, and when a sampling warp leaves */
    struct daws_pending pending[WARP_SLOTS][DAWS_PENDING];
    uint8_t n_pending[WARP_SLOTS], first_pending[WARP_SLOTS];
    uint32_t sets, ways;                    /* of the repetition detector */
    struct daws_line lines[DAWS_MAX_LINES]; /* by set, the last one first */
    struct victim_tags victims;
};

/* lines: entries of the repetition detector; `ways` at a time form a set. */
void daws_classifier_init(struct daws_classifier *classifier, uint32_t lines, uint32_t ways);
void daws_classifier_kernel_started(struct daws_classifier *classifier);
void daws_classifier_warp_started(struct daws_classifier *classifier, unsigned slot, uint64_t age);

/* A warp enters the loop with so many active lanes. */
void daws_loop_entered(struct daws_kernel *kernel, int32_t loop, unsigned slot, unsigned lanes);
/* A warp is about to go back to the loop's begin. */
void daws_loop_repeats(struct daws_classifier *classifier, const struct daws_kernel *kernel,
                       int32_t loop, unsigned slot);
/* A warp is in no loop any more, or only in `inside` and the loops around it. */
void daws_loops_left(struct daws_classifier *classifier, struct daws_kernel *kernel, unsigned slot,
                     int32_t inside);

void daws_coalesced(struct daws_classifier *classifier, struct daws_kernel *kernel, unsigned slot,
                    uint32_t pc, unsigned lanes, unsigned transactions);
void daws_accessed(struct daws_classifier *classifier, struct daws_kernel *kernel,
                   const struct warp_access *access, uint64_t age);

#endif
