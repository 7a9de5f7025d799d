/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/atomic.h"
#include "workloads/ptx/compile/blocks/holds.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/tensor/matrix_ops.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"
#include "workloads/ptx/exec/texture/texture_ops.h"

#include <string.h>

static bool is_access(const struct exec_op *op)
{
    return op->action == exec_load || op->action == exec_load_parameter ||
           op->action == exec_store || op->action == exec_atomic || op->action == exec_load_frame ||
           op->action == exec_store_frame;
}

/* Copies are there at once, so nothing waits. */
bool block_waits_for_copies(const struct exec_op *op)
{
    return op->kind == EXEC_ACTION && !op->prepare &&
           (op->action == exec_async_commit || op->action == exec_async_wait);
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
    const bool texels = (op->action == exec_texture_fetch || op->action == exec_texture_sample) &&
                        op->target == 0 && !op->prepare;
    const bool matrices = op->action == exec_mma || op->action == exec_load_matrix ||
                          op->action == exec_store_matrix || op->action == exec_move_matrix;
    /* One whose lanes may copy nothing tells so: issue() counts lanes by that. */
    const bool copies = (op->action == exec_async_copy && op->n_sources < 4 && !op->prepare) ||
                        block_waits_for_copies(op);
    return nothing || texels || matrices || copies || is_access(op) ? WAY_INSIDE : WAY_ISSUE;
}

bool block_meets(const struct exec_kernel *kernel, uint32_t pc, uint32_t *id)
{
    const struct exec_op *op = &kernel->ops[pc];
    const struct exec_operand *barrier = &op->source[0];
    if (op->kind != EXEC_ACTION || op->action != exec_barrier || op->variant != BARRIER_SYNC ||
        op->guard.base != BASE_CONSTANTS || op->n_sources != 1 || barrier->base != BASE_CONSTANTS)
        return false;
    memcpy(id, kernel->constants + barrier->offset, sizeof *id);
    return true;
}

static void lead(uint8_t *ends, uint32_t n, uint32_t pc, enum turn_end how)
{
    if (pc < n)
        ends[pc] = MAX(ends[pc], how);
}

static void lead_targets(const struct kernel_code *code, uint8_t *ends, uint32_t pc)
{
    const struct exec_kernel *kernel = code->impl;
    const struct exec_op *op = &kernel->ops[pc];
    const uint32_t n = code->n_instructions;
    if (op->kind == EXEC_CONTROL && op->action == exec_branch_table) {
        lead(ends, n, op->reconverge, TURN_LOOKED);
        for (int64_t k = 0; k < op->immediate; k++)
            lead(ends, n, kernel->targets[op->target + k], TURN_LONG);
    } else if (block_way_of(op, &code->instructions[pc]) == WAY_BRANCH) {
        lead(ends, n, op->reconverge, TURN_LOOKED);
        lead(ends, n, op->target, op->target <= pc ? TURN_LONG : TURN_LOOKED);
    }
}

/* Whether warps may wait for each other by such an access: flags and locks. */
static bool may_be_waited_for(const struct exec_op *op, const struct instruction *facts)
{
    if (op->kind != EXEC_ACTION || !is_access(op))
        return false;
    if (op->action == exec_atomic)
        return op->atomic_op == ATOMIC_CAS || op->atomic_op == ATOMIC_EXCH;
    return facts->flags & INSTRUCTION_STRONG;
}

uint8_t *block_leaders(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t n = code->n_instructions;
    uint8_t *ends = g_new0(uint8_t, n + 1);
    for (uint32_t f = 0; f < kernel->n_functions; f++)
        lead(ends, n, kernel->functions[f].entry, TURN_LONG);
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        const enum block_way way = block_way_of(op, &code->instructions[pc]);
        if (way == WAY_ISSUE || op->prepare)
            lead(ends, n, pc, TURN_LOOKED);
        if (way != WAY_INSIDE)
            lead(ends, n, pc + 1, TURN_LOOKED);
        lead_targets(code, ends, pc);
    }
    for (uint32_t pc = 0, leader = 0; pc < n; pc++) {
        if (ends[pc])
            leader = pc;
        if (may_be_waited_for(&kernel->ops[pc], &code->instructions[pc]))
            lead(ends, n, leader, TURN_SHORT);
    }
    return ends;
}

uint8_t *block_turn_ends(const struct kernel_code *code)
{
    uint8_t *ends = block_leaders(code);
    block_hold_accesses(code, ends);
    return ends;
}

bool block_is_unlikely(const struct exec_kernel *kernel, uint32_t pc)
{
    return kernel->unlikely && kernel->unlikely[pc];
}

bool *block_left_out(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t n = code->n_instructions;
    bool *left_out = g_new0(bool, n + 1);
    if (kernel->unlikely)
        memcpy(left_out, kernel->unlikely, (n + 1) * sizeof *left_out);
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        if (block_is_unlikely(kernel, pc))
            continue;
        left_out[pc + 1] = false;
        if (block_way_of(op, &code->instructions[pc]) == WAY_BRANCH)
            left_out[op->target] = false;
    }
    return left_out;
}
