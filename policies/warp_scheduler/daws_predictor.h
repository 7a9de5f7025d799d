/* SPDX-License-Identifier: BSD-3-Clause */
/* Divergence-aware warp scheduling (DAWS): the part that its two schedulers share. Warps may load
 * only while the lines that they will probably reuse in their loops fit in L1.
 *
 * Each time a warp issues the first instruction of a loop with locality, DAWS predicts its
 * footprint from the loop's loads (daws_table.h) and the warp's active lanes. So the footprint
 * shrinks as lanes leave. DAWS sums the footprints from the oldest warp on. Warps behind the
 * effective size of the cache may not load from global or local memory. The order of warps is
 * greedy then oldest.
 *
 * - An inner loop's footprint takes the place of the outer one's. It stays when the warp leaves the
 *   inner loop, and is renewed at the outer loop's iterations (5.1.3).
 * - Here loops have no instruction of their own that marks their begin (5.1). So a load may be a
 *   loop's first instruction. Its footprint is there before it issues.
 * - While some warp has a footprint, a load outside loops counts as one of the next loop (5.1.2).
 * - Footprints are cleared when the warp leaves its loops, and at barriers (5.1).
 * - While one warp's footprint in a loop is too large by itself, no warp in that loop counts (5.1).
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.1
 * and 7.1, table 4. ASSUMED:
 * - "Too large" is larger than the effective size; else the oldest warp would wait for ever.
 * - A warp without a footprint is never held back.
 * - The footprints of warps that are held back count for the warps behind them.
 * - If kernels run side by side, DAWS looks after the last one to start on the SM only.
 * - A call out of a loop leaves it.
 * Units: cache lines.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_PREDICTOR_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_PREDICTOR_H

#include "policies/warp_scheduler/daws_classifier.h"
#include "policies/warp_scheduler/throttle.h"

struct daws_prediction {
    uint32_t lines;
    int32_t loop; /* DAWS_NO_LOOP */
};

/* A warp of traced code has gone back. If one of its lanes does so, this was a loop's back edge. */
struct daws_return {
    uint32_t begin, last, mask; /* mask 0: none */
};

/* The state of daws and daws_profiled. */
struct daws {
    struct throttle throttle;
    uint32_t effective_lines;
    bool control_flow;         /* count active lanes, not all */
    bool detects;              /* fill the table while the kernel runs */
    uint32_t launch;           /* the last one to start */
    uint8_t order[WARP_SLOTS]; /* resident slots, oldest first */
    unsigned n;
    int32_t loop[WARP_SLOTS]; /* innermost loop of the warp's last instruction */
    struct daws_prediction predictions[WARP_SLOTS];
    struct daws_return returns[WARP_SLOTS];
    struct daws_table table;
    struct daws_classifier classifier;
};

/* The parameters that both schedulers have come first in their tables. */
enum { DAWS_ASSOC_FACTOR, DAWS_CONTROL_FLOW, DAWS_ORDER, DAWS_OWN_PARAMETERS };
#define DAWS_PARAMETERS                                                                            \
    [DAWS_ASSOC_FACTOR] = POLICY_REAL_ROW("assoc_factor", "1", 0.6, 0, 8,                          \
                                          "kAssocFactor: the part of L1's lines that counts, as "  \
                                          "L1 is not fully associative; DAWS, table 4 and 7.3"),   \
    [DAWS_CONTROL_FLOW] = POLICY_BOOLEAN_ROW(                                                      \
        "control_flow", true, "false: count as if all lanes were active in loops; DAWS, 7.1"),     \
    [DAWS_ORDER] = THROTTLE_ORDER_ROW("DAWS, 7.1")

void daws_init(struct daws *daws, const struct sm_policy_site *site,
               const struct policy_values *values);

/* Functions of warp_scheduler_ops; the state is a struct daws. The others are throttle.h's. */
void daws_warp_started(void *state, unsigned slot, const struct warp_view *view);
void daws_warp_finished(void *state, unsigned slot, const struct warp_view *view);
void daws_barrier_entered(void *state, unsigned slot, const struct warp_view *view);
void daws_kernel_started(void *state, const struct warp_kernel *kernel,
                         const struct warp_view *view);
void daws_executed(void *state, unsigned slot, const struct warp_executed *what,
                   const struct warp_view *view);

#endif
