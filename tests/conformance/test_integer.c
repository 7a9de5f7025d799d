/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer arithmetic: in 128 bits, then cut to the result's width.
 * Source: PTX ISA 8.6, section 9.7.1 "Integer Arithmetic Instructions".
 */
#include "tests/conformance/family.h"

#include <check.h>
#include <glib.h>

typedef __int128 wide;

#define VALUES                                                                                     \
    const wide a = family_value(row, in[0]), b = family_value(row, in[1]),                         \
               c = family_value(row, in[2]);                                                       \
    unsigned bits = (unsigned)row->detail[0];                                                      \
    (void)a, (void)b, (void)c, (void)bits;

/* A reference on numbers instead of bits. */
#define INTEGER(name, expression)                                                                  \
    static void name(const struct conformance_row *row, const uint64_t in[], uint64_t out[])       \
    {                                                                                              \
        VALUES                                                                                     \
        out[0] = (uint64_t)(expression);                                                           \
    }

/* c of mad.wide has the width of the product. */
static wide wide_c(const struct conformance_row *row, uint64_t bits)
{
    return row->detail[1] && row->detail[0] == 16 ? (wide)(int32_t)bits : (wide)bits;
}

static wide clamp_32(wide x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

/* The low 24 bits as a number. */
static wide low_24(const struct conformance_row *row, uint64_t bits)
{
    wide low = bits & 0xffffff;
    return row->detail[1] && low >= 0x800000 ? low - 0x1000000 : low;
}

static wide absolute(wide x)
{
    return x < 0 ? -x : x;
}

static unsigned highest_of(const struct conformance_row *row, uint64_t bits)
{
    wide value = family_value(row, bits);
    uint64_t digits = value < 0 ? (uint64_t)~value : (uint64_t)value;
    for (unsigned i = (unsigned)row->detail[0]; i-- > 0;)
        if (digits >> i & 1)
            return i;
    return UINT32_MAX;
}

INTEGER(add, a + b)
INTEGER(sub, a - b)
INTEGER(add_clamped, clamp_32(a + b))
INTEGER(sub_clamped, clamp_32(a - b))
INTEGER(mul_lo, (uint64_t)in[0] * in[1])
INTEGER(mul_hi, a *b >> bits)
INTEGER(mul_hi_64, (unsigned __int128)(row->detail[1] ? (unsigned __int128)(a *b)
                                                      : (unsigned __int128)in[0] * in[1]) >>
                       64)
INTEGER(mul_wide, row->detail[0] == 32 && !row->detail[1] ? in[0] * in[1] : (uint64_t)(a * b))
INTEGER(mad_lo, in[0] * in[1] + in[2])
INTEGER(mad_hi, (a * b >> bits) + c)
INTEGER(mad_hi_64, (uint64_t)((row->detail[1] ? (unsigned __int128)(a * b)
                                              : (unsigned __int128)in[0] * in[1]) >>
                              64) +
                       in[2])
INTEGER(mad_hi_clamped, clamp_32((a * b >> 32) + c))
INTEGER(mad_wide, (uint64_t)(a *b) + (uint64_t)wide_c(row, in[2]))
INTEGER(mul24_lo, low_24(row, in[0]) * low_24(row, in[1]))
INTEGER(mul24_hi, low_24(row, in[0]) * low_24(row, in[1]) >> 16)
INTEGER(mad24_lo, low_24(row, in[0]) * low_24(row, in[1]) + c)
INTEGER(mad24_hi, (low_24(row, in[0]) * low_24(row, in[1]) >> 16) + c)
INTEGER(mad24_hi_clamped, clamp_32((low_24(row, in[0]) * low_24(row, in[1]) >> 16) + c))
INTEGER(sad, c + absolute(a - b))
INTEGER(divide, a / b)
INTEGER(remain, a % b)
INTEGER(absolute_value, absolute(a))
INTEGER(negative, -a)
INTEGER(least, a < b ? a : b)
INTEGER(greatest, a > b ? a : b)
INTEGER(least_relu, a < 0 && b < 0 ? 0 : a < b ? (a < 0 ? 0 : a) : (b < 0 ? 0 : b))
INTEGER(greatest_relu, a < 0 && b < 0 ? 0 : a > b ? a : b)
INTEGER(find, highest_of(row, in[0]))
INTEGER(find_shift,
        highest_of(row, in[0]) == UINT32_MAX ? UINT32_MAX : bits - 1 - highest_of(row, in[0]))

/* "Division by zero yields an unspecified, machine-specific value." So does the remainder; the
 * overflow of the lowest number over -1 wraps around. */
static bool divisor_not_zero(const struct conformance_row *row, const uint64_t in[])
{
    (void)row;
    return in[1] != 0;
}

#define ALL      "u16 s16 u32 s32 u64 s64"
#define UP_TO_32 "u16 s16 u32 s32"

static const struct row_family families[] = {
    {"add.@", ALL, "@ = @ @", add, 0, 0, 0, 0},
    {"sub.@", ALL, "@ = @ @", sub, 0, 0, 0, 0},
    {"add.sat.@", "s32", "@ = @ @", add_clamped, 0, 0, 0, 0},
    {"sub.sat.@", "s32", "@ = @ @", sub_clamped, 0, 0, 0, 0},
    {"mul.lo.@", ALL, "@ = @ @", mul_lo, 0, 0, 0, 0},
    {"mul.hi.@", UP_TO_32, "@ = @ @", mul_hi, 0, 0, 0, 0},
    {"mul.hi.@", "u64 s64", "@ = @ @", mul_hi_64, 0, 0, 0, 0},
    {"mul.wide.@", UP_TO_32, "# = @ @", mul_wide, 0, 0, 0, 0},
    {"mad.lo.@", ALL, "@ = @ @ @", mad_lo, 0, 0, 0, 0},
    {"mad.hi.@", UP_TO_32, "@ = @ @ @", mad_hi, 0, 0, 0, 0},
    {"mad.hi.@", "u64 s64", "@ = @ @ @", mad_hi_64, 0, 0, 0, 0},
    {"mad.hi.sat.@", "s32", "@ = @ @ @", mad_hi_clamped, 0, 0, 0, 0},
    {"mad.wide.@", UP_TO_32, "# = @ @ #", mad_wide, 0, 0, 0, 0},
    {"mul24.lo.@", "u32 s32", "@ = @ @", mul24_lo, 0, 0, 0, 0},
    {"mul24.hi.@", "u32 s32", "@ = @ @", mul24_hi, 0, 0, 0, 0},
    {"mad24.lo.@", "u32 s32", "@ = @ @ @", mad24_lo, 0, 0, 0, 0},
    {"mad24.hi.@", "u32 s32", "@ = @ @ @", mad24_hi, 0, 0, 0, 0},
    {"mad24.hi.sat.@", "s32", "@ = @ @ @", mad24_hi_clamped, 0, 0, 0, 0},
    {"sad.@", ALL, "@ = @ @ @", sad, 0, 0, 0, 0},
    {"div.@", ALL, "@ = @ @", divide, divisor_not_zero, 0, 0, 0},
    {"rem.@", ALL, "@ = @ @", remain, divisor_not_zero, 0, 0, 0},
    {"abs.@", "s16 s32 s64", "@ = @", absolute_value, 0, 0, 0, 0},
    {"neg.@", "s16 s32 s64", "@ = @", negative, 0, 0, 0, 0},
    {"min.@", ALL, "@ = @ @", least, 0, 0, 0, 0},
    {"max.@", ALL, "@ = @ @", greatest, 0, 0, 0, 0},
    {"min.relu.@", "s32", "@ = @ @", least_relu, 0, 0, 0, 0},
    {"max.relu.@", "s32", "@ = @ @", greatest_relu, 0, 0, 0, 0},
    {"bfind.@", "u32 s32 u64 s64", "u32 = @", find, 0, 0, 0, 0},
    {"bfind.shiftamt.@", "u32 s32 u64 s64", "u32 = @", find_shift, 0, 0, 0, 0},
};

static void fill(struct conformance *c)
{
    conformance_check_families(c, families, G_N_ELEMENTS(families));
}

CONFORMANCE_MAIN("integer", fill)
