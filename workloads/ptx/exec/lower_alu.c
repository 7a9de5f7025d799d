/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of arithmetic: the lists, floats with modifiers, conversions, carries. */
#include "workloads/ptx/exec/carry.h"
#include "workloads/ptx/exec/convert.h"
#include "workloads/ptx/exec/float_ops.h"
#include "workloads/ptx/exec/lowering.h"

#include <string.h>

/* Destination first, then sources of the shape's types. */
static bool lower_shape(struct lowering *l, const struct exec_shape *shape)
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

bool lower_plain(struct lowering *l)
{
    struct exec_shape shape;
    enum exec_alu_code code = exec_alu_code_of(l->instruction->text, &shape);
    l->op->alu =
        code != ALU_CODES ? l->alus->alu[code] : exec_rare_alu_of(l->instruction->text, &shape);
    if (l->op->alu == NULL)
        return false;
    for (unsigned k = 0; k < l->instruction->n_operands; k++) {
        enum ptx_operand_kind kind = l->instruction->operands[k].kind;
        if (kind == PTX_OPERAND_VECTOR || kind == PTX_OPERAND_PAIR)
            return false;
    }
    return lower_shape(l, &shape);
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
                 {"sat", ROUND_NEAREST, MODIFIER_SAT}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (ptx_has_modifier(l->instruction, known[i].word)) {
            l->op->rounding |= known[i].rounding;
            l->op->modifiers |= known[i].modifiers;
        }
}

/* True if every modifier is one of the words or a type. */
static bool only_modifiers(const struct ptx_instruction *in, const char *words)
{
    for (unsigned i = 0; i < in->n_modifiers; i++)
        if (!exec_word_in(words, in->modifiers[i]) &&
            ptx_type_from_name(in->modifiers[i]) == PTX_TYPE_NONE)
            return false;
    return true;
}

static bool float_function_of(const struct ptx_instruction *in, enum float_function *function)
{
    static const struct {
        const char *opcode;
        uint8_t function;
    } known[] = {{"add", FLOAT_ADD}, {"sub", FLOAT_SUB},   {"mul", FLOAT_MUL},
                 {"fma", FLOAT_FMA}, {"mad", FLOAT_FMA},   {"div", FLOAT_DIV},
                 {"rcp", FLOAT_RCP}, {"sqrt", FLOAT_SQRT}, {"rsqrt", FLOAT_RSQRT},
                 {"min", FLOAT_MIN}, {"max", FLOAT_MAX},   {"abs", FLOAT_ABS},
                 {"neg", FLOAT_NEG}, {"sin", FLOAT_SIN},   {"cos", FLOAT_COS},
                 {"lg2", FLOAT_LG2}, {"ex2", FLOAT_EX2},   {"tanh", FLOAT_TANH}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(in->opcode, known[i].opcode) == 0) {
            *function = known[i].function;
            return true;
        }
    return false;
}

bool lower_float(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type type = ptx_modifier_type(in, 0);
    enum float_function function;
    if ((type != PTX_F32 && type != PTX_F64) || !float_function_of(in, &function) ||
        !only_modifiers(in, "rn rz rm rp ftz sat approx full NaN") || in->n_operands < 2)
        return false;
    bool approximate = ptx_has_modifier(in, "approx") && ptx_has_modifier(in, "ftz");
    if (type == PTX_F64 && approximate)
        function = function == FLOAT_RCP ? FLOAT_RCP_GROSS : FLOAT_RSQRT_GROSS;
    if (ptx_has_modifier(in, "NaN"))
        function = function == FLOAT_MIN ? FLOAT_MIN_NAN : FLOAT_MAX_NAN;
    lower_modifiers(l);
    l->op->variant = function;
    l->op->alu = type == PTX_F32 ? exec_float_32 : exec_float_64;
    enum lane_type lane = type == PTX_F32 ? LANE_f32 : LANE_f64;
    return lower_shape(l, &(struct exec_shape){lane, {lane, lane, lane}});
}

bool lower_convert(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum value_type to, from;
    enum lane_type lane;
    if (strcmp(in->opcode, "cvt") != 0)
        return false;
    if (in->n_operands != 2 || !value_type_of(ptx_modifier_type(in, 1), &to) ||
        !value_type_of(ptx_modifier_type(in, 0), &from) ||
        !only_modifiers(in, "rn rz rm rp rni rzi rmi rpi ftz sat"))
        return false;
    lane_type_of(ptx_modifier_type(in, 0), &lane);
    lower_modifiers(l);
    l->op->alu = exec_convert;
    l->op->source_type = from;
    l->op->destination_type = to;
    if (!lower_destination_any(l, &in->operands[0]) || !lower_source_any(l, &in->operands[1], lane))
        return false;
    if (l->op->destination[0].bits < 8 * exec_value_bytes(to) && exec_value_bytes(to) > 1)
        return lowering_problem(l, "the destination is too narrow");
    if (l->op->source[0].bits < 8 * exec_value_bytes(from) && exec_value_bytes(from) > 1)
        return lowering_problem(l, "the source is too narrow");
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
        !only_modifiers(in, "cc lo hi") || !value_type_of(type, &value) ||
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
