/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches, exits, barriers; see control.h. */
#include "workloads/ptx/exec/control.h"

#include <glib.h>

bool exec_branch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    out->taken = lanes;
    out->diverged = simt_branch(&state->stack, lanes, op->target, w->pc + 1, op->reconverge);
    return true;
}

bool exec_exit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out)
{
    (void)op, (void)out;
    simt_exit(&exec_state_of(w)->stack, lanes, w->pc + 1);
    return true;
}

bool exec_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out)
{
    if (lanes == 0)
        return true;
    const struct exec_state *state = exec_state_of(w);
    unsigned first = (unsigned)__builtin_ctz(lanes);
    out->barrier_id = (uint32_t)exec_lane(&op->source[0], state, first);
    if (op->n_sources > 1)
        out->barrier_threads = (uint32_t)exec_lane(&op->source[1], state, first);
    return true;
}

bool exec_nothing(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out)
{
    (void)op, (void)w, (void)lanes, (void)out;
    return true;
}

bool exec_fault(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out)
{
    (void)w;
    if (lanes == 0)
        return true;
    out->fault = g_strdup(op->text);
    return false;
}
