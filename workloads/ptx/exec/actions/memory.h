/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads, stores and atomics: exec_actions, and what deliver() does.
 *
 * Global accesses are only reported. The others act at once, and are reported as well because
 * timing needs their addresses. Where a generic access has lanes in several spaces, those in global
 * memory are reported and out->active is narrowed to them; the others have been served.
 *
 * exec_op: source 0 is the address (addresses.h); sources 1 and on are the values stored, or the
 * operands of an atomic. source_type is the type of one element in memory. A destination with
 * bits == 0 is the sink `_`.
 *
 * A .const access to an address of device memory is a load from there: that is how a buffer
 * becomes a `__constant` argument of an OpenCL kernel.
 *
 * Differs: of a generic access to several spaces, only the last one's time is counted.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_MEMORY_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_MEMORY_H

#include "workloads/ptx/exec/exec.h"

bool exec_load(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
               struct issued *out);
/* A load of one element of a kernel parameter whose place is known: immediate is its offset among
 * the parameters, inside and aligned. The same value goes to all lanes. */
bool exec_load_parameter(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out);
bool exec_store(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out);
bool exec_atomic(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);

/* Writes the elements that lie at data + offset[i], for each lane i, to the destinations; a
 * predicate is whether its element is not zero. */
void exec_write_loaded(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                       const uint8_t *data, const uint32_t offset[WARP_LANES]);

#endif
