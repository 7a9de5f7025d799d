/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/tensor_quads.h"
#include "workloads/ptx/exec/tensor/tensor_registers.h"

static void multiply_floats(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_floats x;
    const bool is_short = tensor->a.type != TENSOR_BF16 && tensor->a.type != TENSOR_TF32;
    tensor_read_floats(&tensor->a, tensor->rows, true, state, &x);
    tensor_read_floats(&tensor->b, tensor->rows, false, state, &x);
    tensor_read_sums(&tensor->c, state, &x);
    if (is_short)
        tensor_add_short(&x, tensor->rows, tensor->depth);
    else
        tensor_add_fused(&x, tensor->rows, tensor->depth);
    tensor_write_sums(&tensor->d, state, &x);
}

static void multiply_doubles(const struct exec_tensor *tensor, enum exec_rounding rounding,
                             struct exec_state *state)
{
    struct tensor_doubles x;
    tensor_read_doubles(&tensor->a, tensor->rows, true, state, &x);
    tensor_read_doubles(&tensor->b, tensor->rows, false, state, &x);
    tensor_read_double_sums(&tensor->c, state, &x);
    exec_rounding_begin(rounding);
    tensor_add_doubles(&x, tensor->rows, tensor->depth);
    exec_rounding_end(rounding);
    tensor_write_double_sums(&tensor->d, state, &x);
}

static void multiply_integers(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_integers x;
    tensor_read_integers(&tensor->a, tensor->rows, true, state, &x);
    tensor_read_integers(&tensor->b, tensor->rows, false, state, &x);
    tensor_read_integer_sums(&tensor->c, state, &x);
    if (tensor->a.type == TENSOR_B1)
        tensor_add_bits(&x, tensor->rows, tensor->depth / 32, tensor->is_and);
    else
        tensor_add_integers(&x, tensor->rows, tensor->depth);
    tensor_write_integer_sums(&tensor->d, tensor->saturates, state, &x);
}

bool exec_mma(const struct exec_op *op, struct warp_context *w, lane_mask lanes, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_tensor *tensor = exec_tensor_of(op, state->base[BASE_CONSTANTS]);
    if (lanes == 0)
        return true;
    if (!exec_whole_warp(op, lanes, out))
        return false;
    if (tensor->is_quads)
        tensor_multiply_quads(tensor, state);
    else if (tensor->a.type == TENSOR_F64)
        multiply_doubles(tensor, op->rounding, state);
    else if (tensor->d.type == TENSOR_S32)
        multiply_integers(tensor, state);
    else
        multiply_floats(tensor, state);
    return true;
}
