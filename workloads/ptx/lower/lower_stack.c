/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of alloca, stacksave and stackrestore: exec/actions/call.h.
 * Differs: an alignment of 0, which clang 19 writes and ptxas refuses, is the default. */
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

enum { DEFAULT_ALIGNMENT = 8, MOST_ALIGNMENT = 1 << 16 };

/* The function's lane array of tops; made when the first instruction asks. */
static struct exec_operand tops(struct lowering *l)
{
    if (l->tops == 0)
        l->tops = lowering_reserve_registers(l, 8 * WARP_LANES) + 1;
    return (struct exec_operand){
        .offset = l->tops - 1, .base = BASE_REGISTERS, .bytes = 8, .bits = 64};
}

static bool lower_alloca(struct lowering *l, enum lane_type lane)
{
    const struct ptx_instruction *in = l->instruction;
    int64_t alignment = DEFAULT_ALIGNMENT;
    if (in->n_operands < 2 || in->n_operands > 3)
        return false;
    if (in->n_operands == 3) {
        if (in->operands[2].kind != PTX_OPERAND_INTEGER)
            return lowering_problem(l, "the alignment is no constant");
        if (in->operands[2].value != 0)
            alignment = in->operands[2].value;
    }
    if (alignment <= 0 || alignment > MOST_ALIGNMENT || (alignment & (alignment - 1)) != 0)
        return lowering_problem(l, "the alignment is no power of two up to %d", MOST_ALIGNMENT);
    l->op->kind = EXEC_ACTION;
    l->op->action = exec_alloca;
    l->op->immediate = alignment;
    if (!lower_destination(l, &in->operands[0], lane) || !lower_source(l, &in->operands[1], lane))
        return false;
    l->op->source[l->op->n_sources++] = tops(l);
    return true;
}

bool lower_stack(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const bool saves = strcmp(in->opcode, "stacksave") == 0;
    const bool restores = strcmp(in->opcode, "stackrestore") == 0;
    const enum ptx_type type = ptx_modifier_type(in, 0);
    const enum lane_type lane = type == PTX_U64 ? LANE_u64 : LANE_u32;
    if (in->n_modifiers != 1 || (type != PTX_U32 && type != PTX_U64))
        return false;
    if (strcmp(in->opcode, "alloca") == 0)
        return lower_alloca(l, lane);
    if ((!saves && !restores) || in->n_operands != 1)
        return false;
    l->op->alu = exec_move_each;
    if (saves) {
        l->op->source[l->op->n_sources++] = tops(l);
        return lower_destination(l, &in->operands[0], lane);
    }
    l->op->destination[l->op->n_destinations++] = tops(l);
    return lower_source(l, &in->operands[0], lane);
}
