/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the lanes of a warp stand, from its SIMT stack. */
#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/run/issue.h"

void exec_standing(const struct warp_context *w, struct warp_standing *out)
{
    const struct simt_stack *stack = &((const struct exec_state *)w->state)->stack;
    *out = (struct warp_standing){.outer = w->pc};
    for (uint32_t i = stack->depth; i > 0; i--) {
        const struct simt_level *level = &stack->level[i - 1];
        lane_mask own = simt_own(stack, i - 1);
        if (own && out->n < WARP_LANES) {
            out->group[out->n].pc = i == stack->depth ? w->pc : level->pc;
            out->group[out->n++].lanes = own;
        }
    }
    for (uint32_t i = stack->depth; i > 0; i--)
        if (stack->level[i - 1].frame == 0) {
            out->outer = i == stack->depth ? w->pc : stack->level[i - 1].pc;
            return;
        }
}
