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
 * Calls. A level belongs to a frame, a number that says whose registers its lanes use. A call
 * puts the callee's level, with a new frame, on top of the caller's, which waits behind the call
 * for the lanes that return. Reconvergence points are those of a function, so a level of a callee
 * never ends by reaching one of its caller's.
 *
 * Of the lanes that a split keeps apart each level has at least one for itself, so there are never
 * more than 2 * WARP_LANES - 1 levels and one for each call in progress.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_SIMT_STACK_H
#define SIMGPU_WORKLOADS_PTX_EXEC_SIMT_STACK_H

#include "workloads/instruction.h"

/* Reconvergence "point" of code whose lanes meet again only by exiting. */
#define SIMT_NEVER UINT32_MAX

/* Without calls: at most; and so many that independent scheduling has room. ASSUMED, the latter. */
enum { SIMT_MAX_LEVELS = 2 * WARP_LANES, SIMT_LEVELS = 4 * SIMT_MAX_LEVELS };

struct simt_level {
    uint32_t pc;         /* next instruction of these lanes */
    uint32_t reconverge; /* this level ends when pc gets here */
    lane_mask lanes;
    uint32_t frame;
};

struct simt_stack {
    uint32_t depth; /* levels in use; 0 when every lane has exited */
    uint32_t capacity;
    struct simt_level *level; /* capacity of them; borrowed */
};

/* lanes (not 0) start together at pc, in frame 0. */
void simt_init(struct simt_stack *stack, struct simt_level *levels, uint32_t capacity, uint32_t pc,
               lane_mask lanes);

/* The running lanes and their next pc; lanes is 0 when all have exited. */
static inline uint32_t simt_pc(const struct simt_stack *stack)
{
    return stack->depth > 0 ? stack->level[stack->depth - 1].pc : 0;
}

static inline lane_mask simt_lanes(const struct simt_stack *stack)
{
    return stack->depth > 0 ? stack->level[stack->depth - 1].lanes : 0;
}

/* The frame of the running lanes; 0 when all have exited. */
static inline uint32_t simt_frame(const struct simt_stack *stack)
{
    return stack->depth > 0 ? stack->level[stack->depth - 1].frame : 0;
}

/* The highest frame in use. */
uint32_t simt_last_frame(const struct simt_stack *stack);

/* Drops the levels at the top that are done: they have reached their reconvergence point, or
 * have no lanes left. */
void simt_settle(struct simt_stack *stack);

/* The running lanes, all of them, go on at pc. Returns whether that ended their level. */
static inline bool simt_go(struct simt_stack *stack, uint32_t pc)
{
    struct simt_level *top = &stack->level[stack->depth - 1];
    top->pc = pc;
    if (pc != top->reconverge)
        return false;
    simt_settle(stack);
    return true;
}

/* Of the running lanes, those in taken go to target and the others to next; both sides meet at
 * reconverge (SIMT_NEVER: only by exiting). Returns whether the lanes went both ways. */
bool simt_branch(struct simt_stack *stack, lane_mask taken, uint32_t target, uint32_t next,
                 uint32_t reconverge);

/* Of the running lanes, each group goes to its target (at most WARP_LANES groups, disjoint, none
 * empty, together all running lanes); all meet at reconverge. The first group runs first. Returns
 * whether there was more than one group. */
struct simt_group {
    uint32_t target;
    lane_mask lanes;
};
bool simt_branch_many(struct simt_stack *stack, const struct simt_group *groups, unsigned n,
                      uint32_t reconverge);

/* Of the running lanes, those in `lanes` (not 0) go to entry in a new frame. The running lanes go
 * on at `next` when they have returned, but first those in `again` (none of lanes) execute the same
 * call, at the current pc, once more. */
void simt_call(struct simt_stack *stack, lane_mask lanes, uint32_t entry, uint32_t frame,
               lane_mask again, uint32_t next);
/* The running lanes in `lanes` leave the running frame; the others, if any, go on at next. */
void simt_return(struct simt_stack *stack, lane_mask lanes, uint32_t next);

/* The running lanes in `lanes` exit; the others, if any, go on at next. */
void simt_exit(struct simt_stack *stack, lane_mask lanes, uint32_t next);

/* ---- Independent scheduling. Lanes that wait at a level below the top may be moved on top of
 * it: "own" lanes of a level are those that no level above it has. They then run alone as far as
 * the level's reconvergence point, and wait there as ever. ---- */

/* All lanes that have not exited. */
lane_mask simt_live(const struct simt_stack *stack);
/* The own lanes of a level. */
lane_mask simt_own(const struct simt_stack *stack, uint32_t level);
/* Whether there is room to move lanes and for all that they may then do. */
bool simt_has_room(const struct simt_stack *stack);
/* Moves the own lanes (some) of a level below the top on top of the stack. */
void simt_raise(struct simt_stack *stack, uint32_t level);
/* Joins to the running lanes those that would run next at the same pc, in the same frame and with
 * the same reconvergence point. Returns whether there were any. */
bool simt_merge(struct simt_stack *stack);

#endif
