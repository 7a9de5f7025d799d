/* SPDX-License-Identifier: BSD-3-Clause */
/* Lanes that go round a loop until another lane of their warp does something.
 *
 * The usual case is a lock: one lane holds it and waits, in lock step, for the others to leave the
 * loop in which they try to take it. Lanes are looked at only when they take a back edge while
 * others of their warp wait; that they repeat themselves is seen from registers that don't change:
 * first those of one lane, and if they don't, those of all. Only registers count that may still be
 * read: the others differ between the interpreter and compiled code.
 *
 * With a post-dominator stack (GPUs before Volta) that is a deadlock. It is reported after
 * launch.spin_limit rounds, not at once, since the loop may also wait for another warp.
 *
 * With launch.independent_lanes the waiting lanes are let go ahead, as Volta's independent thread
 * scheduling does, and come together again with the others at the next reconvergence point, or
 * where both are about to execute the same instruction. Before barriers the lanes behind come up
 * first, before shuffles and votes those that the membermask names: in lock step too, since lanes
 * that leave a loop where others end have no other place to meet.
 * Source: NVIDIA, "Tesla V100 GPU Architecture" (2017), "Independent Thread Scheduling", for what
 * is guaranteed: every lane makes progress. How hardware decides when to switch is not published;
 *   the rule here and its numbers are ASSUMED. Differs: lanes are taken apart only in such loops,
 * so that all others keep the reconvergence of a stack.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_SPIN_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_SPIN_H

#include "workloads/ptx/exec/exec.h"

/* After a back edge has been taken by all running lanes while others wait. False: the fault is set.
 */
bool exec_spin_round(struct warp_context *w, struct issued *out);

/* How many such back edges the running lanes, the same as before, may take without exec_spin_round:
 * it would only count them in exec_spin.rounds, as the caller then must. */
uint32_t exec_spin_free_rounds(const struct warp_context *w);

/* Before an instruction that wants the lanes of the warp together (exec_op.prepare), if they have
 * been taken apart. *held: other lanes go first, and the instruction isn't to be executed now.
 * False: the fault is set. */
bool exec_spin_gather(struct warp_context *w, const struct exec_op *op, bool *held,
                      struct issued *out);

#endif
