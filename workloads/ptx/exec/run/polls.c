/* SPDX-License-Identifier: BSD-3-Clause */
/* A loop is what lies between a branch back and its target: compilers lay out short loops so. */
#include "workloads/ptx/exec/run/polls.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/ptx/exec/special.h"

struct range {
    uint32_t first, last; /* the target of the branch back, and the branch */
};

static bool is_branch(const struct exec_op *op)
{
    return op->kind == EXEC_CONTROL &&
           (op->action == exec_branch || op->action == exec_branch_back);
}

static bool reads_clock(const struct exec_op *op)
{
    return op->kind == EXEC_ALU && (op->prepare & PREPARE_CLOCKS) != 0;
}

/* Whether nothing in it is seen from outside, and a clock is read. */
static bool only_computes(const struct kernel_code *code, struct range loop)
{
    const struct exec_kernel *kernel = code->impl;
    bool clock = false;
    for (uint32_t pc = loop.first; pc <= loop.last; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        const uint8_t class = code->instructions[pc].op_class;
        const bool rests = op->kind == EXEC_ACTION && op->action == exec_nothing &&
                           class != OP_BARRIER && class != OP_SYNC;
        if (op->kind != EXEC_ALU && !is_branch(op) && !rests)
            return false;
        clock |= reads_clock(op);
    }
    return clock;
}

static bool is_tainted(GHashTable *tainted, const struct exec_operand *operand)
{
    return operand->base == BASE_REGISTERS &&
           g_hash_table_contains(tainted, GUINT_TO_POINTER(operand->offset + 1));
}

/* Whether the instruction passes the clock on to a register that did not depend on it. */
static bool taint(const struct exec_kernel *kernel, const struct exec_op *op, GHashTable *tainted)
{
    struct exec_operand_list list;
    bool depends = reads_clock(op) || is_tainted(tainted, &op->guard), is_new = false;
    exec_list_sources(kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        depends |= is_tainted(tainted, list.at[k]);
    exec_list_destinations(kernel, op, &list);
    for (unsigned k = 0; k < list.n && depends; k++)
        is_new |= g_hash_table_add(tainted, GUINT_TO_POINTER(list.at[k]->offset + 1));
    return is_new;
}

/* Whether a branch out of it depends on the clock. */
static bool ends_by_clock(const struct exec_kernel *kernel, struct range loop)
{
    g_autoptr(GHashTable) tainted = g_hash_table_new(NULL, NULL);
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t pc = loop.first; pc <= loop.last; pc++)
            is_new |= taint(kernel, &kernel->ops[pc], tainted);
    }
    for (uint32_t pc = loop.first; pc <= loop.last; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        const bool leaves =
            is_branch(op) && (pc == loop.last || op->target < loop.first || op->target > loop.last);
        if (leaves && is_tainted(tainted, &op->guard))
            return true;
    }
    return false;
}

const uint32_t *exec_clock_polls(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    bool any = false;
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        any |= exec_special_is_clock(kernel->specials[i].which);
    if (!any || kernel->clock_polls)
        return kernel->clock_polls;
    kernel->clock_polls = g_new0(uint32_t, code->n_instructions);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct range loop = {kernel->ops[pc].target, pc};
        if (!is_branch(&kernel->ops[pc]) || loop.first > pc || !only_computes(code, loop) ||
            !ends_by_clock(kernel, loop))
            continue;
        for (uint32_t at = loop.first; at <= pc; at++)
            if (reads_clock(&kernel->ops[at]) && kernel->clock_polls[at] == 0)
                kernel->clock_polls[at] = pc + 1 - loop.first;
    }
    return kernel->clock_polls;
}
