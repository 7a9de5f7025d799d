/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of cvt. */
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

/* A packed type: what one half is, and the lanes that hold both. */
struct pair_type {
    const char *word;
    uint8_t half, lane;
};

static const struct pair_type *find_pair(const struct ptx_instruction *in, unsigned from_end)
{
    static const struct pair_type known[] = {{"f16x2", VALUE_F16, LANE_u32},
                                             {"bf16x2", VALUE_BF16, LANE_u32},
                                             {"e4m3x2", VALUE_E4M3, LANE_u16},
                                             {"e5m2x2", VALUE_E5M2, LANE_u16}};
    if (in->n_modifiers < from_end + 1)
        return NULL;
    const char *word = in->modifiers[in->n_modifiers - 1 - from_end];
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(word, known[i].word) == 0)
            return &known[i];
    return NULL;
}

static bool is_byte(const struct pair_type *type)
{
    return type != NULL && type->lane == LANE_u16;
}

/* cvt.rn.f16x2.f32 d, a, b: two results in a register. cvt.rn.f16x2.e4m3x2 d, a: from two. */
static bool lower_pair(struct lowering *l, const struct pair_type *to)
{
    const struct ptx_instruction *in = l->instruction;
    const struct pair_type *from = find_pair(in, 0);
    bool from_f32 = ptx_modifier_type(in, 0) == PTX_F32 && in->n_operands == 3;
    bool bytes = is_byte(to) || is_byte(from);
    if (is_byte(to) && !(l->op->modifiers & MODIFIER_SATFINITE))
        return false;
    if (!from_f32 &&
        (from == NULL || in->n_operands != 2 || !bytes || is_byte(to) == is_byte(from)))
        return false;
    l->op->alu = exec_convert_pair;
    l->op->source_type = from_f32 ? VALUE_F32 : from->half;
    l->op->destination_type = to->half;
    uint8_t source = from_f32 ? LANE_f32 : from->lane;
    return lower_shape(l, &(struct exec_shape){to->lane, {source, source, LANE_u32}});
}

/* True if the register has all of the value: but 8-bit values live in 16 bits. */
static bool holds(const struct exec_operand *operand, enum value_type type)
{
    return exec_value_bytes(type) == 1 || operand->bits >= 8 * exec_value_bytes(type);
}

static bool lower_single(struct lowering *l, enum value_type to, enum value_type from)
{
    const struct ptx_instruction *in = l->instruction;
    enum lane_type lane;
    lane_type_of(ptx_modifier_type(in, 0), &lane);
    l->op->alu = exec_convert;
    l->op->source_type = from;
    l->op->destination_type = to;
    if (!lower_destination_any(l, &in->operands[0]) || !lower_source_any(l, &in->operands[1], lane))
        return false;
    if (!holds(&l->op->destination[0], to))
        return lowering_problem(l, "the destination is too narrow");
    if (!holds(&l->op->source[0], from))
        return lowering_problem(l, "the source is too narrow");
    return true;
}

bool lower_convert(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type to = ptx_modifier_type(in, 1), from = ptx_modifier_type(in, 0);
    enum value_type to_value, from_value;
    if (strcmp(in->opcode, "cvt") != 0 ||
        !lower_only_modifiers(
            in, "rn rz rm rp rna rni rzi rmi rpi ftz sat relu satfinite e4m3x2 e5m2x2"))
        return false;
    lower_modifiers(l);
    const struct pair_type *pair = find_pair(in, 1);
    if (pair)
        return lower_pair(l, pair);
    bool to_tf32 = to == PTX_TF32, away = l->op->rounding == ROUND_NEAREST_AWAY;
    if (in->n_operands != 2 || !value_type_of(to, &to_value) || !value_type_of(from, &from_value) ||
        from == PTX_TF32 || (to_tf32 && from != PTX_F32) || (away && !to_tf32))
        return false;
    return lower_single(l, to_value, from_value);
}
