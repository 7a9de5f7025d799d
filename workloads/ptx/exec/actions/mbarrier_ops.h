/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers: exec_actions.
 *
 * They act at issue, lane after lane, as shared memory does. A try_wait that finds its phase
 * incomplete says so in issued.waits. Its predicate is then false, unless who issues lets the warp
 * wait and delivers another one.
 *
 * Source: PTX ISA 8.6, "Parallel Synchronization and Communication Instructions: mbarrier".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_MBARRIER_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_MBARRIER_OPS_H

#include "workloads/ptx/exec/actions/sync_form.h"

bool exec_mbarrier(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                   struct issued *out);
/* pending_count: of a state that an arrival has returned. */
bool exec_mbarrier_pending(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                           struct issued *out);

#endif
