/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer instructions against plain C, at the edges of their types. */
#include "tests/workloads/ptx/test_exec_table.h"

#include <check.h>

/* clang-format off */
static const uint64_t edges[] = {
    0, 1, 2, 5, 13, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x12345,
    0x7fffffff, 0x80000000, 0xdeadbeef, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
    0x8000000000000000, 0xfedcba9876543210, 0xfffffffffffffffe, 0xffffffffffffffff,
};
/* clang-format on */
enum { EDGES = sizeof edges / sizeof edges[0] };

/* a, b, c, d as unsigned words; A, B, C as signed values of the type. */
#define REFERENCE(name, unsigned_type, signed_type, expression)                                    \
    static uint64_t name(uint64_t wide_a, uint64_t wide_b, uint64_t wide_c, uint64_t wide_d)       \
    {                                                                                              \
        unsigned_type a = (unsigned_type)wide_a, b = (unsigned_type)wide_b;                        \
        unsigned_type c = (unsigned_type)wide_c;                                                   \
        signed_type A = (signed_type)a, B = (signed_type)b, C = (signed_type)c;                    \
        uint32_t d = (uint32_t)wide_d, n = (uint32_t)wide_b, m = (uint32_t)wide_c;                 \
        (void)a, (void)b, (void)c, (void)A, (void)B, (void)C, (void)d, (void)n, (void)m;           \
        return (uint64_t)(expression);                                                             \
    }
#define R16(name, expression)  REFERENCE(name##_16, uint16_t, int16_t, expression)
#define R32(name, expression)  REFERENCE(name##_32, uint32_t, int32_t, expression)
#define R64(name, expression)  REFERENCE(name##_64, uint64_t, int64_t, expression)
#define RALL(name, expression) R16(name, expression) R32(name, expression) R64(name, expression)

typedef __int128 big;
typedef unsigned __int128 ubig;

RALL(add, a + b)
RALL(sub, a - b)
RALL(mul_lo, (ubig)a *b)
RALL(mad_lo, (ubig)a *b + c)
R16(mul_hi_u, (big)a *b >> 16)
R32(mul_hi_u, (big)a *b >> 32)
R64(mul_hi_u, (ubig)a *b >> 64)
R16(mul_hi_s, (big)A *B >> 16)
R32(mul_hi_s, (big)A *B >> 32)
R64(mul_hi_s, (big)A *B >> 64)
R32(mad_hi_u, ((ubig)a * b >> 32) + c)
R32(mad_hi_s, (uint64_t)((big)A *B >> 32) + c)
R64(mad_hi_u, ((ubig)a * b >> 64) + c)
R16(mul_wide_u, (big)a *b)
R16(mul_wide_s, (big)A *B)
R32(mul_wide_u, (big)a *b)
R32(mul_wide_s, (big)A *B)
R32(mad_wide_u, (ubig)a *b + wide_c)
R32(mad_wide_s, (ubig)((big)A *B) + wide_c)
RALL(div_u, b == 0 ? ~(uint64_t)0 : a / b)
RALL(div_s, B == 0 ? ~(uint64_t)0 : (uint64_t)((big)A / B))
RALL(rem_u, b == 0 ? ~(uint64_t)0 : a % b)
RALL(rem_s, B == 0 ? ~(uint64_t)0 : (uint64_t)((big)A % B))
RALL(abs, A < 0 ? -(big)A : A)
RALL(neg, -(big)A)
RALL(min_u, a < b ? a : b)
RALL(min_s, A < B ? A : B)
RALL(max_u, a < b ? b : a)
RALL(max_s, A < B ? B : A)
RALL(sad_u, c + (a < b ? (ubig)b - a : (ubig)a - b))
RALL(sad_s, (big)C + (A < B ? (big)B - A : (big)A - B))
RALL(and, a &b)
RALL(or, a | b)
RALL(xor, a ^ b)
RALL(not, ~a)
RALL(cnot, a ? 0 : 1)
R16(shl, n > 15 ? 0 : (uint64_t)a << n)
R32(shl, n > 31 ? 0 : (uint64_t)a << n)
R64(shl, n > 63 ? 0 : a << n)
R16(shr_u, n > 15 ? 0 : a >> n)
R32(shr_u, n > 31 ? 0 : a >> n)
R64(shr_u, n > 63 ? 0 : a >> n)
R16(shr_s, n > 15 ? (A < 0 ? -1 : 0) : A >> n)
R32(shr_s, n > 31 ? (A < 0 ? -1 : 0) : A >> n)
R64(shr_s, n > 63 ? (A < 0 ? -1 : 0) : A >> n)
R32(add_sat, (big)A + B > INT32_MAX ? INT32_MAX : (big)A + B < INT32_MIN ? INT32_MIN : A + (big)B)
R32(sub_sat, (big)A - B > INT32_MAX ? INT32_MAX : (big)A - B < INT32_MIN ? INT32_MIN : A - (big)B)
R32(mul24, (uint64_t)(a & 0xffffff) * (b & 0xffffff))
R32(mul24_s, (big)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8))
R32(mul24_hi, (uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 16)
R32(mad24, (uint64_t)(a & 0xffffff) * (b & 0xffffff) + c)

static uint64_t count(uint64_t a)
{
    uint64_t n = 0;
    for (; a; a >>= 1)
        n += a & 1;
    return n;
}

static uint64_t top(uint64_t a, unsigned width)
{
    for (unsigned i = width; i-- > 0;)
        if (a >> i & 1)
            return i;
    return 0xffffffff;
}

static uint64_t reverse(uint64_t a, unsigned width)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < width; i++)
        if (a >> i & 1)
            r |= (uint64_t)1 << (width - 1 - i);
    return r;
}

R32(popc, count(a))
R64(popc, count(a))
R32(clz, a == 0 ? 32 : 31 - top(a, 32))
R64(clz, a == 0 ? 64 : 63 - top(a, 64))
R32(brev, reverse(a, 32))
R64(brev, reverse(a, 64))
R32(bfind_u, top(a, 32))
R32(bfind_s, top(A < 0 ? ~a : a, 32))
R64(bfind_u, top(a, 64))
R64(bfind_s, top(A < 0 ? ~a : a, 64))
R32(bfind_shift, a == 0 ? 0xffffffff : 31 - top(a, 32))

/* The loops of the PTX manual. */
static uint64_t extract(uint64_t a, uint32_t position, uint32_t length, int msb, int is_signed)
{
    int pos = position & 0xff, len = length & 0xff;
    int sign_at = pos + len - 1 < msb ? pos + len - 1 : msb;
    uint64_t sign = is_signed && len > 0 ? a >> sign_at & 1 : 0, d = 0;
    for (int i = 0; i <= msb; i++)
        d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
    return d;
}

static uint64_t insert(uint64_t a, uint64_t b, uint32_t position, uint32_t length, int msb)
{
    int pos = position & 0xff, len = length & 0xff;
    for (int i = 0; i < len && pos + i <= msb; i++) {
        b &= ~((uint64_t)1 << (pos + i));
        b |= (a >> i & 1) << (pos + i);
    }
    return b;
}

R32(bfe_u, extract(a, n, m, 31, 0))
R32(bfe_s, extract(a, n, m, 31, 1))
R64(bfe_u, extract(a, n, m, 63, 0))
R64(bfe_s, extract(a, n, m, 63, 1))
R32(bfi, insert(a, b, m, d, 31))
R64(bfi, insert(a, b, m, d, 63))

static uint64_t permuted(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t words[2] = {a, b};
    uint32_t r = 0;
    for (int i = 0; i < 4; i++) {
        unsigned s = c >> (4 * i) & 15;
        uint32_t byte = words[(s & 7) / 4] >> 8 * (s & 3) & 0xff;
        if (s & 8)
            byte = byte >= 128 ? 255 : 0;
        r += byte << 8 * i;
    }
    return r;
}

R32(prmt, permuted(a, b, c))
R32(prmt_rc8, permuted(a, b, (c & 3) * 0x1111))
R32(prmt_f4e, permuted(a, b, 0x3210 + (c & 3) * 0x1111))
R32(shf_l_wrap, (c & 31) ? b << (c & 31) | a >> (32 - (c & 31)) : b)
R32(shf_r_wrap, (c & 31) ? b << (32 - (c & 31)) | a >> (c & 31) : a)
R32(shf_l_clamp, c >= 32 ? a : c ? b << c | a >> (32 - c) : b)
R32(shf_r_clamp, c >= 32 ? b : c ? b << (32 - c) | a >> c : a)
R32(lop3_xor, a ^ b ^ c)
R32(lop3_select, (a & b) | (~a & c))
R32(dp4a, c + (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) +
              (a >> 16 & 255) * (b >> 16 & 255) + (a >> 24) * (b >> 24))
R32(slct, C >= 0 ? a : b)
R64(slct, (int32_t)m >= 0 ? a : b)
RALL(selp, wide_c & 1 ? a : b)
R32(setp_eq, a == b)
R32(setp_ne, a != b)
RALL(setp_lt_u, a < b)
RALL(setp_lt_s, A < B)
RALL(setp_ge_u, a >= b)
RALL(setp_ge_s, A >= B)
RALL(setp_le_s, A <= B)
RALL(setp_gt_u, a > b)
R64(setp_eq, a == b)
R32(setp_and, (A < B) & (wide_c & 1))
R32(setp_or, (A < B) | (wide_c & 1))
R32(setp_xor, (A < B) ^ (wide_c & 1))
R32(set_lt, A < B ? 0xffffffff : 0)
R32(set_lt_f, A < B ? 0x3f800000 : 0)
R64(pred_and, a &b & 1)
R64(pred_or, (a | b) & 1)
R64(pred_xor, (a ^ b) & 1)
R64(pred_not, ~a & 1)
R64(same, a)

static const struct table_row rows[] = {
    {"add.s16", "hhh", add_16, 0},
    {"add.s32", "www", add_32, 0},
    {"add.u64", "lll", add_64, 0},
    {"sub.u16", "hhh", sub_16, 0},
    {"sub.s32", "www", sub_32, 0},
    {"sub.s64", "lll", sub_64, 0},
    {"mul.lo.s16", "hhh", mul_lo_16, 0},
    {"mul.lo.u32", "www", mul_lo_32, 0},
    {"mul.lo.s64", "lll", mul_lo_64, 0},
    {"mad.lo.s16", "hhhh", mad_lo_16, 0},
    {"mad.lo.s32", "wwww", mad_lo_32, 0},
    {"mad.lo.u64", "llll", mad_lo_64, 0},
    {"mul.hi.u16", "hhh", mul_hi_u_16, 0},
    {"mul.hi.s16", "hhh", mul_hi_s_16, 0},
    {"mul.hi.u32", "www", mul_hi_u_32, 0},
    {"mul.hi.s32", "www", mul_hi_s_32, 0},
    {"mul.hi.u64", "lll", mul_hi_u_64, 0},
    {"mul.hi.s64", "lll", mul_hi_s_64, 0},
    {"mad.hi.u32", "wwww", mad_hi_u_32, 0},
    {"mad.hi.s32", "wwww", mad_hi_s_32, 0},
    {"mad.hi.u64", "llll", mad_hi_u_64, 0},
    {"mul.wide.u16", "whh", mul_wide_u_16, 0},
    {"mul.wide.s16", "whh", mul_wide_s_16, 0},
    {"mul.wide.u32", "lww", mul_wide_u_32, 0},
    {"mul.wide.s32", "lww", mul_wide_s_32, 0},
    {"mad.wide.u32", "lwwl", mad_wide_u_32, 0},
    {"mad.wide.s32", "lwwl", mad_wide_s_32, 0},
    {"div.u16", "hhh", div_u_16, 0},
    {"div.s16", "hhh", div_s_16, 0},
    {"div.u32", "www", div_u_32, 0},
    {"div.s32", "www", div_s_32, 0},
    {"div.u64", "lll", div_u_64, 0},
    {"div.s64", "lll", div_s_64, 0},
    {"rem.u16", "hhh", rem_u_16, 0},
    {"rem.s16", "hhh", rem_s_16, 0},
    {"rem.u32", "www", rem_u_32, 0},
    {"rem.s32", "www", rem_s_32, 0},
    {"rem.u64", "lll", rem_u_64, 0},
    {"rem.s64", "lll", rem_s_64, 0},
    {"abs.s16", "hh", abs_16, 0},
    {"abs.s32", "ww", abs_32, 0},
    {"abs.s64", "ll", abs_64, 0},
    {"neg.s16", "hh", neg_16, 0},
    {"neg.s32", "ww", neg_32, 0},
    {"neg.s64", "ll", neg_64, 0},
    {"min.u16", "hhh", min_u_16, 0},
    {"min.s16", "hhh", min_s_16, 0},
    {"min.u32", "www", min_u_32, 0},
    {"min.s32", "www", min_s_32, 0},
    {"min.u64", "lll", min_u_64, 0},
    {"min.s64", "lll", min_s_64, 0},
    {"max.u16", "hhh", max_u_16, 0},
    {"max.s16", "hhh", max_s_16, 0},
    {"max.u32", "www", max_u_32, 0},
    {"max.s32", "www", max_s_32, 0},
    {"max.u64", "lll", max_u_64, 0},
    {"max.s64", "lll", max_s_64, 0},
    {"sad.u16", "hhhh", sad_u_16, 0},
    {"sad.s16", "hhhh", sad_s_16, 0},
    {"sad.u32", "wwww", sad_u_32, 0},
    {"sad.s32", "wwww", sad_s_32, 0},
    {"sad.u64", "llll", sad_u_64, 0},
    {"sad.s64", "llll", sad_s_64, 0},
    {"and.b16", "hhh", and_16, 0},
    {"and.b32", "www", and_32, 0},
    {"and.b64", "lll", and_64, 0},
    {"or.b16", "hhh", or_16, 0},
    {"or.b32", "www", or_32, 0},
    {"or.b64", "lll", or_64, 0},
    {"xor.b16", "hhh", xor_16, 0},
    {"xor.b32", "www", xor_32, 0},
    {"xor.b64", "lll", xor_64, 0},
    {"not.b16", "hh", not_16, 0},
    {"not.b32", "ww", not_32, 0},
    {"not.b64", "ll", not_64, 0},
    {"cnot.b16", "hh", cnot_16, 0},
    {"cnot.b32", "ww", cnot_32, 0},
    {"cnot.b64", "ll", cnot_64, 0},
    {"shl.b16", "hhw", shl_16, 0},
    {"shl.b32", "www", shl_32, 0},
    {"shl.b64", "llw", shl_64, 0},
    {"shr.u16", "hhw", shr_u_16, 0},
    {"shr.b32", "www", shr_u_32, 0},
    {"shr.u64", "llw", shr_u_64, 0},
    {"shr.s16", "hhw", shr_s_16, 0},
    {"shr.s32", "www", shr_s_32, 0},
    {"shr.s64", "llw", shr_s_64, 0},
    {"add.sat.s32", "www", add_sat_32, 0},
    {"sub.sat.s32", "www", sub_sat_32, 0},
    {"mul24.lo.u32", "www", mul24_32, 0},
    {"mul24.lo.s32", "www", mul24_s_32, 0},
    {"mul24.hi.u32", "www", mul24_hi_32, 0},
    {"mad24.lo.u32", "wwww", mad24_32, 0},
    {"popc.b32", "ww", popc_32, 0},
    {"popc.b64", "wl", popc_64, 0},
    {"clz.b32", "ww", clz_32, 0},
    {"clz.b64", "wl", clz_64, 0},
    {"brev.b32", "ww", brev_32, 0},
    {"brev.b64", "ll", brev_64, 0},
    {"bfind.u32", "ww", bfind_u_32, 0},
    {"bfind.s32", "ww", bfind_s_32, 0},
    {"bfind.u64", "wl", bfind_u_64, 0},
    {"bfind.s64", "wl", bfind_s_64, 0},
    {"bfind.shiftamt.u32", "ww", bfind_shift_32, 0},
    {"bfe.u32", "wwww", bfe_u_32, 0},
    {"bfe.s32", "wwww", bfe_s_32, 0},
    {"bfe.u64", "llww", bfe_u_64, 0},
    {"bfe.s64", "llww", bfe_s_64, 0},
    {"bfi.b32", "wwwww", bfi_32, 0},
    {"bfi.b64", "lllww", bfi_64, 0},
    {"prmt.b32", "wwww", prmt_32, 0},
    {"prmt.b32.rc8", "wwww", prmt_rc8_32, 0},
    {"prmt.b32.f4e", "wwww", prmt_f4e_32, 0},
    {"shf.l.wrap.b32", "wwww", shf_l_wrap_32, 0},
    {"shf.r.wrap.b32", "wwww", shf_r_wrap_32, 0},
    {"shf.l.clamp.b32", "wwww", shf_l_clamp_32, 0},
    {"shf.r.clamp.b32", "wwww", shf_r_clamp_32, 0},
    {"lop3.b32", "wwww", lop3_xor_32, ", 0x96"},
    {"lop3.b32", "wwww", lop3_select_32, ", 0xca"},
    {"dp4a.u32.u32", "wwww", dp4a_32, 0},
    {"slct.s32.s32", "wwww", slct_32, 0},
    {"slct.u64.s32", "lllw", slct_64, 0},
    {"selp.b16", "hhhp", selp_16, 0},
    {"selp.s32", "wwwp", selp_32, 0},
    {"selp.b64", "lllp", selp_64, 0},
    {"setp.eq.s32", "pww", setp_eq_32, 0},
    {"setp.ne.b32", "pww", setp_ne_32, 0},
    {"setp.lt.u16", "phh", setp_lt_u_16, 0},
    {"setp.lt.s16", "phh", setp_lt_s_16, 0},
    {"setp.lt.u32", "pww", setp_lt_u_32, 0},
    {"setp.lt.s32", "pww", setp_lt_s_32, 0},
    {"setp.lt.u64", "pll", setp_lt_u_64, 0},
    {"setp.lt.s64", "pll", setp_lt_s_64, 0},
    {"setp.ge.u32", "pww", setp_ge_u_32, 0},
    {"setp.hs.u32", "pww", setp_ge_u_32, 0},
    {"setp.ge.s32", "pww", setp_ge_s_32, 0},
    {"setp.ge.u64", "pll", setp_ge_u_64, 0},
    {"setp.ge.s64", "pll", setp_ge_s_64, 0},
    {"setp.ge.u16", "phh", setp_ge_u_16, 0},
    {"setp.ge.s16", "phh", setp_ge_s_16, 0},
    {"setp.le.s16", "phh", setp_le_s_16, 0},
    {"setp.le.s32", "pww", setp_le_s_32, 0},
    {"setp.le.s64", "pll", setp_le_s_64, 0},
    {"setp.gt.u16", "phh", setp_gt_u_16, 0},
    {"setp.gt.u32", "pww", setp_gt_u_32, 0},
    {"setp.hi.u64", "pll", setp_gt_u_64, 0},
    {"setp.eq.b64", "pll", setp_eq_64, 0},
    {"setp.lt.and.s32", "pwwp", setp_and_32, 0},
    {"setp.lt.or.s32", "pwwp", setp_or_32, 0},
    {"setp.lt.xor.s32", "pwwp", setp_xor_32, 0},
    {"set.lt.u32.s32", "www", set_lt_32, 0},
    {"set.lt.f32.s32", "fww", set_lt_f_32, 0},
    {"and.pred", "ppp", pred_and_64, 0},
    {"or.pred", "ppp", pred_or_64, 0},
    {"xor.pred", "ppp", pred_xor_64, 0},
    {"not.pred", "pp", pred_not_64, 0},
    {"mov.pred", "pp", same_64, 0},
    {"mov.u16", "hh", same_64, 0},
    {"mov.b32", "ww", same_64, 0},
    {"mov.u64", "ll", same_64, 0},
    {"mov.f32", "ff", same_64, 0},
    {"mov.b64", "dl", same_64, 0},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

START_TEST(integer_row)
{
    table_check(&rows[_i], edges, EDGES);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx integer instructions");
    TCase *tc = tcase_create("rows");
    tcase_add_loop_test(tc, integer_row, 0, ROWS);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
