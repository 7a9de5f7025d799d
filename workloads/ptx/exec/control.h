/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches, exits, barriers, and what can't be executed: exec_actions.
 *
 * Branches and exits move the SIMT stack (EXEC_CONTROL); the others are EXEC_ACTIONs.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_CONTROL_H
#define SIMGPU_WORKLOADS_PTX_EXEC_CONTROL_H

#include "workloads/ptx/exec/exec.h"

/* To target; lanes that disagree meet at reconverge. */
bool exec_branch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);
/* exit, and ret of a kernel. */
bool exec_exit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out);
/* Sources: barrier number, and the number of threads if given. */
bool exec_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out);
/* Fences (the hardware does the waiting), prefetches, warp barriers: nothing to compute. */
bool exec_nothing(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out);
/* Faults with exec_op.text, a whole sentence, unless its guard is false in all lanes. */
bool exec_fault(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out);

#endif
