/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches and exits; see control.h. */
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/spin.h"

#include <glib.h>

bool exec_branch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    out->taken = lanes;
    out->diverged = simt_branch(&state->stack, lanes, op->target, w->pc + 1, op->reconverge);
    return true;
}

/* The same, of a branch that closes a loop. */
bool exec_branch_back(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    const struct simt_stack *stack = &exec_state_of(w)->stack;
    exec_branch(op, w, lanes, out);
    return stack->depth == 1 || simt_pc(stack) != op->target || exec_spin_round(w, out);
}

/* Adds a lane to the group that goes to target. */
static unsigned add_to_group(struct simt_group *groups, unsigned n, uint32_t target, unsigned lane)
{
    unsigned g = 0;
    while (g < n && groups[g].target != target)
        g++;
    if (g == n)
        groups[g] = (struct simt_group){.target = target};
    groups[g].lanes |= (lane_mask)1 << lane;
    return MAX(n, g + 1);
}

bool exec_branch_table(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const uint32_t *targets = exec_kernel_of(w)->targets + op->target;
    struct simt_group groups[WARP_LANES];
    unsigned n = 0;
    EACH_LANE (i, w->active & ~lanes)
        n = add_to_group(groups, n, w->pc + 1, i);
    EACH_LANE (i, lanes) {
        uint64_t index = exec_lane(&op->source[0], state, i);
        if (index >= (uint64_t)op->immediate) {
            out->fault_lane = (uint8_t)i;
            out->fault = g_strdup_printf("%s: index %" G_GUINT64_FORMAT
                                         " into a list of %" G_GINT64_FORMAT " targets",
                                         op->text, index, op->immediate);
            return false;
        }
        n = add_to_group(groups, n, targets[index], i);
    }
    out->taken = lanes;
    out->diverged = simt_branch_many(&state->stack, groups, n, op->reconverge);
    return true;
}

bool exec_exit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out)
{
    (void)op, (void)out;
    simt_exit(&exec_state_of(w)->stack, lanes, w->pc + 1);
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
