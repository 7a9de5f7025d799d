/* SPDX-License-Identifier: BSD-3-Clause */
/* Logic, shifts and bit fields of the plain interpreter, most of them bit by bit.
 *
 * Source: PTX ISA, "Logic and Shift Instructions"; bfe, bfi, bfind, brev, clz, popc, szext, bmsk
 *   under "Integer Arithmetic Instructions"; prmt under "Data Movement".
 */
#include "tests/differential/plain_machine.h"

static uint32_t word(struct plain_thread *t, const struct plain_op *op, unsigned k)
{
    return (uint32_t)plain_source(t, &op->in->operands[k], PTX_U32);
}

void plain_and(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, plain_in(t, op, 1) & plain_in(t, op, 2));
}

void plain_or(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, plain_in(t, op, 1) | plain_in(t, op, 2));
}

void plain_xor(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, plain_in(t, op, 1) ^ plain_in(t, op, 2));
}

void plain_not(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, plain_mask(~plain_in(t, op, 1), plain_bits(op->type)));
}

void plain_cnot(struct plain_thread *t, const struct plain_op *op)
{
    plain_out(t, op, plain_in(t, op, 1) == 0);
}

/* Amounts beyond the width mean the width. */
void plain_shl(struct plain_thread *t, const struct plain_op *op)
{
    uint32_t by = word(t, op, 2);
    plain_out(t, op, by >= plain_bits(op->type) ? 0 : plain_in(t, op, 1) << by);
}

void plain_shr(struct plain_thread *t, const struct plain_op *op)
{
    uint32_t by = word(t, op, 2);
    plain_number value = plain_value(plain_in(t, op, 1), op->type);
    plain_out(t, op, value >> MIN(by, plain_bits(op->type)));
}

/* shf.{l,r}.{wrap,clamp}.b32 d, a, b, c: of the 64 bits b:a. */
void plain_shf(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t both = (uint64_t)word(t, op, 2) << 32 | word(t, op, 1);
    uint32_t c = word(t, op, 3), n = op->word[WORD_wrap] ? c & 31 : MIN(c, 32);
    plain_out(t, op, (uint32_t)(op->word[WORD_l] ? both << n >> 32 : both >> n));
}

void plain_bfe(struct plain_thread *t, const struct plain_op *op)
{
    unsigned bits = plain_bits(op->type), msb = bits - 1;
    uint64_t a = plain_in(t, op, 1), d = 0;
    unsigned pos = word(t, op, 2) & 0xff, len = word(t, op, 3) & 0xff;
    bool sign = plain_is_signed(op->type) && len > 0 && (a >> MIN(pos + len - 1, msb) & 1);
    for (unsigned i = 0; i <= msb; i++) {
        bool bit = i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign;
        d |= (uint64_t)bit << i;
    }
    plain_out(t, op, d);
}

void plain_bfi(struct plain_thread *t, const struct plain_op *op)
{
    unsigned bits = plain_bits(op->type);
    uint64_t a = plain_in(t, op, 1), f = plain_in(t, op, 2);
    unsigned pos = word(t, op, 3) & 0xff, len = word(t, op, 4) & 0xff;
    for (unsigned i = 0; i < len && pos + i < bits; i++) {
        f &= ~(UINT64_C(1) << (pos + i));
        f |= (a >> i & 1) << (pos + i);
    }
    plain_out(t, op, f);
}

void plain_bfind(struct plain_thread *t, const struct plain_op *op)
{
    int msb = (int)plain_bits(op->type) - 1;
    uint64_t a = plain_in(t, op, 1);
    if (plain_is_signed(op->type) && (a >> msb & 1))
        a = ~a;
    int found = -1;
    for (int i = msb; i >= 0 && found < 0; i--)
        if (a >> i & 1)
            found = i;
    plain_out(t, op, op->word[WORD_shiftamt] && found >= 0 ? msb - found : found);
}

void plain_brev(struct plain_thread *t, const struct plain_op *op)
{
    unsigned bits = plain_bits(op->type);
    uint64_t a = plain_in(t, op, 1), d = 0;
    for (unsigned i = 0; i < bits; i++)
        d |= (a >> i & 1) << (bits - 1 - i);
    plain_out(t, op, d);
}

void plain_clz(struct plain_thread *t, const struct plain_op *op)
{
    unsigned bits = plain_bits(op->type), n = 0;
    uint64_t a = plain_in(t, op, 1);
    while (n < bits && !(a >> (bits - 1 - n) & 1))
        n++;
    plain_out(t, op, n);
}

void plain_popc(struct plain_thread *t, const struct plain_op *op)
{
    unsigned n = 0;
    for (uint64_t a = plain_in(t, op, 1); a != 0; a >>= 1)
        n += a & 1;
    plain_out(t, op, n);
}

void plain_lop3(struct plain_thread *t, const struct plain_op *op)
{
    uint32_t a = word(t, op, 1), b = word(t, op, 2), c = word(t, op, 3);
    uint32_t table = word(t, op, 4), d = 0;
    for (unsigned i = 0; i < 32; i++) {
        unsigned row = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
        d |= (table >> row & 1) << i;
    }
    plain_out(t, op, d);
}

/* The byte selectors of prmt's special modes, by c's low two bits, byte 3 first. */
static unsigned prmt_selector(const struct plain_op *op, uint32_t c, unsigned byte)
{
    static const uint16_t f4e[4] = {0x3210, 0x4321, 0x5432, 0x6543};
    static const uint16_t b4e[4] = {0x5670, 0x6701, 0x7012, 0x0123};
    static const uint16_t rc8[4] = {0x0000, 0x1111, 0x2222, 0x3333};
    static const uint16_t ecl[4] = {0x3210, 0x3211, 0x3222, 0x3333};
    static const uint16_t ecr[4] = {0x0000, 0x1110, 0x2210, 0x3210};
    static const uint16_t rc16[4] = {0x1010, 0x3232, 0x1010, 0x3232};
    const uint16_t *table = op->word[WORD_f4e]    ? f4e
                            : op->word[WORD_b4e]  ? b4e
                            : op->word[WORD_rc8]  ? rc8
                            : op->word[WORD_ecl]  ? ecl
                            : op->word[WORD_ecr]  ? ecr
                            : op->word[WORD_rc16] ? rc16
                                                  : NULL;
    return (table ? table[c & 3] : c) >> (4 * byte) & 15;
}

void plain_prmt(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t both = (uint64_t)word(t, op, 2) << 32 | word(t, op, 1);
    uint32_t c = word(t, op, 3), d = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        unsigned selector = prmt_selector(op, c, byte);
        uint32_t value = both >> (8 * (selector & 7)) & 0xff;
        if (selector & 8)
            value = value & 0x80 ? 0xff : 0;
        d |= value << (8 * byte);
    }
    plain_out(t, op, d);
}

/* szext.mode.type d, a, b: the low b bits of a, sign- or zero-extended. */
void plain_szext(struct plain_thread *t, const struct plain_op *op)
{
    uint32_t a = word(t, op, 1), b = word(t, op, 2);
    unsigned n = op->word[WORD_wrap] ? b & 31 : MIN(b, 32);
    if (n == 0)
        plain_out(t, op, 0);
    else
        plain_out(t, op,
                  plain_is_signed(op->type) ? plain_extend(a, n) : (plain_number)plain_mask(a, n));
}

/* bmsk.mode.b32 d, a, b: b ones from bit a on. */
void plain_bmsk(struct plain_thread *t, const struct plain_op *op)
{
    uint32_t a = word(t, op, 1), b = word(t, op, 2), d = 0;
    unsigned from = op->word[WORD_wrap] ? a & 31 : MIN(a, 32);
    unsigned n = op->word[WORD_wrap] ? b & 31 : MIN(b, 32);
    for (unsigned i = from; i < 32 && i < from + n; i++)
        d |= UINT32_C(1) << i;
    plain_out(t, op, d);
}
