/* SPDX-License-Identifier: BSD-3-Clause */
/* The SIMT stack; see simt_stack.h. */
#include "workloads/ptx/simt_stack.h"

#include <glib.h>

void simt_init(struct simt_stack *stack, uint32_t pc, lane_mask lanes)
{
    stack->level[0] = (struct simt_level){.pc = pc, .reconverge = SIMT_NEVER, .lanes = lanes};
    stack->depth = 1;
}

void simt_settle(struct simt_stack *stack)
{
    while (stack->depth > 0) {
        const struct simt_level *top = &stack->level[stack->depth - 1];
        if (top->lanes != 0 && top->pc != top->reconverge)
            return;
        stack->depth--;
    }
}

static void push(struct simt_stack *stack, uint32_t pc, uint32_t reconverge, lane_mask lanes)
{
    if (pc == reconverge)
        return;
    g_assert(stack->depth < SIMT_MAX_LEVELS);
    stack->level[stack->depth++] =
        (struct simt_level){.pc = pc, .reconverge = reconverge, .lanes = lanes};
}

bool simt_branch(struct simt_stack *stack, lane_mask taken, uint32_t target, uint32_t next,
                 uint32_t reconverge)
{
    struct simt_level *top = &stack->level[stack->depth - 1];
    lane_mask fell = top->lanes & ~taken;
    if (taken == 0 || fell == 0 || target == next) {
        simt_go(stack, taken == 0 ? next : target);
        return false;
    }
    if (reconverge == top->reconverge)
        stack->depth--; /* the level below already waits there for these lanes */
    else
        top->pc = reconverge;
    push(stack, target, reconverge, taken);
    push(stack, next, reconverge, fell);
    return true;
}

void simt_exit(struct simt_stack *stack, lane_mask lanes, uint32_t next)
{
    stack->level[stack->depth - 1].pc = next;
    for (uint32_t i = 0; i < stack->depth; i++)
        stack->level[i].lanes &= ~lanes;
    simt_settle(stack);
}
