/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/product.h"
#include "workloads/ptx/exec/tensor/tensor_quads.h"
#include "workloads/ptx/exec/tensor/tensor_registers.h"

static void multiply_bits(const struct exec_tensor *tensor, struct exec_state *state)
{
    struct tensor_bits x;
    tensor_read_bits(&tensor->a, tensor->rows, true, state, &x);
    tensor_read_bits(&tensor->b, tensor->rows, false, state, &x);
    tensor_read_bit_sums(&tensor->c, state, &x);
    tensor_add_bits(&x, tensor->rows, tensor->depth / 32, tensor->is_and);
    tensor_write_bit_sums(&tensor->d, state, &x);
}

static void *lanes_of(const struct exec_operand *operand, const struct exec_state *state)
{
    return (void *)(state->base[operand->base] + operand->offset);
}

static void read_places(const struct tensor_matrix *matrix, const struct exec_state *state,
                        const void *places[TENSOR_REGISTERS])
{
    for (unsigned r = 0; r < matrix->n; r++)
        places[r] = lanes_of(&matrix->registers[r], state);
}

static void multiply_numbers(const struct exec_tensor *tensor, enum exec_rounding rounding,
                             struct exec_state *state)
{
    const struct product_set *set = product_set_best();
    const void *a[TENSOR_REGISTERS], *b[TENSOR_REGISTERS], *c[TENSOR_REGISTERS];
    void *d[TENSOR_REGISTERS];
    const uint32_t form = exec_product_form(tensor);
    read_places(&tensor->a, state, a);
    read_places(&tensor->b, state, b);
    read_places(&tensor->c, state, c);
    for (unsigned r = 0; r < tensor->d.n; r++)
        d[r] = tensor->d.registers[r].bits == 0 ? NULL : lanes_of(&tensor->d.registers[r], state);
    if (tensor->a.type == TENSOR_F64) {
        exec_rounding_begin(rounding);
        set->doubles(d, a, b, c, form);
        exec_rounding_end(rounding);
    } else {
        (tensor->d.type == TENSOR_S32 ? set->integers : set->floats)(d, a, b, c, form);
    }
}

uint32_t exec_product_form(const struct exec_tensor *tensor)
{
    if (tensor->is_quads || tensor->a.type == TENSOR_B1)
        return 0;
    return product_form(tensor->d.type, tensor->a.type, tensor->b.type, tensor->c.type,
                        tensor->rows, tensor->depth, tensor->saturates);
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
    else if (tensor->a.type == TENSOR_B1)
        multiply_bits(tensor, state);
    else
        multiply_numbers(tensor, op->rounding, state);
    return true;
}
