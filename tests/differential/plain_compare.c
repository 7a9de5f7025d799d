/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparisons, selections and moves of the plain interpreter.
 *
 * Source: PTX ISA, "Comparison and Selection Instructions", "Data Movement: mov".
 */
#include "tests/differential/plain_machine.h"

#include <math.h>

/* Of two numbers, and whether either is NaN; the names for unsigned and for unordered too. */
static bool holds(const struct plain_op *op, bool less, bool equal, bool unordered)
{
    static const struct {
        enum plain_word word;
        bool less, equal, greater, unordered;
    } relations[] = {
        {WORD_eq, false, true, false, false}, {WORD_ne, true, false, true, false},
        {WORD_lt, true, false, false, false}, {WORD_le, true, true, false, false},
        {WORD_gt, false, false, true, false}, {WORD_ge, false, true, true, false},
        {WORD_lo, true, false, false, false}, {WORD_ls, true, true, false, false},
        {WORD_hi, false, false, true, false}, {WORD_hs, false, true, true, false},
        {WORD_equ, false, true, false, true}, {WORD_neu, true, false, true, true},
        {WORD_ltu, true, false, false, true}, {WORD_leu, true, true, false, true},
        {WORD_gtu, false, false, true, true}, {WORD_geu, false, true, true, true},
        {WORD_num, true, true, true, false},  {WORD_nan, false, false, false, true},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(relations); i++)
        if (op->word[relations[i].word])
            return unordered ? relations[i].unordered
                   : equal   ? relations[i].equal
                   : less    ? relations[i].less
                             : relations[i].greater;
    return false;
}

static double number(struct plain_thread *t, const struct plain_op *op, unsigned k)
{
    uint64_t bits = plain_in(t, op, k);
    if (op->type == PTX_F64)
        return plain_double(bits);
    float x = plain_float(bits);
    return op->word[WORD_ftz] && fpclassify(x) == FP_SUBNORMAL ? 0.0 : (double)x;
}

static bool compare(struct plain_thread *t, const struct plain_op *op)
{
    if (plain_is_float(op->type)) {
        double a = number(t, op, 1), b = number(t, op, 2);
        return holds(op, a < b, a == b, isnan(a) || isnan(b));
    }
    plain_number a = plain_value(plain_in(t, op, 1), op->type);
    plain_number b = plain_value(plain_in(t, op, 2), op->type);
    return holds(op, a < b, a == b, false);
}

static bool combine(struct plain_thread *t, const struct plain_op *op, bool value)
{
    if (op->in->n_operands < 4)
        return value;
    bool c = plain_source(t, &op->in->operands[3], PTX_PRED);
    return op->word[WORD_and] ? value && c : op->word[WORD_or] ? value || c : value != c;
}

/* setp.CmpOp{.BoolOp}.type p{|q}, a, b{, c} */
void plain_setp(struct plain_thread *t, const struct plain_op *op)
{
    const struct ptx_operand *to = &op->in->operands[0];
    bool result = compare(t, op);
    bool p = combine(t, op, result), q = combine(t, op, !result);
    if (to->kind != PTX_OPERAND_PAIR) {
        plain_set(t, to, p);
        return;
    }
    plain_set(t, &to->elements[0], p);
    plain_set(t, &to->elements[1], q);
}

void plain_set_compare(struct plain_thread *t, const struct plain_op *op)
{
    bool result = combine(t, op, compare(t, op));
    plain_out(t, op, !result ? 0 : op->type_before == PTX_F32 ? 0x3f800000 : 0xffffffff);
}

void plain_selp(struct plain_thread *t, const struct plain_op *op)
{
    bool c = plain_source(t, &op->in->operands[3], PTX_PRED);
    plain_out(t, op, plain_in(t, op, c ? 1 : 2));
}

/* slct.type.{s32,f32} d, a, b, c: a if c >= 0 */
void plain_slct(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t c = plain_in(t, op, 3);
    bool first = op->type == PTX_F32
                     ? plain_float(c) >= 0.0f || (op->word[WORD_ftz] && !isnan(plain_float(c)) &&
                                                  fpclassify(plain_float(c)) == FP_SUBNORMAL)
                     : (int32_t)c >= 0;
    plain_out(t, op, plain_source(t, &op->in->operands[first ? 1 : 2], op->type_before));
}

/* Between a register and the vector of its parts, or of one to another. */
void plain_mov(struct plain_thread *t, const struct plain_op *op)
{
    const struct ptx_operand *to = &op->in->operands[0], *from = &op->in->operands[1];
    unsigned bits = plain_bits(op->type);
    uint64_t value = 0;
    if (from->kind == PTX_OPERAND_VECTOR)
        for (unsigned k = from->n_elements; k-- > 0;) {
            unsigned part = bits / from->n_elements;
            value = value << part | plain_source(t, &from->elements[k],
                                                 part == 32   ? PTX_B32
                                                 : part == 16 ? PTX_B16
                                                              : PTX_B8);
        }
    else
        value = plain_source(t, from, op->type);
    if (to->kind != PTX_OPERAND_VECTOR) {
        plain_set(t, to, value);
        return;
    }
    unsigned part = bits / to->n_elements;
    for (unsigned k = 0; k < to->n_elements; k++)
        plain_set(t, &to->elements[k], plain_mask(value >> (k * part), part));
}
