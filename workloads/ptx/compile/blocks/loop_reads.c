/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/loop_reads.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/run/sources.h"

bool block_closes_loop(const struct exec_op *op)
{
    return op->kind == EXEC_CONTROL && op->action == exec_branch_back;
}

static bool goes_into(const struct exec_kernel *kernel, const bool *inside, uint32_t pc)
{
    const struct exec_op *op = &kernel->ops[pc];
    const bool always = op->guard.base == BASE_CONSTANTS;
    if (op->kind != EXEC_CONTROL)
        return inside[pc + 1];
    if (op->action == exec_branch || op->action == exec_branch_back)
        return inside[op->target] || (!always && inside[pc + 1]);
    if (op->action != exec_branch_table)
        return inside[pc + 1];
    for (int64_t k = 0; k < op->immediate; k++)
        if (inside[kernel->targets[op->target + k]])
            return true;
    return inside[pc + 1];
}

/* From where control comes to the branch at `last` without passing the loop's first instruction. By
 * pc; g_free. */
static bool *loop_of(const struct kernel_code *code, uint32_t last)
{
    const struct exec_kernel *kernel = code->impl;
    const uint32_t first = kernel->ops[last].target;
    bool *inside = g_new0(bool, code->n_instructions + 1), more = last != first;
    inside[last] = true;
    while (more) {
        more = false;
        inside[first] = false; /* so that nothing is found that leads to it */
        for (uint32_t pc = code->n_instructions; pc-- > 0;)
            if (pc != first && !inside[pc] && goes_into(kernel, inside, pc))
                more = inside[pc] = true;
    }
    inside[first] = true;
    return inside;
}

static bool reads_more(const struct exec_op *op)
{
    if (op->n_destinations == 0 || op->kind == EXEC_CONTROL)
        return false;
    return op->kind == EXEC_ALU ? (op->prepare & PREPARE_CLOCKS) != 0
                                : op->action != exec_load_parameter;
}

static void add_sources(const struct exec_kernel *kernel, const struct exec_op *op,
                        GHashTable *used)
{
    struct exec_operand_list list;
    exec_list_sources(kernel, op, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (list.at[k]->base == BASE_REGISTERS)
            g_hash_table_add(used, GUINT_TO_POINTER(list.at[k]->offset + 1));
    if (op->guard.base == BASE_REGISTERS)
        g_hash_table_add(used, GUINT_TO_POINTER(op->guard.offset + 1));
}

GArray *block_loop_reads(const struct kernel_code *code, uint32_t pc)
{
    const struct exec_kernel *kernel = code->impl;
    GArray *reads = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_autofree bool *inside = loop_of(code, pc);
    g_autoptr(GHashTable) used = g_hash_table_new(NULL, NULL);
    struct exec_operand_list list;
    for (uint32_t at = 0; at < code->n_instructions; at++)
        if (inside[at])
            add_sources(kernel, &kernel->ops[at], used);
    for (uint32_t at = 0; at < code->n_instructions; at++) {
        if (!inside[at] || !reads_more(&kernel->ops[at]))
            continue;
        exec_list_destinations(kernel, &kernel->ops[at], &list);
        for (unsigned k = 0; k < list.n; k++)
            if (g_hash_table_contains(used, GUINT_TO_POINTER(list.at[k]->offset + 1)))
                g_array_append_val(reads, list.at[k]->offset);
    }
    return reads;
}
