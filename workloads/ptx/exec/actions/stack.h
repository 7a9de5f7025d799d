/* SPDX-License-Identifier: BSD-3-Clause */
/* alloca: memory on a thread's stack whose size is known only now.
 *
 * A function with alloca has a lane array in its registers, the tops: where each lane's part of its
 * frame ends, as a local address. What it calls has its frame above the highest top of the lanes
 * that call. stacksave and stackrestore read and write the tops, and are plain moves.
 *
 * Source: PTX ISA 8.6, "alloca", "stacksave", "stackrestore".
 * Differs: the stack grows upwards; PTX leaves that open.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_STACK_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_STACK_H

#include "workloads/ptx/exec/exec.h"

/* Sources: bytes, tops; immediate: the alignment, a power of two. Destination 0: a local address.
 * Faults where a thread's stack has no room. */
bool exec_alloca(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);

#endif
