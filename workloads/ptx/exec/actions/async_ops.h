/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies from global to shared memory (cp.async): exec_actions.
 *
 * exec_op: source 0 is the global address, to which immediate is added; sources 1 and 2 add up to
 * the shared one; source 3, if any, says how many bytes are copied, or is a predicate that tells
 * to copy none. The bytes behind those up to the size of the copy become zero, at once.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cp.async".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_ASYNC_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_ASYNC_OPS_H

#include "workloads/ptx/exec/exec.h"

bool exec_async_copy(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out);
bool exec_async_commit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out);
/* immediate: the number of groups that may still be on their way; UINT32_MAX: nothing may. */
bool exec_async_wait(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out);

#endif
