/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of branches, exits, barriers, fences and hints. */
#include "workloads/ptx/cfg.h"
#include "workloads/ptx/exec/control.h"
#include "workloads/ptx/exec/lowering.h"

#include <string.h>

static bool lower_branch(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands != 1 || in->operands[0].kind != PTX_OPERAND_LABEL)
        return false;
    l->op->kind = EXEC_CONTROL;
    l->op->action = exec_branch;
    l->op->target = in->operands[0].index;
    l->op->reconverge = l->reconvergence[in - l->function->instructions];
    return true;
}

/* The aligned and unaligned barriers of a block. */
static bool lower_barrier(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (!ptx_has_modifier(in, "sync") || ptx_has_modifier(in, "cluster") || in->n_operands < 1 ||
        in->n_operands > 2)
        return false;
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_barrier;
    for (unsigned k = 0; k < in->n_operands; k++)
        if (!lower_source(l, &in->operands[k], LANE_u32))
            return false;
    return true;
}

bool lower_control(struct lowering *l)
{
    /* Lanes of a warp run in step here, so a warp barrier has nothing to do. */
    static const char *const without_effect[] = {
        "membar",    "fence",         "prefetch", "prefetchu", "pragma",
        "nanosleep", "applypriority", "discard",  "brkpt",     "pmevent"};
    const struct ptx_instruction *in = l->instruction;
    if (strcmp(in->opcode, "bra") == 0)
        return lower_branch(l);
    if (ptx_is_exit(in) && strcmp(in->opcode, "trap") != 0) {
        l->op->kind = EXEC_CONTROL;
        l->op->action = exec_exit;
        return true;
    }
    bool is_bar = strcmp(in->opcode, "bar") == 0;
    if (is_bar && ptx_has_modifier(in, "warp")) {
        l->op->kind = EXEC_ACTION;
        l->op->action = exec_nothing;
        return true;
    }
    if (is_bar || strcmp(in->opcode, "barrier") == 0)
        return lower_barrier(l);
    for (unsigned i = 0; i < G_N_ELEMENTS(without_effect); i++)
        if (strcmp(in->opcode, without_effect[i]) == 0) {
            l->op->kind = EXEC_ACTION;
            l->op->action = exec_nothing;
            return true;
        }
    return false;
}
