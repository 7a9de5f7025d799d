/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of arithmetic: the lists and carries, and what the files for floats and conversions
 * share. */
#include "workloads/ptx/exec/lanes/carry.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

bool lower_shape(struct lowering *l, const struct exec_shape *shape)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands < 2 || in->n_operands > 5)
        return lowering_problem(l, "%u operands", in->n_operands);
    if (!lower_destination(l, &in->operands[0], shape->destination))
        return false;
    for (unsigned k = 1; k < in->n_operands; k++)
        if (!lower_source(l, &in->operands[k], k <= 3 ? shape->source[k - 1] : LANE_u32))
            return false;
    return true;
}

/* How many sources an instruction of the lists has. */
static unsigned sources_of(const struct ptx_instruction *in)
{
    enum ptx_type to = ptx_modifier_type(in, 1);
    if (strcmp(in->opcode, "cvt") == 0)
        return to == PTX_F16X2 || to == PTX_BF16X2 ? 2 : 1;
    if (exec_word_in("mov abs neg not cnot popc clz brev bfind rcp sqrt rsqrt sin cos lg2 ex2",
                     in->opcode))
        return 1;
    if (exec_word_in("mad fma sad dp4a dp2a bfe slct selp shf prmt mad24 fns", in->opcode))
        return 3;
    return exec_word_in("bfi lop3", in->opcode) ? 4 : 2;
}

bool lower_plain(struct lowering *l)
{
    struct exec_shape shape;
    enum exec_alu_code code = exec_alu_code_of(l->instruction->text, &shape);
    l->op->alu =
        code != ALU_CODES ? l->alus->alu[code] : exec_rare_alu_of(l->instruction->text, &shape);
    if (!l->op->alu)
        return false;
    for (unsigned k = 0; k < l->instruction->n_operands; k++) {
        enum ptx_operand_kind kind = l->instruction->operands[k].kind;
        if (kind == PTX_OPERAND_VECTOR || kind == PTX_OPERAND_PAIR)
            return false;
    }
    /* min and max of three are floats', but not the lists'. */
    if (l->instruction->n_operands != sources_of(l->instruction) + 1)
        return exec_word_in("min max", l->instruction->opcode)
                   ? false
                   : lowering_problem(l, "%u operands", l->instruction->n_operands);
    if (!lower_shape(l, &shape))
        return false;
    if (l->instruction->operands[sources_of(l->instruction)].negated) { /* selp a, b, !p */
        struct exec_operand first = l->op->source[0];
        l->op->source[0] = l->op->source[1];
        l->op->source[1] = first;
    }
    return true;
}

void lower_modifiers(struct lowering *l)
{
    static const struct {
        const char *word;
        uint8_t rounding;
        uint16_t modifiers;
    } known[] = {{"rn", ROUND_NEAREST, 0},
                 {"rz", ROUND_ZERO, 0},
                 {"rm", ROUND_DOWN, 0},
                 {"rp", ROUND_UP, 0},
                 {"rni", ROUND_NEAREST, MODIFIER_TO_INTEGER},
                 {"rzi", ROUND_ZERO, MODIFIER_TO_INTEGER},
                 {"rmi", ROUND_DOWN, MODIFIER_TO_INTEGER},
                 {"rpi", ROUND_UP, MODIFIER_TO_INTEGER},
                 {"ftz", ROUND_NEAREST, MODIFIER_FTZ},
                 {"rna", ROUND_NEAREST_AWAY, 0},
                 {"sat", ROUND_NEAREST, MODIFIER_SAT},
                 {"relu", ROUND_NEAREST, MODIFIER_RELU},
                 {"satfinite", ROUND_NEAREST, MODIFIER_SATFINITE},
                 {"abs", ROUND_NEAREST, MODIFIER_ABS},
                 {"xorsign", ROUND_NEAREST, MODIFIER_XORSIGN}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(l->instruction, known[i].word)) {
            l->op->rounding |= known[i].rounding;
            l->op->modifiers |= known[i].modifiers;
        }
}

bool lower_only_modifiers(const struct ptx_instruction *in, const char *words)
{
    for (unsigned i = 0; i < in->n_modifiers; i++)
        if (!exec_word_in(words, in->modifiers[i]) &&
            ptx_type_from_name(in->modifiers[i]) == PTX_TYPE_NONE)
            return false;
    return true;
}

bool lower_carry(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    static const struct {
        const char *opcode;
        uint8_t operation;
        uint16_t modifiers;
    } known[] = {{"add", CARRY_ADD, 0},    {"addc", CARRY_ADD, MODIFIER_CARRY_IN},
                 {"sub", CARRY_SUB, 0},    {"subc", CARRY_SUB, MODIFIER_CARRY_IN},
                 {"mad", CARRY_MAD_LO, 0}, {"madc", CARRY_MAD_LO, MODIFIER_CARRY_IN}};
    unsigned i = 0;
    while (i < G_N_ELEMENTS(known) && strcmp(in->opcode, known[i].opcode) != 0)
        i++;
    enum lane_type lane;
    enum value_type value;
    enum ptx_type type = ptx_modifier_type(in, 0);
    bool carries = ptx_has_modifier(in, "cc");
    if (i == G_N_ELEMENTS(known) || !(carries || known[i].modifiers) ||
        !lower_only_modifiers(in, "cc lo hi") || !value_type_of(type, &value) ||
        !lane_type_of(type, &lane) || exec_value_bytes(value) < 4 || value >= VALUE_F32)
        return false;
    l->op->alu = exec_carry;
    l->op->variant = ptx_has_modifier(in, "hi") ? CARRY_MAD_HI : known[i].operation;
    l->op->modifiers = known[i].modifiers | (carries ? MODIFIER_CARRY_OUT : 0);
    l->op->source_type = value;
    if (in->n_operands != (known[i].operation == CARRY_MAD_LO ? 4 : 3))
        return false;
    return lower_shape(l, &(struct exec_shape){lane, {lane, lane, lane}});
}
