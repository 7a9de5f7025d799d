/* SPDX-License-Identifier: BSD-3-Clause */
/* Bulk copies (cp.async.bulk, cp.reduce.async.bulk, their tensor forms): exec_actions.
 *
 * Each lane's copy becomes a job (workloads/bulk.h) that who issues takes over.
 *
 * Source: PTX ISA 8.6, "cp.async.bulk", "cp.async.bulk.tensor", "cp.reduce.async.bulk".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BULK_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BULK_OPS_H

#include "workloads/ptx/exec/actions/sync_form.h"

bool exec_bulk(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out);
bool exec_bulk_commit(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out);
/* immediate: the number of groups that may still be on their way. */
bool exec_bulk_wait(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                    struct issued *out);

#endif
