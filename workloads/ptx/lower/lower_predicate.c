/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of comparisons, predicate logic and moves of predicates and vectors. */
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/lower/lowering.h"

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

static bool is_half_pair(enum ptx_type type)
{
    return type == PTX_F16X2 || type == PTX_BF16X2;
}

static bool is_half(enum ptx_type type)
{
    return type == PTX_F16 || type == PTX_BF16 || is_half_pair(type);
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

/* Fills in compare() and sources 0 and 1 of setp and set on values of a type. */
static bool lower_comparison(struct lowering *l, enum ptx_type named)
{
    const struct ptx_operand *operands = l->instruction->operands;
    const struct comparison *c = find_comparison(l->instruction);
    enum lane_type type, stored;
    if (c == NULL || !lane_type_of(named, &stored) || stored == LANE_PREDICATE)
        return false;
    type = is_half(named) ? LANE_f32 : stored;
    if (is_half(named))
        l->op->source_type = named == PTX_F16 || named == PTX_F16X2 ? VALUE_F16 : VALUE_BF16;
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
    return lower_source(l, &operands[c->swap ? 2 : 1], stored) &&
           lower_source(l, &operands[c->swap ? 1 : 2], stored);
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

/* A destination of the given type, or the sink. */
static bool lower_optional(struct lowering *l, const struct ptx_operand *operand,
                           enum lane_type type)
{
    return operand->kind == PTX_OPERAND_SINK ? lower_destination_any(l, operand)
                                             : lower_destination(l, operand, type);
}

static bool lower_setp(struct lowering *l, enum ptx_type named)
{
    const struct ptx_operand *first = &l->instruction->operands[0];
    if (!lower_comparison(l, named) || !lower_combination(l))
        return false;
    bool simple = l->op->variant == LOGIC_FIRST && !(l->op->modifiers & MODIFIER_FTZ) &&
                  !is_half(named) && first->kind == PTX_OPERAND_REGISTER;
    l->op->alu = is_half_pair(named) ? exec_setp_pairs : simple ? exec_setp : exec_setp_general;
    if (first->kind != PTX_OPERAND_PAIR)
        return lower_optional(l, first, LANE_PREDICATE);
    return lower_optional(l, &first->elements[0], LANE_PREDICATE) &&
           lower_optional(l, &first->elements[1], LANE_PREDICATE);
}

/* What set writes for true, of the destination's type. */
static int64_t true_value(enum ptx_type to)
{
    switch (to) {
    case PTX_F32:
        return 0x3f800000;
    case PTX_F16:
    case PTX_F16X2:
        return 0x3c00;
    case PTX_BF16:
    case PTX_BF16X2:
        return 0x3f80;
    default:
        return ptx_type_bytes(to) == 2 ? 0xffff : 0xffffffff;
    }
}

static bool lower_set(struct lowering *l, enum ptx_type named)
{
    const struct ptx_instruction *in = l->instruction;
    enum ptx_type to = ptx_modifier_type(in, 1);
    enum lane_type lane;
    bool pair = is_half_pair(named);
    if ((ptx_type_bytes(to) != 4 && (ptx_type_bytes(to) != 2 || pair)) ||
        !lane_type_of(to, &lane) || (is_half_pair(to) && to != named) ||
        (pair && to != named && to != PTX_U32 && to != PTX_S32))
        return false;
    if (!lower_comparison(l, named) || !lower_combination(l))
        return false;
    l->op->alu = pair ? exec_set_pairs : exec_set;
    l->op->immediate = pair ? true_value(to) & 0xffff : true_value(to);
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
    if (!lane_type_of(named, &type) || ptx_type_bytes(named) < 2)
        return false;
    if (strcmp(in->opcode, "testp") == 0 && in->n_operands == 2)
        return lower_testp(l, type);
    if (in->n_operands < 3)
        return false;
    if (strcmp(in->opcode, "setp") == 0)
        return lower_setp(l, named);
    return strcmp(in->opcode, "set") == 0 && lower_set(l, named);
}

/* lop3.or.b32 d|p, a, b, c, table, q */
static bool lower_lop3(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    const struct ptx_operand *operands = in->operands;
    bool is_and = ptx_has_modifier(in, "and");
    if (in->n_operands != 6 || operands[0].kind != PTX_OPERAND_PAIR ||
        operands[4].kind != PTX_OPERAND_INTEGER || !(is_and || ptx_has_modifier(in, "or")))
        return false;
    l->op->alu = exec_lop3_predicate;
    l->op->variant = is_and ? LOGIC_AND : LOGIC_OR;
    l->op->modifiers = operands[5].negated ? MODIFIER_NEGATE_C : 0;
    l->op->immediate = operands[4].value;
    for (unsigned k = 1; k <= 3; k++)
        if (!lower_source(l, &operands[k], LANE_u32))
            return false;
    return lower_source(l, &operands[5], LANE_PREDICATE) &&
           lower_optional(l, &operands[0].elements[0], LANE_u32) &&
           lower_optional(l, &operands[0].elements[1], LANE_PREDICATE);
}

bool lower_predicate(struct lowering *l)
{
    if (strcmp(l->instruction->opcode, "lop3") == 0)
        return lower_lop3(l);
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
        for (unsigned k = 1; k < in->n_operands; k++) {
            l->op->immediate |= in->operands[k].negated ? (int64_t)1 << (k - 1) : 0;
            if (!lower_source(l, &in->operands[k], LANE_PREDICATE))
                return false;
        }
        return true;
    }
    return false;
}

static enum lane_type part_type(unsigned whole_bytes, unsigned n)
{
    return whole_bytes / n == 4 ? LANE_u32 : LANE_u16;
}

/* mov.v4.u16 of one vector to another. */
static bool move_each(struct lowering *l, enum lane_type type)
{
    const struct ptx_operand *to = &l->instruction->operands[0];
    const struct ptx_operand *from = &l->instruction->operands[1];
    if (to->n_elements != from->n_elements || to->n_elements > EXEC_DESTINATIONS)
        return false;
    l->op->alu = exec_move_each;
    for (unsigned k = 0; k < to->n_elements; k++)
        if (!lower_destination(l, &to->elements[k], type) ||
            !lower_source(l, &from->elements[k], type))
            return false;
    return true;
}

bool lower_move(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    enum lane_type whole;
    if (strcmp(in->text, "mov.b128") ==
        0) /* the low half is written first, as .b128 registers are */
        return in->n_operands == 2 && in->operands[0].n_elements == PTX_B128_PARTS &&
               move_each(l, LANE_u64);
    if (strcmp(in->opcode, "mov") != 0 || in->n_operands != 2 ||
        !lane_type_of(ptx_modifier_type(in, 0), &whole) || whole == LANE_PREDICATE)
        return false;
    unsigned bytes = ptx_type_bytes(ptx_modifier_type(in, 0));
    const struct ptx_operand *to = &in->operands[0], *from = &in->operands[1];
    const struct ptx_operand *parts = to->kind == PTX_OPERAND_VECTOR ? to : from;
    unsigned n = parts->n_elements;
    if (to->kind == PTX_OPERAND_VECTOR && from->kind == PTX_OPERAND_VECTOR &&
        (ptx_has_modifier(in, "v2") || ptx_has_modifier(in, "v4")))
        return move_each(l, whole);
    if (parts->kind != PTX_OPERAND_VECTOR || (n != 2 && n != 4) || bytes < n)
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
