/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/paths.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"

#include <glib.h>

static bool is_branch(const struct exec_op *op)
{
    return op->kind == EXEC_CONTROL &&
           (op->action == exec_branch || op->action == exec_branch_back);
}

static bool is_guarded(const struct exec_op *op)
{
    return op->guard.base != BASE_CONSTANTS;
}

static bool ends_path(const struct exec_op *op)
{
    return op->kind == EXEC_CONTROL && (op->action == exec_exit || op->action == exec_return) &&
           !is_guarded(op);
}

/* From `pc` up to `meet`. A branch on the way is passed over, with all that it decides on. */
static uint32_t size_of_way(const struct kernel_code *code, uint32_t pc, uint32_t meet)
{
    const struct exec_kernel *kernel = code->impl;
    uint32_t size = 0;
    while (pc < code->n_instructions && pc != meet && size < code->n_instructions) {
        const struct exec_op *op = &kernel->ops[pc];
        size++;
        if (ends_path(op))
            break;
        bool jumps = is_branch(op) || (op->kind == EXEC_CONTROL && op->action == exec_branch_table);
        pc = jumps ? op->reconverge : pc + 1;
    }
    return size;
}

const struct branch_path *exec_branch_paths(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    struct branch_path *paths = g_atomic_pointer_get(&kernel->paths);
    if (paths)
        return paths;
    paths = g_new0(struct branch_path, code->n_instructions);
    for (uint32_t pc = 0; pc < code->n_instructions; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        if (is_branch(op) && is_guarded(op))
            paths[pc] =
                (struct branch_path){.taken = size_of_way(code, op->target, op->reconverge),
                                     .not_taken = size_of_way(code, pc + 1, op->reconverge)};
    }
    /* Two SMs on two threads may have asked first. */
    if (!g_atomic_pointer_compare_and_exchange(&kernel->paths, NULL, paths))
        g_free(paths);
    return g_atomic_pointer_get(&kernel->paths);
}
