/* SPDX-License-Identifier: BSD-3-Clause */
/* Logic, shifts, bit fields, bytes: a bit or a byte at a time.
 * Source: PTX ISA 8.6, sections 9.7.1 (bfe, bfi, popc, clz, brev, dp4a, dp2a, fns, bmsk, szext),
 *   9.7.7 "Logic and Shift Instructions", 9.7.9 (prmt, mov).
 */
#include "tests/conformance/family.h"

#include <check.h>
#include <glib.h>
#include <string.h>

/* A reference that also knows the width of its family's type. */
#define WIDTH_REFERENCE(name, expression)                                                          \
    static void name(const struct conformance_row *row, const uint64_t in[], uint64_t out[])       \
    {                                                                                              \
        uint64_t a = in[0], b = in[1], c = in[2], d = in[3];                                       \
        unsigned bits = (unsigned)row->detail[0];                                                  \
        (void)a, (void)b, (void)c, (void)d, (void)bits;                                            \
        out[0] = (uint64_t)(expression);                                                           \
    }

static unsigned bit(uint64_t x, uint64_t i)
{
    return i < 64 ? x >> i & 1 : 0;
}

/* Bit i of the result is bit i - n of a, and what the type fills in where there is none. */
static uint64_t shifted(const struct conformance_row *row, uint64_t a, int64_t n)
{
    int64_t bits = (int64_t)row->detail[0];
    uint64_t result = 0;
    for (int64_t i = 0; i < bits; i++) {
        int64_t from = i - n;
        bool fill = from >= bits && row->detail[1] && bit(a, (uint64_t)bits - 1);
        bool set = from >= 0 && from < bits ? bit(a, (uint64_t)from) : fill;
        result |= (uint64_t)set << i;
    }
    return result;
}

static uint64_t count_ones(uint64_t a)
{
    unsigned n = 0;
    for (; a != 0; a >>= 1)
        n += a & 1;
    return n;
}

static uint64_t count_leading(uint64_t a, unsigned bits)
{
    unsigned n = 0;
    while (n < bits && !bit(a, bits - 1 - n))
        n++;
    return n;
}

static uint64_t reversed(uint64_t a, unsigned bits)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result = result << 1 | bit(a, i);
    return result;
}

/* The definition of the PTX ISA, bit by bit. */
static uint64_t extracted(const struct conformance_row *row, uint64_t a, unsigned position,
                          unsigned length)
{
    unsigned highest = (unsigned)row->detail[0] - 1;
    bool sign = false;
    if (row->detail[1] && length != 0)
        sign = bit(a, MIN(position + length - 1, highest));
    uint64_t result = 0;
    for (unsigned i = 0; i <= highest; i++)
        result |= (uint64_t)(i < length && position + i <= highest ? bit(a, position + i) : sign)
                  << i;
    return result;
}

static uint64_t inserted(uint64_t a, uint64_t b, unsigned position, unsigned length, unsigned bits)
{
    for (unsigned i = 0; i < length && position + i < bits; i++)
        b = (b & ~((uint64_t)1 << (position + i))) | (uint64_t)bit(a, i) << (position + i);
    return b;
}

static unsigned byte_of(uint64_t a, uint64_t b, unsigned i)
{
    return i < 4 ? a >> 8 * i & 0xff : b >> 8 * (i - 4) & 0xff;
}

static void permuted(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    for (unsigned i = 0; i < 4; i++) {
        unsigned selector = in[2] >> 4 * i & 15, byte = byte_of(in[0], in[1], selector & 7);
        if (selector & 8)
            byte = byte & 0x80 ? 0xff : 0;
        out[0] |= (uint64_t)byte << 8 * i;
    }
}

/* detail[1..]: the selectors for c & 3 = 0..3, four hexadecimal digits each, in detail[0]. */
static void permuted_by_mode(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned selectors = row->detail[0] >> 16 * (3 - (in[2] & 3)) & 0xffff;
    for (unsigned i = 0; i < 4; i++)
        out[0] |= (uint64_t)byte_of(in[0], in[1], selectors >> 4 * i & 15) << 8 * i;
}

static uint64_t joined(uint64_t low, uint64_t high)
{
    return high << 32 | low;
}

static void logic_table(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    for (unsigned i = 0; i < 32; i++) {
        unsigned index = bit(in[0], i) << 2 | bit(in[1], i) << 1 | bit(in[2], i);
        out[0] |= (uint64_t)bit(row->detail[0], index) << i;
    }
}

/* The sum of c and the products of n parts of the given widths. detail: a and b signed, and
 * for dp2a the first byte of b. */
static void dot_product(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned width = (unsigned)row->detail[2];
    int64_t sum = (int64_t)in[2];
    for (unsigned i = 0; i < 32 / width; i++) {
        int64_t x = (int64_t)(in[0] >> width * i & bits_below(width));
        int64_t y = (int64_t)(in[1] >> 8 * (i + row->detail[3]) & 0xff);
        if (row->detail[0] && x >> (width - 1))
            x -= (int64_t)1 << width;
        if (row->detail[1] && y >= 128)
            y -= 256;
        sum += x * y;
    }
    out[0] = (uint64_t)sum;
}

WIDTH_REFERENCE(and, a &b)
WIDTH_REFERENCE(or, a | b)
WIDTH_REFERENCE(xor, a ^ b)
WIDTH_REFERENCE(not, ~a)
WIDTH_REFERENCE(logical_not, a == 0)
WIDTH_REFERENCE(left, shifted(row, a, (int64_t)b))
WIDTH_REFERENCE(right, shifted(row, a, -(int64_t)b))
WIDTH_REFERENCE(population, count_ones(a))
WIDTH_REFERENCE(leading, count_leading(a, bits))
WIDTH_REFERENCE(reverse, reversed(a, bits))
WIDTH_REFERENCE(extract, extracted(row, a, b & 0xff, c & 0xff))
WIDTH_REFERENCE(insert, inserted(a, b, c & 0xff, d & 0xff, bits))
WIDTH_REFERENCE(funnel_left_wrap, joined(a, b) << (c & 31) >> 32)
WIDTH_REFERENCE(funnel_left_clamp, c >= 32 ? a : joined(a, b) << c >> 32)
WIDTH_REFERENCE(funnel_right_wrap, joined(a, b) >> (c & 31))
WIDTH_REFERENCE(funnel_right_clamp, c >= 32 ? b : joined(a, b) >> c)
WIDTH_REFERENCE(same, a)
WIDTH_REFERENCE(selected, c ? a : b)
WIDTH_REFERENCE(selected_negated, c ? b : a)
WIDTH_REFERENCE(select_by_sign, (int32_t)c >= 0 ? a : b)
WIDTH_REFERENCE(select_by_float, float_of(c) >= 0 ? a : b)
WIDTH_REFERENCE(select_by_flushed, float_of(c) >= 0 || (c & 0x7f800000) == 0 ? a : b)
WIDTH_REFERENCE(copy_sign, (a & (uint64_t)1 << (bits - 1)) | (b & bits_below(bits - 1)))
WIDTH_REFERENCE(pack_2, a | b << bits / 2)
WIDTH_REFERENCE(pack_4, a | b << 16 | c << 32 | d << 48)

static void unpack(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned parts = (unsigned)row->detail[0] / 16;
    for (unsigned i = 0; i < parts; i++)
        out[i] = in[0] >> 16 * i & 0xffff;
}

static void unpack_words(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    out[0] = in[0] & 0xffffffff;
    out[1] = in[0] >> 32;
}

static void unpack_high(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    out[0] = in[0] >> 32;
}

WIDTH_REFERENCE(and_negated, !a && b)
WIDTH_REFERENCE(or_negated, a || !b)
WIDTH_REFERENCE(xor_negated, a == b)
WIDTH_REFERENCE(pack_bytes, a | b << 8)
WIDTH_REFERENCE(pack_bytes_twice, a | b << 8 | b << 16 | a << 24)

static void unpack_bytes(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    out[0] = in[0] & 0xff;
    out[1] = in[0] >> 8;
}

/* Registers of 8 bits only hold parts of others. */
#define PACK_BYTES(move) "{ .reg .b8 x, y; cvt.u8.u16 x, $1; cvt.u8.u16 y, $2; " move " }"
#define UNPACK_BYTES     "{ .reg .b8 x, y; mov.b16 {x, y}, $2; cvt.u16.u8 $0, x; cvt.u16.u8 $1, y; }"

static const struct row_family families[] = {
    {"and.@", "b16 b32 b64", "@ = @ @", and, 0, 0, 0, 0},
    {"or.@", "b16 b32 b64", "@ = @ @", or, 0, 0, 0, 0},
    {"xor.@", "b16 b32 b64", "@ = @ @", xor, 0, 0, 0, 0},
    {"not.@", "b16 b32 b64", "@ = @", not, 0, 0, 0, 0},
    {"cnot.@", "b16 b32 b64", "@ = @", logical_not, 0, 0, 0, 0},
    {"and.@", "pred", "@ = @ @", and, 0, 0, 0, 0},
    {"or.@", "pred", "@ = @ @", or, 0, 0, 0, 0},
    {"xor.@", "pred", "@ = @ @", xor, 0, 0, 0, 0},
    {"not.@", "pred", "@ = @", not, 0, 0, 0, 0},
    {"mov.@", "pred", "@ = @", same, 0, 0, 0, 0},
    {"shl.@", "b16 b32 b64", "@ = @ amount", left, 0, 0, 0, 0},
    {"shr.@", "b16 b32 b64 u16 u32 u64 s16 s32 s64", "@ = @ amount", right, 0, 0, 0, 0},
    {"popc.@", "b32 b64", "u32 = @", population, 0, 0, 0, 0},
    {"clz.@", "b32 b64", "u32 = @", leading, 0, 0, 0, 0},
    {"brev.@", "b32 b64", "@ = @", reverse, 0, 0, 0, 0},
    {"bfe.@", "u32 s32 u64 s64", "@ = @ amount amount", extract, 0, 0, 0, 0},
    {"bfi.@", "b32 b64", "@ = @ @ amount amount", insert, 0, 0, 0, 0},
    {"shf.l.wrap.@", "b32", "@ = @ @ amount", funnel_left_wrap, 0, 0, 0, 0},
    {"shf.l.clamp.@", "b32", "@ = @ @ amount", funnel_left_clamp, 0, 0, 0, 0},
    {"shf.r.wrap.@", "b32", "@ = @ @ amount", funnel_right_wrap, 0, 0, 0, 0},
    {"shf.r.clamp.@", "b32", "@ = @ @ amount", funnel_right_clamp, 0, 0, 0, 0},
    {"prmt.@", "b32", "@ = @ @ @", permuted, 0, 0, 0, 0},
    {"mov.@", "b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @", same, 0, 0, 0, 0},
    {"mov.f32", "b32", "@ = f32", same, 0, 0, 0, 0},
    {"mov.f64", "b64", "@ = f64", same, 0, 0, 0, 0},
    {"selp.@", "b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @ @ pred", selected, 0, 0, 0, 0},
    {"selp.f32", "b32", "@ = f32 f32 pred", selected, 0, 0, 0, 0},
    {"selp.f64", "b64", "@ = f64 f64 pred", selected, 0, 0, 0, 0},
    {"slct.@.s32", "b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @ @ s32", select_by_sign, 0, 0, 0,
     0},
    {"slct.f32.s32", "b32", "@ = f32 f32 s32", select_by_sign, 0, 0, 0, 0},
    {"slct.f64.s32", "b64", "@ = f64 f64 s32", select_by_sign, 0, 0, 0, 0},
    {"slct.@.f32", "b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @ @ f32", select_by_float, 0, 0, 0,
     0},
    {"slct.f32.f32", "b32", "@ = f32 f32 f32", select_by_float, 0, 0, 0, 0},
    {"slct.f64.f32", "b64", "@ = f64 f64 f32", select_by_float, 0, 0, 0, 0},
    {"slct.ftz.@.f32", "b16 u16 s16 b32 u32 s32 b64 u64 s64", "@ = @ @ f32", select_by_flushed, 0,
     0, 0, 0},
    {"slct.ftz.f32.f32", "b32", "@ = f32 f32 f32", select_by_flushed, 0, 0, 0, 0},
    {"slct.ftz.f64.f32", "b64", "@ = f64 f64 f32", select_by_flushed, 0, 0, 0, 0},
    {"copysign.f32", "b32", "@ = f32 f32", copy_sign, 0, 0, 0, 0},
    {"copysign.f64", "b64", "@ = f64 f64", copy_sign, 0, 0, 0, 0},
    {"mov.@", "b32", "@ = b16 b16", pack_2, 0, 0, "mov.@ $0, {$1, $2};", 0},
    {"mov.@", "b64", "@ = b32 b32", pack_2, 0, 0, "mov.@ $0, {$1, $2};", 0},
    {"mov.@", "b64", "@ = b16 b16 b16 b16", pack_4, 0, 0, "mov.@ $0, {$1, $2, $3, $4};", 0},
    {"mov.@", "b32", "b16 b16 = @", unpack, 0, 0, "mov.@ {$0, $1}, $2;", 0},
    {"mov.@", "b64", "b16 b16 b16 b16 = @", unpack, 0, 0, "mov.@ {$0, $1, $2, $3}, $4;", 0},
    {"mov.@", "b64", "b32 b32 = @", unpack_words, 0, 0, "mov.@ {$0, $1}, $2;", 0},
    {"mov.@", "b64", "b32 = @", unpack_high, 0, 0, "mov.@ {_, $0}, $1;", 0},
};

static void swapped(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    out[0] = in[1];
    out[1] = in[0];
}

static const struct conformance_row rows[] = {
    {"and.pred", "pred = !pred pred", .expected = and_negated},
    {"or.pred", "pred = pred !pred", .expected = or_negated},
    {"xor.pred", "pred = !pred pred", .expected = xor_negated},
    {"not.pred", "pred = !pred", .expected = same},
    {"mov.pred", "pred = !pred", .expected = not },
    {"mov.b16", "b16 = b8 b8", .expected = pack_bytes, .body = PACK_BYTES("mov.b16 $0, {x, y};")},
    {"mov.b32", "b32 = b8 b8", .expected = pack_bytes_twice,
     .body = PACK_BYTES("mov.b32 $0, {x, y, y, x};")},
    {"mov.b16", "b16 b16 = b16", .expected = unpack_bytes, .body = UNPACK_BYTES},
    {"mov.b128", "b64 b64 = b64 b64", .expected = swapped,
     .body = "{ .reg .b128 q, r<2>; mov.b128 q, {$2, $3}; mov.b128 r1, q; "
             "mov.b128 {$1, $0}, r1; }"},
    {"st.local.b128", "b64 b64 = b64 b64", .expected = swapped,
     .body = "{ .local .align 16 .b8 m[48]; .reg .b128 q; mov.b128 q, {$3, $2}; "
             "st.local.b128 [m+16], q; ld.local.v2.b64 {$0, $1}, [m+16]; }"},
    {"ld.local.b128", "b64 b64 = b64 b64", .expected = swapped,
     .body = "{ .local .align 16 .b8 m[48]; .reg .b128 q; st.local.v2.b64 [m+32], {$2, $3}; "
             "ld.local.b128 q, [m+32]; mov.b128 {$1, $0}, q; }"},
    {"selp.b32", "b32 = b32 b32 !pred", .expected = selected_negated},
    {"prmt.b32.f4e", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x3210432154326543}},
    {"prmt.b32.b4e", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x5670670170120123}},
    {"prmt.b32.rc8", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x0000111122223333}},
    {"prmt.b32.ecl", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x3210321132223333}},
    {"prmt.b32.ecr", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x0000111022103210}},
    {"prmt.b32.rc16", "b32 = b32 b32 b32", .expected = permuted_by_mode,
     .detail = {0x1010323210103232}},
    {"dp4a.u32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 0, 8, 0}},
    {"dp4a.u32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 1, 8, 0}},
    {"dp4a.s32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 0, 8, 0}},
    {"dp4a.s32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 1, 8, 0}},
    {"dp2a.lo.u32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 0, 16, 0}},
    {"dp2a.lo.u32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 1, 16, 0}},
    {"dp2a.lo.s32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 0, 16, 0}},
    {"dp2a.lo.s32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 1, 16, 0}},
    {"dp2a.hi.u32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 0, 16, 2}},
    {"dp2a.hi.u32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {0, 1, 16, 2}},
    {"dp2a.hi.s32.u32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 0, 16, 2}},
    {"dp2a.hi.s32.s32", "u32 = u32 u32 u32", .expected = dot_product, .detail = {1, 1, 16, 2}},
};

static void fill(struct conformance *c)
{
    conformance_check_families(c, families, G_N_ELEMENTS(families));
    conformance_check_all(c, rows, G_N_ELEMENTS(rows));
    for (unsigned table = 0; table < 256; table++) {
        g_autofree char *suffix = g_strdup_printf(", 0x%02x", table);
        conformance_check(c, &(struct conformance_row){.form = "lop3.b32",
                                                       .operands = "b32 = b32 b32 b32",
                                                       .expected = logic_table,
                                                       .suffix = suffix,
                                                       .detail = {table}});
    }
}

CONFORMANCE_MAIN("bits", fill)
