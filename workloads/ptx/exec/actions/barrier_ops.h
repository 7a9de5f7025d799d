/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers of a block, and instructions that have nothing to compute: exec_actions.
 *
 * exec_op of a barrier: source 0 is its number, source 1, if given, the number of threads; a
 * reduction's last source is the predicate that it combines (MODIFIER_INVERT negates it). variant
 * is the enum barrier_kind. The SM does the waiting and hands a reduction's result to deliver().
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BARRIER_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BARRIER_OPS_H

#include "workloads/ptx/exec/exec.h"

bool exec_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out);
/* barrier.cluster, by variant. */
bool exec_cluster_barrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                          struct issued *out);
/* Fences (the hardware does the waiting), prefetches, warp barriers. */
bool exec_nothing(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out);

#endif
