/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"

static bool is_access(const struct exec_op *op)
{
    return op->action == exec_load || op->action == exec_load_parameter ||
           op->action == exec_store || op->action == exec_atomic || op->action == exec_load_frame ||
           op->action == exec_store_frame;
}

enum block_way block_way_of(const struct exec_op *op, const struct instruction *facts)
{
    if (op->kind == EXEC_CONTROL)
        return op->action == exec_branch || op->action == exec_branch_back ? WAY_BRANCH : WAY_ISSUE;
    if (op->prepare & (PREPARE_CLOCKS | PREPARE_BARRIER))
        return WAY_ISSUE;
    if (op->kind == EXEC_ALU)
        return WAY_INSIDE;
    const bool nothing = op->action == exec_nothing && facts->op_class != OP_SYNC &&
                         facts->op_class != OP_BARRIER && !op->prepare;
    return nothing || is_access(op) ? WAY_INSIDE : WAY_ISSUE;
}

static void lead(bool *leaders, uint32_t n, uint32_t pc)
{
    if (pc < n)
        leaders[pc] = true;
}

bool *block_leaders(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t n = code->n_instructions;
    bool *leaders = g_new0(bool, n + 1);
    for (uint32_t f = 0; f < kernel->n_functions; f++)
        lead(leaders, n, kernel->functions[f].entry);
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        const enum block_way way = block_way_of(op, &code->instructions[pc]);
        if (way == WAY_ISSUE || op->prepare)
            lead(leaders, n, pc);
        if (way != WAY_INSIDE)
            lead(leaders, n, pc + 1);
        if (way == WAY_BRANCH)
            lead(leaders, n, op->target);
        if (op->kind == EXEC_CONTROL && (way == WAY_BRANCH || op->action == exec_branch_table))
            lead(leaders, n, op->reconverge);
        if (op->kind == EXEC_CONTROL && op->action == exec_branch_table)
            for (int64_t k = 0; k < op->immediate; k++)
                lead(leaders, n, kernel->targets[op->target + k]);
    }
    return leaders;
}
