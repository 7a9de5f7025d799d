/* SPDX-License-Identifier: BSD-3-Clause */
/* wgmma.mma_async, an exec_action; group.h says what it computes. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_GROUP_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_GROUP_OPS_H

#include "workloads/ptx/exec/tensor/group.h"

bool exec_group_product(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
/* As struct value_group asks for them. */
bool exec_group_adds(const struct warp_context *w, uint32_t pc);
bool exec_group_places(const struct warp_context *w, uint32_t pc, bool of_b, unsigned line,
                       uint32_t places[]);

#endif
