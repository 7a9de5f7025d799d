/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of branches and exits. */
#include "workloads/ptx/analysis/dominators.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

static void lower_reconvergence(struct lowering *l)
{
    uint32_t pc = l->reconvergence[l->instruction - l->function->instructions];
    l->op->kind = EXEC_CONTROL;
    l->op->reconverge = pc == PTX_RECONVERGE_AT_EXIT ? SIMT_NEVER : l->first_pc + pc;
}

static bool lower_branch(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands != 1 || in->operands[0].kind != PTX_OPERAND_LABEL)
        return false;
    lower_reconvergence(l);
    bool closes_loop = l->back_edge[in - l->function->instructions];
    l->op->action = closes_loop ? exec_branch_back : exec_branch;
    l->op->target = l->first_pc + in->operands[0].index;
    return true;
}

/* brx.idx: its targets go to the kernel's list of targets. */
static bool lower_branch_table(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands != 2 || in->operands[1].kind != PTX_OPERAND_TABLE ||
        l->function->tables[in->operands[1].index].kind != PTX_BRANCH_TARGETS)
        return false;
    const struct ptx_table *table = &l->function->tables[in->operands[1].index];
    lower_reconvergence(l);
    l->op->action = exec_branch_table;
    l->op->target = l->targets->len;
    l->op->immediate = table->n_targets;
    for (unsigned i = 0; i < table->n_targets; i++) {
        uint32_t target = l->first_pc + table->targets[i].index;
        g_array_append_val(l->targets, target);
    }
    return lower_source(l, &in->operands[0], LANE_u32);
}

bool lower_control(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (strcmp(in->opcode, "bra") == 0)
        return lower_branch(l);
    if (strcmp(in->opcode, "brx") == 0)
        return lower_branch_table(l);
    if (!ptx_is_exit(in) || strcmp(in->opcode, "trap") == 0)
        return false;
    l->op->kind = EXEC_CONTROL;
    l->op->action = exec_exit;
    return true;
}
