/* SPDX-License-Identifier: BSD-3-Clause */
/* The SIMT stack; see simt_stack.h. */
#include "workloads/ptx/exec/simt_stack.h"

#include <glib.h>
#include <string.h>

void simt_init(struct simt_stack *stack, struct simt_level *levels, uint32_t capacity, uint32_t pc,
               lane_mask lanes)
{
    levels[0] = (struct simt_level){.pc = pc, .reconverge = SIMT_NEVER, .lanes = lanes};
    *stack = (struct simt_stack){.depth = 1, .capacity = capacity, .level = levels};
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

static void push(struct simt_stack *stack, uint32_t pc, uint32_t reconverge, lane_mask lanes,
                 uint32_t frame)
{
    if (pc == reconverge)
        return;
    g_assert(stack->depth < stack->capacity);
    stack->level[stack->depth++] =
        (struct simt_level){.pc = pc, .reconverge = reconverge, .lanes = lanes, .frame = frame};
}

/* Prepares the top for lanes of it to be pushed that meet again at reconverge. */
static void wait_at(struct simt_stack *stack, uint32_t reconverge)
{
    struct simt_level *top = &stack->level[stack->depth - 1];
    if (reconverge == top->reconverge)
        stack->depth--; /* the level below already waits there for these lanes */
    else
        top->pc = reconverge;
}

bool simt_branch(struct simt_stack *stack, lane_mask taken, uint32_t target, uint32_t next,
                 uint32_t reconverge)
{
    const struct simt_level *top = &stack->level[stack->depth - 1];
    lane_mask fell = top->lanes & ~taken;
    uint32_t frame = top->frame;
    if (taken == 0 || fell == 0 || target == next) {
        simt_go(stack, taken == 0 ? next : target);
        return false;
    }
    wait_at(stack, reconverge);
    push(stack, target, reconverge, taken, frame);
    push(stack, next, reconverge, fell, frame);
    return true;
}

bool simt_branch_many(struct simt_stack *stack, const struct simt_group *groups, unsigned n,
                      uint32_t reconverge)
{
    uint32_t frame = simt_frame(stack);
    if (n == 1) {
        simt_go(stack, groups[0].target);
        return false;
    }
    wait_at(stack, reconverge);
    for (unsigned i = n; i-- > 0;)
        push(stack, groups[i].target, reconverge, groups[i].lanes, frame);
    return true;
}

void simt_call(struct simt_stack *stack, lane_mask lanes, uint32_t entry, uint32_t frame,
               lane_mask again, uint32_t next)
{
    struct simt_level *top = &stack->level[stack->depth - 1];
    uint32_t pc = top->pc, caller = top->frame;
    top->pc = next;
    if (again != 0)
        push(stack, pc, next, again, caller);
    push(stack, entry, SIMT_NEVER, lanes, frame);
}

void simt_return(struct simt_stack *stack, lane_mask lanes, uint32_t next)
{
    uint32_t frame = simt_frame(stack);
    stack->level[stack->depth - 1].pc = next;
    for (uint32_t i = 0; i < stack->depth; i++)
        if (stack->level[i].frame == frame)
            stack->level[i].lanes &= ~lanes;
    simt_settle(stack);
}

void simt_exit(struct simt_stack *stack, lane_mask lanes, uint32_t next)
{
    stack->level[stack->depth - 1].pc = next;
    for (uint32_t i = 0; i < stack->depth; i++)
        stack->level[i].lanes &= ~lanes;
    simt_settle(stack);
}

uint32_t simt_last_frame(const struct simt_stack *stack)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < stack->depth; i++)
        last = MAX(last, stack->level[i].frame);
    return last;
}

lane_mask simt_live(const struct simt_stack *stack)
{
    lane_mask live = 0;
    for (uint32_t i = 0; i < stack->depth; i++)
        live |= stack->level[i].lanes;
    return live;
}

lane_mask simt_own(const struct simt_stack *stack, uint32_t level)
{
    lane_mask above = 0;
    for (uint32_t i = level + 1; i < stack->depth; i++)
        above |= stack->level[i].lanes;
    return stack->level[level].lanes & ~above;
}

bool simt_has_room(const struct simt_stack *stack)
{
    return stack->depth + SIMT_MAX_LEVELS <= SIMT_LEVELS &&
           stack->depth + SIMT_MAX_LEVELS <= stack->capacity;
}

/* Takes lanes out of a level, which goes if that leaves none. */
static void take_out(struct simt_stack *stack, uint32_t level, lane_mask lanes)
{
    struct simt_level *l = &stack->level[level];
    l->lanes &= ~lanes;
    if (l->lanes != 0)
        return;
    stack->depth--;
    memmove(l, l + 1, (stack->depth - level) * sizeof *l);
}

void simt_raise(struct simt_stack *stack, uint32_t level)
{
    struct simt_level raised = stack->level[level];
    raised.lanes = simt_own(stack, level);
    g_assert(raised.lanes != 0 && level + 1 < stack->depth && stack->depth < stack->capacity);
    take_out(stack, level, raised.lanes);
    stack->level[stack->depth++] = raised;
    simt_settle(stack);
}

bool simt_merge(struct simt_stack *stack)
{
    bool merged = false;
    for (uint32_t i = stack->depth - 1; i-- > 0;) {
        struct simt_level *top = &stack->level[stack->depth - 1], *l = &stack->level[i];
        lane_mask own = simt_own(stack, i);
        if (own == 0 || l->pc != top->pc || l->frame != top->frame ||
            l->reconverge != top->reconverge)
            continue;
        top->lanes |= own;
        take_out(stack, i, own);
        merged = true;
    }
    return merged;
}
