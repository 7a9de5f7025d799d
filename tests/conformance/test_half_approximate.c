/* SPDX-License-Identifier: BSD-3-Clause */
/* ex2 and tanh of 16-bit floats, within the bounds of the document.
 *
 * Source: PTX ISA 8.6, sections 9.7.4.9 "tanh" and 9.7.4.10 "ex2": maximum relative error of ex2
 *   2^-9.9 (.f16) and 2^-7 (.bf16), absolute error of tanh 2^-10.987 and 2^-8, and the results of
 *   infinities, zeros and NaN.
 * ASSUMED: the relative bound is of normal results; a subnormal one may be off by one half of the
 *   smallest subnormal.
 */
#include "tests/conformance/exact.h"
#include "tests/conformance/half_rows.h"

#include <check.h>
#include <glib.h>
#include <math.h>

static bool good_exponential(const struct half_row *row, uint64_t x, uint64_t got)
{
    const struct float_format *format = row->format;
    double bound = format == &format_f16 ? exp2(-9.9) : 0x1p-7;
    if (exact_is_nan(format, x))
        return got == exact_nan(format);
    double value = exact_double(format, x);
    if (isinf(value))
        return got == (value > 0 ? x : 0);
    double largest = format == &format_f16 ? 65520 : 0x1.ffp127;
    if (exact_is_infinite(format, got))
        return exp2(value) * (1 + bound) >= largest;
    if (exact_is_nan(format, got) || got & 0x8000)
        return false;
    double least = format == &format_f16 ? 0x1p-14 : 0x1p-126;
    double half_unit = ldexp(least, -(int)format->mantissa_bits - 1);
    if (row->modifiers & HALF_FTZ && exp2(value) < least)
        return got == 0 || exact_double(format, got) == least;
    return exact_relative_error(format, EXACT_EXP2, &x, got) <= bound ||
           exact_absolute_error(format, EXACT_EXP2, &x, got) <= half_unit;
}

static bool good_tangent(const struct half_row *row, uint64_t x, uint64_t got)
{
    const struct float_format *format = row->format;
    if (exact_is_nan(format, x))
        return got == exact_nan(format);
    uint64_t one = exact_nearest(format, 1);
    if (exact_is_infinite(format, x))
        return got == (one | (x & 0x8000));
    if ((x & 0x7fff) == 0)
        return got == x;
    return !exact_is_nan(format, got) && !exact_is_infinite(format, got) &&
           exact_absolute_error(format, EXACT_TANH, &x, got) <=
               (format == &format_f16 ? exp2(-10.987) : 0x1p-8);
}

static bool accept(const struct conformance_row *row, const uint64_t in[], const uint64_t got[])
{
    const struct half_row *data = row->data;
    for (unsigned h = 0; h < (data->pair ? 2 : 1); h++) {
        uint64_t half[3];
        half_sources(data, in, h, half);
        uint64_t result = got[0] >> (16 * h) & 0xffff;
        if (data->operation == EXACT_EXP2 ? !good_exponential(data, half[0], result)
                                          : !good_tangent(data, half[0], result))
            return false;
    }
    return true;
}

static void check(struct conformance *c, const char *form, const char *type, struct half_row row)
{
    g_autofree char *operands = g_strdup_printf("%s = %s", type, type);
    conformance_check(c, &(struct conformance_row){
                             .form = form, .operands = operands, .accept = accept, .data = &row});
}

static void fill(struct conformance *c)
{
    check(c, "ex2.approx.f16", "f16", (struct half_row){&format_f16, 0, false, NULL, EXACT_EXP2});
    check(c, "ex2.approx.f16x2", "f16x2",
          (struct half_row){&format_f16, 0, true, NULL, EXACT_EXP2});
    check(c, "ex2.approx.ftz.bf16", "bf16",
          (struct half_row){&format_bf16, HALF_FTZ, false, NULL, EXACT_EXP2});
    check(c, "ex2.approx.ftz.bf16x2", "bf16x2",
          (struct half_row){&format_bf16, HALF_FTZ, true, NULL, EXACT_EXP2});
    check(c, "tanh.approx.f16", "f16", (struct half_row){&format_f16, 0, false, NULL, EXACT_TANH});
    check(c, "tanh.approx.f16x2", "f16x2",
          (struct half_row){&format_f16, 0, true, NULL, EXACT_TANH});
    check(c, "tanh.approx.bf16", "bf16",
          (struct half_row){&format_bf16, 0, false, NULL, EXACT_TANH});
    check(c, "tanh.approx.bf16x2", "bf16x2",
          (struct half_row){&format_bf16, 0, true, NULL, EXACT_TANH});
}

CONFORMANCE_MAIN("half_approximate", fill)
