/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of mapa and getctarank, and of the question whether an address is the block's own. */
#include "workloads/ptx/exec/lanes/cluster_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* The block's own rank, as the last source. */
static bool lower_own_rank(struct lowering *l)
{
    const struct ptx_operand own = {
        .kind = PTX_OPERAND_SPECIAL, .index = PTX_CLUSTER_CTARANK, .name = "%cluster_ctarank"};
    return lower_source(l, &own, LANE_u32);
}

/* d, a, b: the place of a in the block of rank b. */
static bool lower_map(struct lowering *l, enum lane_type address)
{
    const struct ptx_operand *operands = l->instruction->operands;
    if (l->instruction->n_operands != 3)
        return false;
    l->op->alu = exec_map_address;
    return lower_destination(l, &operands[0], address) && lower_source(l, &operands[1], address) &&
           lower_source(l, &operands[2], LANE_u32) && lower_own_rank(l);
}

static bool lower_rank(struct lowering *l, enum lane_type address)
{
    const struct ptx_operand *operands = l->instruction->operands;
    if (l->instruction->n_operands != 2)
        return false;
    l->op->alu = exec_rank_of_address;
    return lower_destination(l, &operands[0], LANE_u32) && lower_source(l, &operands[1], address) &&
           lower_own_rank(l);
}

bool lower_cluster(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const enum lane_type address = ptx_modifier_type(in, 0) == PTX_U64 ? LANE_u64 : LANE_u32;
    if (strcmp(in->opcode, "mapa") == 0)
        return lower_map(l, address);
    if (strcmp(in->opcode, "getctarank") == 0)
        return lower_rank(l, address);
    if (strcmp(in->opcode, "isspacep") != 0 || in->n_operands != 2 ||
        !(ptx_has_modifier(in, "shared") || ptx_has_modifier(in, "shared::cta")))
        return false;
    l->op->alu = exec_in_own_window;
    return lower_destination(l, &in->operands[0], LANE_PREDICATE) &&
           lower_source_any(l, &in->operands[1], LANE_u64) && lower_own_rank(l);
}
