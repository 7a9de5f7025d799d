/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/texture/texture_ops.h"

bool exec_names_sources(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU)
        return true;
    return op->action == exec_load || op->action == exec_load_parameter ||
           op->action == exec_store || op->action == exec_atomic || op->action == exec_load_frame ||
           op->action == exec_store_frame || op->action == exec_branch ||
           op->action == exec_branch_back || op->action == exec_branch_table ||
           op->action == exec_exit || op->action == exec_barrier || op->action == exec_nothing ||
           op->action == exec_mma || op->action == exec_async_copy ||
           op->action == exec_async_commit || op->action == exec_async_wait ||
           op->action == exec_load_matrix || op->action == exec_store_matrix ||
           op->action == exec_move_matrix ||
           ((op->action == exec_texture_fetch || op->action == exec_texture_sample) &&
            op->target == 0); /* else it also tells whether texels are there */
}

static bool is_product(const struct exec_op *op)
{
    return op->kind == EXEC_ACTION && op->action == exec_mma;
}

static void add(struct exec_operand_list *list, const struct exec_operand *operands, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        list->at[list->n++] = &operands[k];
}

void exec_list_sources(const struct exec_kernel *kernel, const struct exec_op *op,
                       struct exec_operand_list *list)
{
    list->n = 0;
    add(list, op->source, op->n_sources);
    if (!is_product(op))
        return;
    const struct exec_tensor *tensor = exec_tensor_of(op, kernel->constants);
    const struct tensor_matrix *const matrices[] = {&tensor->a, &tensor->b, &tensor->c};
    for (unsigned i = 0; i < G_N_ELEMENTS(matrices); i++)
        add(list, matrices[i]->registers, matrices[i]->n);
}

void exec_list_destinations(const struct exec_kernel *kernel, const struct exec_op *op,
                            struct exec_operand_list *list)
{
    const struct tensor_matrix *d =
        is_product(op) ? &exec_tensor_of(op, kernel->constants)->d : NULL;
    list->n = 0;
    for (unsigned k = 0; k < op->n_destinations; k++)
        if (op->destination[k].bits != 0)
            list->at[list->n++] = &op->destination[k];
    for (unsigned k = 0; d && k < d->n; k++)
        if (d->registers[k].bits != 0)
            list->at[list->n++] = &d->registers[k];
}
