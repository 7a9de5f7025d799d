/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions that look across the lanes of a warp, and moves between registers of different
 * width: exec_alus.
 *
 * Source: PTX ISA: shfl.sync, vote.sync, activemask, match.sync, redux.sync, elect.sync, mov
 * (vectors), cvta, isspacep. Differs: lanes named in a membermask but not active are not waited
 * for; shfl from a lane that doesn't take part reads that lane's register.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_WARP_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_WARP_OPS_H

#include "workloads/ptx/exec/exec.h"
#include "workloads/shuffle_lane.h"

/* exec_op.variant: enum shuffle_mode (shuffle_lane.h). Sources a, b, c. Destination 1, if any:
 * whether the source lane was in range. */
void exec_shuffle(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

enum vote_mode { VOTE_ALL, VOTE_ANY, VOTE_UNIFORM, VOTE_BALLOT };
/* Source 0: a predicate; MODIFIER_INVERT negates it. Source 1, if any: the membermask. */
void exec_vote(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

void exec_active_mask(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* match.any: the lanes with the same value. Sources: value, membermask. */
void exec_match_any(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* match.all: all of them if they have one value, else none. Destination 1, if any: whether. */
void exec_match_all(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

enum reduction {
    REDUCE_ADD,
    REDUCE_MIN_U32,
    REDUCE_MAX_U32,
    REDUCE_MIN_S32,
    REDUCE_MAX_S32,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    REDUCE_MIN_F32,
    REDUCE_MAX_F32
};
/* redux: over the lanes of the membermask. Sources: value, membermask. Of .f32, immediate 1 (.NaN):
 * one NaN makes the result one; else NaNs do not count. MODIFIER_ABS: of absolute values. */
void exec_reduce(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* elect: the first lane of the membermask, and whether this is it. Source: membermask. */
void exec_elect(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* One 64- or 32-bit register from equal parts, and back; the first part is the lowest. */
void exec_pack(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
void exec_unpack(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* mov of a vector to a vector: all sources are read first. */
void exec_move_each(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* cvta: adds exec_op.immediate. */
void exec_add_immediate(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* wmma.address: source 0 and immediate, and what the lane's part of a matrix is behind it. Source
 * 1: the stride. exec_op.target: the code of a struct wmma_address. */
void exec_fragment_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* isspacep: whether the address is in the window immediate (0: global). */
void exec_in_window(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
