/* SPDX-License-Identifier: BSD-3-Clause */
/* mma.sync, an exec_action: tensor.h says what it computes. What PTX leaves undefined, a warp of
 * which only some lanes run the instruction, is a fault here. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_OPS_H

#include "workloads/ptx/exec/tensor/tensor.h"

bool exec_mma(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
              struct issued *out);
/* What product.h's functions are told. 0: they don't do this one. */
uint32_t exec_product_form(const struct exec_tensor *tensor);

#endif
