/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of comparisons, predicate logic and moves of predicates and vectors. */
#include "workloads/ptx/exec/lowering.h"
#include "workloads/ptx/exec/predicates.h"
#include "workloads/ptx/exec/warp_ops.h"

#include <string.h>

/* A PTX comparison as one of the basic ones. */
enum basic_comparison { BASIC_EQ, BASIC_NE, BASIC_LT, BASIC_LE, BASIC_NAN };
struct comparison {
    const char *word;
    uint8_t basic;
    bool swap, invert;
};

/* a > b is b < a; an unordered comparison is the opposite of the opposite ordered one. */
static const struct comparison comparisons[] = {
    {"eq", BASIC_EQ, false, false},  {"ne", BASIC_NE, false, false},
    {"lt", BASIC_LT, false, false},  {"le", BASIC_LE, false, false},
    {"gt", BASIC_LT, true, false},   {"ge", BASIC_LE, true, false},
    {"lo", BASIC_LT, false, false},  {"ls", BASIC_LE, false, false},
    {"hi", BASIC_LT, true, false},   {"hs", BASIC_LE, true, false},
    {"equ", BASIC_NE, false, true},  {"neu", BASIC_EQ, false, true},
    {"ltu", BASIC_LE, true, true},   {"leu", BASIC_LT, true, true},
    {"gtu", BASIC_LE, false, true},  {"geu", BASIC_LT, false, true},
    {"num", BASIC_NAN, false, true}, {"nan", BASIC_NAN, false, false}};

static const struct comparison *find_comparison(const struct ptx_instruction *in)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(comparisons); i++)
        if (in->n_modifiers > 0 && strcmp(in->modifiers[0], comparisons[i].word) == 0)
            return &comparisons[i];
    return NULL;
}

/* The comparison function of a type; COMPARE_CODES if there is none. Integers have no NE: it is
 * an inverted EQ. */
static enum exec_compare_code compare_code(enum lane_type type, enum basic_comparison basic)
{
    static const uint8_t codes[][5] = {
        [LANE_u16] = {COMPARE_eq_u16, COMPARE_CODES, COMPARE_lt_u16, COMPARE_le_u16, COMPARE_CODES},
        [LANE_s16] = {COMPARE_eq_u16, COMPARE_CODES, COMPARE_lt_s16, COMPARE_le_s16, COMPARE_CODES},
        [LANE_u32] = {COMPARE_eq_u32, COMPARE_CODES, COMPARE_lt_u32, COMPARE_le_u32, COMPARE_CODES},
        [LANE_s32] = {COMPARE_eq_u32, COMPARE_CODES, COMPARE_lt_s32, COMPARE_le_s32, COMPARE_CODES},
        [LANE_f32] = {COMPARE_eq_f32, COMPARE_ne_f32, COMPARE_lt_f32, COMPARE_le_f32,
                      COMPARE_nan_f32},
        [LANE_u64] = {COMPARE_eq_u64, COMPARE_CODES, COMPARE_lt_u64, COMPARE_le_u64, COMPARE_CODES},
        [LANE_s64] = {COMPARE_eq_u64, COMPARE_CODES, COMPARE_lt_s64, COMPARE_le_s64, COMPARE_CODES},
        [LANE_f64] = {COMPARE_eq_f64, COMPARE_ne_f64, COMPARE_lt_f64, COMPARE_le_f64,
                      COMPARE_nan_f64}};
    return codes[type][basic];
}

static bool lower_comparison(struct lowering *l, enum lane_type type)
{
    const struct ptx_operand *operands = l->instruction->operands;
    const struct comparison *c = find_comparison(l->instruction);
    if (c == NULL || type == LANE_PREDICATE)
        return false;
    bool invert = c->invert;
    enum basic_comparison basic = c->basic;
    if (basic == BASIC_NE && type != LANE_f32 && type != LANE_f64) {
        basic = BASIC_EQ;
        invert = !invert;
    }
    enum exec_compare_code code = compare_code(type, basic);
    if (code == COMPARE_CODES)
        return false;
    l->op->compare = l->alus->compare[code];
    l->op->modifiers = (uint16_t)((invert ? MODIFIER_INVERT : 0) |
                                  (ptx_has_modifier(l->instruction, "ftz") ? MODIFIER_FTZ : 0));
    return lower_source(l, &operands[c->swap ? 2 : 1], type) &&
           lower_source(l, &operands[c->swap ? 1 : 2], type);
}

/* The predicate to combine with, if there is a fourth operand. */
static bool lower_combination(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    if (in->n_operands < 4)
        return true;
    l->op->variant = ptx_has_modifier(in, "and")   ? LOGIC_AND
                     : ptx_has_modifier(in, "or")  ? LOGIC_OR
                     : ptx_has_modifier(in, "xor") ? LOGIC_XOR
                                                   : LOGIC_FIRST;
    if (in->operands[3].negated)
        l->op->modifiers |= MODIFIER_NEGATE_C;
    return l->op->variant != LOGIC_FIRST && lower_source(l, &in->operands[3], LANE_PREDICATE);
}

static bool lower_setp(struct lowering *l, enum lane_type type)
{
    const struct ptx_operand *first = &l->instruction->operands[0];
    if (!lower_comparison(l, type) || !lower_combination(l))
        return false;
    bool simple = l->op->variant == LOGIC_FIRST && !(l->op->modifiers & MODIFIER_FTZ);
    if (first->kind == PTX_OPERAND_PAIR) {
        l->op->alu = exec_setp_general;
        for (unsigned k = 0; k < 2; k++)
            if (first->elements[k].kind == PTX_OPERAND_SINK)
                return lowering_problem(l, "a sink is unsupported here");
        return lower_destination(l, &first->elements[0], LANE_PREDICATE) &&
               lower_destination(l, &first->elements[1], LANE_PREDICATE);
    }
    l->op->alu = simple ? exec_setp : exec_setp_general;
    return lower_destination(l, first, LANE_PREDICATE);
}

static bool lower_set(struct lowering *l, enum lane_type type)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type to = ptx_modifier_type(in, 1);
    enum lane_type lane;
    if (ptx_type_bytes(to) != 4 || !lane_type_of(to, &lane))
        return false;
    if (!lower_comparison(l, type) || !lower_combination(l))
        return false;
    l->op->alu = exec_set;
    l->op->immediate = to == PTX_F32 ? 0x3f800000 : 0xffffffff;
    return lower_destination(l, &in->operands[0], lane);
}

static bool lower_testp(struct lowering *l, enum lane_type type)
{
    static const char *const words[] = {
        [TEST_FINITE] = "finite", [TEST_INFINITE] = "infinite",
        [TEST_NUMBER] = "number", [TEST_NOT_A_NUMBER] = "notanumber",
        [TEST_NORMAL] = "normal", [TEST_SUBNORMAL] = "subnormal"};
    const struct ptx_instruction *in = l->instruction;
    if (type != LANE_f32 && type != LANE_f64)
        return false;
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
        if (ptx_has_modifier(in, words[i])) {
            l->op->alu = exec_testp;
            l->op->variant = (uint8_t)i;
            l->op->source_type = type == LANE_f32 ? VALUE_F32 : VALUE_F64;
            return lower_destination(l, &in->operands[0], LANE_PREDICATE) &&
                   lower_source(l, &in->operands[1], type);
        }
    return false;
}

bool lower_compare(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum lane_type type;
    enum ptx_type named = ptx_modifier_type(in, 0);
    if (!lane_type_of(named, &type) || ptx_type_bytes(named) < 2 || named == PTX_F16 ||
        named == PTX_BF16 || named == PTX_F16X2 || named == PTX_BF16X2)
        return false;
    if (strcmp(in->opcode, "testp") == 0 && in->n_operands == 2)
        return lower_testp(l, type);
    if (in->n_operands < 3)
        return false;
    if (strcmp(in->opcode, "setp") == 0)
        return lower_setp(l, type);
    return strcmp(in->opcode, "set") == 0 && lower_set(l, type);
}

bool lower_predicate(struct lowering *l)
{
    static const struct {
        const char *text;
        uint8_t logic, sources;
        uint16_t modifiers;
    } known[] = {{"and.pred", LOGIC_AND, 2, 0},
                 {"or.pred", LOGIC_OR, 2, 0},
                 {"xor.pred", LOGIC_XOR, 2, 0},
                 {"not.pred", LOGIC_FIRST, 1, MODIFIER_INVERT},
                 {"mov.pred", LOGIC_FIRST, 1, 0}};
    const struct ptx_instruction *in = l->instruction;
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++) {
        if (strcmp(in->text, known[i].text) != 0 || in->n_operands != known[i].sources + 1)
            continue;
        l->op->alu = exec_predicate_logic;
        l->op->variant = known[i].logic;
        l->op->modifiers = known[i].modifiers;
        if (!lower_destination(l, &in->operands[0], LANE_PREDICATE))
            return false;
        for (unsigned k = 1; k < in->n_operands; k++)
            if (in->operands[k].negated)
                return lowering_problem(l, "a negated operand is unsupported");
            else if (!lower_source(l, &in->operands[k], LANE_PREDICATE))
                return false;
        return true;
    }
    return false;
}

static enum lane_type part_type(unsigned whole_bytes, unsigned n)
{
    return whole_bytes / n == 4 ? LANE_u32 : LANE_u16;
}

bool lower_move(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum lane_type whole;
    if (strcmp(in->opcode, "mov") != 0 || in->n_operands != 2 ||
        !lane_type_of(ptx_modifier_type(in, 0), &whole) || whole == LANE_PREDICATE)
        return false;
    unsigned bytes = ptx_type_bytes(ptx_modifier_type(in, 0));
    const struct ptx_operand *to = &in->operands[0], *from = &in->operands[1];
    const struct ptx_operand *parts = to->kind == PTX_OPERAND_VECTOR ? to : from;
    unsigned n = parts->n_elements;
    if (parts->kind != PTX_OPERAND_VECTOR || (n != 2 && n != 4) || bytes < 2 * n)
        return false;
    if (parts == to) {
        l->op->alu = exec_unpack;
        for (unsigned k = 0; k < n; k++)
            if (!lower_destination_any(l, &to->elements[k]))
                return false;
        return lower_source(l, from, whole);
    }
    l->op->alu = exec_pack;
    for (unsigned k = 0; k < n; k++)
        if (!lower_source(l, &from->elements[k], part_type(bytes, n)))
            return false;
    return lower_destination(l, to, whole);
}
