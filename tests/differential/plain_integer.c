/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer arithmetic of the plain interpreter, in 128-bit numbers.
 *
 * Source: PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision Integer Arithmetic
 *   Instructions".
 */
#include "tests/differential/plain_machine.h"

/* Source k as a number. */
static plain_number in(struct plain_thread *t, const struct plain_op *op, unsigned k)
{
    return plain_value(plain_in(t, op, k), op->type);
}

static plain_number clamp_s32(plain_number value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value;
}

static bool is_pairs(const struct plain_op *op)
{
    for (unsigned k = 0; k < op->in->n_modifiers; k++)
        if (g_str_has_suffix(op->in->modifiers[k], "x2"))
            return true;
    return false;
}

/* add{.sat}, add{.cc}, addc{.cc}; also .u16x2, which has no type of the parser's. */
void plain_add(struct plain_thread *t, const struct plain_op *op)
{
    if (is_pairs(op)) {
        uint64_t a = plain_source(t, &op->in->operands[1], PTX_B32);
        uint64_t b = plain_source(t, &op->in->operands[2], PTX_B32);
        plain_out(t, op, (uint16_t)(a + b) | (uint64_t)(uint16_t)((a >> 16) + (b >> 16)) << 16);
        return;
    }
    if (op->word[WORD_cc] || op->in->opcode[3] == 'c') {
        unsigned bits = plain_bits(op->type);
        bool carry_in = op->in->opcode[3] == 'c' && t->carry;
        plain_number sum = (plain_number)plain_in(t, op, 1) + plain_in(t, op, 2) + carry_in;
        if (op->word[WORD_cc])
            t->carry = sum >> bits & 1;
        plain_out(t, op, sum);
        return;
    }
    plain_number sum = in(t, op, 1) + in(t, op, 2);
    plain_out(t, op, op->word[WORD_sat] ? clamp_s32(sum) : sum);
}

void plain_sub(struct plain_thread *t, const struct plain_op *op)
{
    if (op->word[WORD_cc] || op->in->opcode[3] == 'c') {
        bool borrow_in = op->in->opcode[3] == 'c' && t->carry;
        plain_number left = (plain_number)plain_in(t, op, 1) - plain_in(t, op, 2) - borrow_in;
        if (op->word[WORD_cc])
            t->carry = left < 0;
        plain_out(t, op, left);
        return;
    }
    plain_number left = in(t, op, 1) - in(t, op, 2);
    plain_out(t, op, op->word[WORD_sat] ? clamp_s32(left) : left);
}

/* The part of the product that the modifier names; all of it for .wide. */
static plain_number product(struct plain_thread *t, const struct plain_op *op)
{
    /* Modulo 2^128, in which the product of two 64-bit numbers of either kind is exact. */
    unsigned __int128 whole = (unsigned __int128)in(t, op, 1) * (unsigned __int128)in(t, op, 2);
    unsigned bits = plain_bits(op->type);
    if (!op->word[WORD_hi])
        return (plain_number)whole;
    return plain_value((uint64_t)(whole >> bits), op->type);
}

void plain_mul(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, product(t, op));
}

static plain_number addend(struct plain_thread *t, const struct plain_op *op)
{
    if (!op->word[WORD_wide])
        return in(t, op, 3);
    enum ptx_type type = op->type == PTX_U16   ? PTX_U32
                         : op->type == PTX_S16 ? PTX_S32
                         : op->type == PTX_U32 ? PTX_U64
                                               : PTX_S64;
    return plain_value(plain_source(t, &op->in->operands[3], type), type);
}

/* mad{.hi.sat}, mad{.cc}, madc{.cc} */
void plain_mad(struct plain_thread *t, const struct plain_op *op)
{
    unsigned bits = plain_bits(op->type);
    if (op->word[WORD_cc] || op->in->opcode[3] == 'c') {
        bool carry_in = op->in->opcode[3] == 'c' && t->carry;
        plain_number sum = (plain_number)plain_mask((uint64_t)product(t, op), bits) +
                           plain_in(t, op, 3) + carry_in;
        if (op->word[WORD_cc])
            t->carry = sum >> bits & 1;
        plain_out(t, op, sum);
        return;
    }
    unsigned __int128 sum = (unsigned __int128)product(t, op) + (unsigned __int128)addend(t, op);
    plain_out(t, op, op->word[WORD_sat] ? clamp_s32((plain_number)sum) : (plain_number)sum);
}

/* mul24 and mad24: of the low 24 bits; .hi is bits 47 to 16 of the product. */
void plain_mul24(struct plain_thread *t, const struct plain_op *op)
{
    bool has_sign = plain_is_signed(op->type);
    plain_number factor[2];
    for (unsigned k = 0; k < 2; k++) {
        uint64_t low = plain_mask(plain_in(t, op, k + 1), 24);
        factor[k] = has_sign ? plain_extend(low, 24) : (plain_number)low;
    }
    plain_number whole = factor[0] * factor[1];
    uint64_t part = (uint64_t)(op->word[WORD_hi] ? whole >> 16 : whole);
    plain_number sum = plain_value(plain_mask(part, 32), op->type);
    if (op->in->opcode[1] == 'a')
        sum += in(t, op, 3);
    plain_out(t, op, op->word[WORD_sat] ? clamp_s32(sum) : sum);
}

void plain_sad(struct plain_thread *t, const struct plain_op *op)
{
    plain_number a = in(t, op, 1), b = in(t, op, 2);
    plain_out(t, op, in(t, op, 3) + (a < b ? b - a : a - b));
}

void plain_div(struct plain_thread *t, const struct plain_op *op)
{
    plain_number by = in(t, op, 2);
    if (by == 0)
        plain_fault(t, "division by zero, which PTX leaves open");
    else
        plain_out(t, op, in(t, op, 1) / by);
}

void plain_rem(struct plain_thread *t, const struct plain_op *op)
{
    plain_number by = in(t, op, 2);
    if (by == 0)
        plain_fault(t, "division by zero, which PTX leaves open");
    else
        plain_out(t, op, in(t, op, 1) % by);
}

void plain_abs(struct plain_thread *t, const struct plain_op *op)
{
    plain_number a = in(t, op, 1);
    plain_out(t, op, a < 0 ? -a : a);
}

void plain_neg(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, -in(t, op, 1));
}

static plain_number extreme(plain_number a, plain_number b, bool most)
{
    return (a < b) == most ? b : a;
}

void plain_min_max(struct plain_thread *t, const struct plain_op *op)
{
    bool most = op->in->opcode[1] == 'a';
    if (!is_pairs(op)) {
        plain_out(t, op, extreme(in(t, op, 1), in(t, op, 2), most));
        return;
    }
    enum ptx_type half = ptx_has_modifier(op->in, "s16x2") ? PTX_S16 : PTX_U16;
    uint64_t a = plain_source(t, &op->in->operands[1], PTX_B32);
    uint64_t b = plain_source(t, &op->in->operands[2], PTX_B32);
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 32; shift += 16)
        result |= plain_mask((uint64_t)extreme(plain_value(a >> shift, half),
                                               plain_value(b >> shift, half), most),
                             16)
                  << shift;
    plain_out(t, op, (plain_number)result);
}

/* dp4a.atype.btype and dp2a.lo/hi.atype.btype */
void plain_dp(struct plain_thread *t, const struct plain_op *op)
{
    bool four = op->in->opcode[2] == '4';
    uint64_t a = plain_in(t, op, 1), b = plain_in(t, op, 2);
    enum ptx_type c_type = op->type == PTX_S32 || op->type_before == PTX_S32 ? PTX_S32 : PTX_U32;
    plain_number sum = plain_value(plain_source(t, &op->in->operands[3], PTX_B32), c_type);
    if (op->word[WORD_hi])
        b >>= 16;
    for (unsigned i = 0; i < (four ? 4u : 2u); i++) {
        unsigned a_bits = four ? 8 : 16;
        uint64_t x = plain_mask(a >> (i * a_bits), a_bits), y = plain_mask(b >> (i * 8), 8);
        plain_number left = op->type_before == PTX_S32 ? plain_extend(x, a_bits) : (plain_number)x;
        plain_number right = op->type == PTX_S32 ? plain_extend(y, 8) : (plain_number)y;
        sum += left * right;
    }
    plain_out(t, op, sum);
}
