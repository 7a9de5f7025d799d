/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches, exits, and what can't be executed: exec_actions.
 *
 * Branches and exits move the SIMT stack (EXEC_CONTROL); the others are EXEC_ACTIONs.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CONTROL_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CONTROL_H

#include "workloads/ptx/exec/exec.h"

/* To target; lanes that disagree meet at reconverge. */
bool exec_branch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);
/* The same, of a branch that closes a loop: see spin.h. */
bool exec_branch_back(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out);
/* To one of the immediate targets of the kernel from op.target on, by source 0. */
bool exec_branch_table(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out);
/* exit, and ret of a kernel. */
bool exec_exit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out);
/* Faults with exec_op.text, a whole sentence, unless its guard is false in all lanes. */
bool exec_fault(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out);

#endif
