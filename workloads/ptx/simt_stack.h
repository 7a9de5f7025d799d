/* SPDX-License-Identifier: BSD-3-Clause */
/* The SIMT stack of a warp: which lanes run where, and where they meet again.
 *
 * A branch whose lanes disagree splits them; both sides run one after the other (the fall-through
 * side first) until they reach the branch's immediate post-dominator, where they continue
 * together. The top of the stack is what runs now.
 * Source: W. Fung et al., "Dynamic Warp Formation and Scheduling for Efficient GPU Control Flow",
 *   MICRO 2007, section 2 (reconvergence stack with immediate post-dominators).
 * Differs: a side that starts at its reconvergence point is not pushed, and a level whose lanes
 *   would only wait at the reconvergence point of the level below is replaced rather than kept.
 *
 * Every split that is kept takes at least one lane away from a level, so there are never more
 * than WARP_LANES - 1 of them, with two levels each, above the first.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SIMT_STACK_H
#define SIMGPU_WORKLOADS_PTX_SIMT_STACK_H

#include "workloads/instruction.h"

/* Reconvergence "point" of code whose lanes meet again only by exiting. */
#define SIMT_NEVER UINT32_MAX

enum { SIMT_MAX_LEVELS = 2 * WARP_LANES };

struct simt_level {
    uint32_t pc;         /* next instruction of these lanes */
    uint32_t reconverge; /* this level ends when pc gets here */
    lane_mask lanes;
};

struct simt_stack {
    uint32_t depth; /* levels in use; 0 when every lane has exited */
    struct simt_level level[SIMT_MAX_LEVELS];
};

/* lanes (not 0) start together at pc. */
void simt_init(struct simt_stack *stack, uint32_t pc, lane_mask lanes);

/* The running lanes and their next pc; lanes is 0 when all have exited. */
static inline uint32_t simt_pc(const struct simt_stack *stack)
{
    return stack->depth > 0 ? stack->level[stack->depth - 1].pc : 0;
}

static inline lane_mask simt_lanes(const struct simt_stack *stack)
{
    return stack->depth > 0 ? stack->level[stack->depth - 1].lanes : 0;
}

/* Drops the levels at the top that are done: they have reached their reconvergence point, or
 * have no lanes left. */
void simt_settle(struct simt_stack *stack);

/* The running lanes, all of them, go on at pc. */
static inline void simt_go(struct simt_stack *stack, uint32_t pc)
{
    struct simt_level *top = &stack->level[stack->depth - 1];
    top->pc = pc;
    if (pc == top->reconverge)
        simt_settle(stack);
}

/* Of the running lanes, those in taken go to target and the others to next; both sides meet at
 * reconverge (SIMT_NEVER: only by exiting). Returns whether the lanes went both ways. */
bool simt_branch(struct simt_stack *stack, lane_mask taken, uint32_t target, uint32_t next,
                 uint32_t reconverge);

/* The running lanes in `lanes` exit; the others, if any, go on at next. */
void simt_exit(struct simt_stack *stack, lane_mask lanes, uint32_t next);

#endif
