/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of float arithmetic that isn't in the lists: with modifiers, of 16 to 64 bits. */
#include "workloads/ptx/exec/lanes/float_ops.h"
#include "workloads/ptx/exec/lanes/half_ops.h"
#include "workloads/ptx/lower/lowering.h"

#include <string.h>

struct function_facts {
    const char *opcode;
    uint8_t function, sources;
    bool of_halves; /* exists for .f16 and .bf16 */
};

static const struct function_facts *find_function(const struct ptx_instruction *in)
{
    static const struct function_facts known[] = {
        {"add", FLOAT_ADD, 2, true},      {"sub", FLOAT_SUB, 2, true},
        {"mul", FLOAT_MUL, 2, true},      {"fma", FLOAT_FMA, 3, true},
        {"mad", FLOAT_FMA, 3, false},     {"div", FLOAT_DIV, 2, false},
        {"rcp", FLOAT_RCP, 1, false},     {"sqrt", FLOAT_SQRT, 1, false},
        {"rsqrt", FLOAT_RSQRT, 1, false}, {"min", FLOAT_MIN, 2, true},
        {"max", FLOAT_MAX, 2, true},      {"abs", FLOAT_ABS, 1, true},
        {"neg", FLOAT_NEG, 1, true},      {"sin", FLOAT_SIN, 1, false},
        {"cos", FLOAT_COS, 1, false},     {"lg2", FLOAT_LG2, 1, false},
        {"ex2", FLOAT_EX2, 1, true},      {"tanh", FLOAT_TANH, 1, true}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(in->opcode, known[i].opcode) == 0)
            return &known[i];
    return NULL;
}

static bool is_extreme(enum float_function function)
{
    return function == FLOAT_MIN || function == FLOAT_MAX;
}

/* The operation and its modifiers; abs, the opcode, is no modifier of itself. */
static void set_function(struct lowering *l, enum float_function function)
{
    if (is_extreme(function) && ptx_has_modifier(l->instruction, "NaN"))
        function = function == FLOAT_MIN ? FLOAT_MIN_NAN : FLOAT_MAX_NAN;
    lower_modifiers(l);
    l->op->variant = (uint8_t)function;
}

static bool right_operands(struct lowering *l, const struct function_facts *facts, bool three)
{
    unsigned n = l->instruction->n_operands - 1;
    if (n == facts->sources || (three && n == 3 && !(l->op->modifiers & MODIFIER_XORSIGN)))
        return true;
    return lowering_problem(l, "%u operands", n + 1);
}

/* The modifiers that a function of .f32 or .f64 may have. */
static const char *known_modifiers(const struct function_facts *facts)
{
    return is_extreme(facts->function) ? "ftz NaN xorsign abs" : "rn rz rm rp ftz sat approx full";
}

bool lower_float(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type type = ptx_modifier_type(in, 0);
    const struct function_facts *facts = find_function(in);
    if ((type != PTX_F32 && type != PTX_F64) || ptx_modifier_type(in, 1) != PTX_TYPE_NONE ||
        facts == NULL || !lower_only_modifiers(in, known_modifiers(facts)) || in->n_operands < 2)
        return false;
    enum float_function function = facts->function;
    bool approximate = ptx_has_modifier(in, "approx"), ftz = ptx_has_modifier(in, "ftz");
    if (type == PTX_F64 && ftz) {
        if (!approximate || (function != FLOAT_RCP && function != FLOAT_RSQRT))
            return false;
        function = function == FLOAT_RCP ? FLOAT_RCP_GROSS : FLOAT_RSQRT_GROSS;
    }
    set_function(l, function);
    if (!right_operands(l, facts, is_extreme(facts->function) && type == PTX_F32))
        return false;
    l->op->immediate = approximate && function == FLOAT_DIV;
    l->op->alu = type == PTX_F32 ? exec_float_32 : exec_float_64;
    enum lane_type lane = type == PTX_F32 ? LANE_f32 : LANE_f64;
    return lower_shape(l, &(struct exec_shape){lane, {lane, lane, lane}});
}

bool lower_half(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type type = ptx_modifier_type(in, 0);
    const struct function_facts *facts = find_function(in);
    bool is_f16 = type == PTX_F16 || type == PTX_F16X2;
    bool is_pair = type == PTX_F16X2 || type == PTX_BF16X2;
    if ((!is_f16 && type != PTX_BF16 && type != PTX_BF16X2) ||
        ptx_modifier_type(in, 1) != PTX_TYPE_NONE || facts == NULL || !facts->of_halves ||
        !lower_only_modifiers(in, "rn ftz sat relu NaN xorsign abs approx") || in->n_operands < 2)
        return false;
    set_function(l, facts->function);
    if (!right_operands(l, facts, false))
        return false;
    for (unsigned k = 1; k < in->n_operands; k++)
        if (in->operands[k].kind != PTX_OPERAND_REGISTER)
            return lowering_problem(l, "operands of 16-bit floats must be registers");
    l->op->source_type = is_f16 ? VALUE_F16 : VALUE_BF16;
    l->op->alu = is_pair ? exec_half_pairs : exec_half;
    enum lane_type lane = is_pair ? LANE_u32 : LANE_u16;
    return lower_shape(l, &(struct exec_shape){lane, {lane, lane, lane}});
}
