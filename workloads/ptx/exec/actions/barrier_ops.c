/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers; see barrier_ops.h. */
#include "workloads/ptx/exec/actions/barrier_ops.h"

bool exec_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out)
{
    if (lanes == 0)
        return true;
    const struct exec_state *state = exec_state_of(w);
    unsigned first = (unsigned)__builtin_ctz(lanes), n_sources = op->n_sources;
    out->barrier_kind = op->variant;
    out->barrier_true = 0;
    if (op->variant >= BARRIER_AND) {
        lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
        out->barrier_true = (exec_mask(&op->source[--n_sources], state) ^ invert) & lanes;
    }
    out->barrier_id = (uint32_t)exec_lane(&op->source[0], state, first);
    if (n_sources > 1)
        out->barrier_threads = (uint32_t)exec_lane(&op->source[1], state, first);
    return true;
}

bool exec_cluster_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                          struct issued *out)
{
    (void)w, (void)lanes;
    out->barrier_kind = op->variant;
    return true;
}

bool exec_nothing(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out)
{
    (void)op, (void)w, (void)lanes, (void)out;
    return true;
}
