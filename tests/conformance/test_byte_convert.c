/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt from and to pairs of 8-bit floats, .e4m3x2 and .e5m2x2: the reference looks for the nearest
 * of all 256 values.
 *
 * Source: PTX ISA 8.6, section 9.7.9.21 "cvt", and 5.2.3 "Alternate Floating-Point Data Formats".
 */
#include "tests/conformance/exact.h"
#include "tests/conformance/half_rows.h"

#include <check.h>
#include <glib.h>
#include <math.h>

/* A row's data. */
struct byte_row {
    const struct float_format *byte, *other; /* other: .f16 or .f32 */
    bool relu;
};

/* .e4m3 has numbers where other formats have infinities. */
static uint64_t largest_of(const struct float_format *byte)
{
    return byte == &format_e4m3 ? 0x7e : 0x7b;
}

/* A code without sign, at most the largest. */
static double value_of(const struct float_format *byte, uint64_t code)
{
    int bias = (int)bits_below(byte->exponent_bits - 1), digits = (int)byte->mantissa_bits;
    int exponent = (int)(code >> digits);
    double fraction = (double)(code & bits_below(byte->mantissa_bits));
    if (exponent == 0)
        return ldexp(fraction, 1 - bias - digits);
    return ldexp(fraction + ldexp(1, digits), exponent - bias - digits);
}

static uint64_t to_byte(const struct byte_row *row, uint64_t bits)
{
    if (exact_is_nan(row->other, bits))
        return 0x7f;
    double x = exact_double(row->other, bits);
    if (row->relu && signbit(x))
        return 0;
    uint64_t best = 0;
    for (uint64_t code = 1; code <= largest_of(row->byte); code++) {
        double closer =
            fabs(fabs(x) - value_of(row->byte, best)) - fabs(fabs(x) - value_of(row->byte, code));
        if (closer > 0 || (closer == 0 && code % 2 == 0))
            best = code;
    }
    if (fabs(x) >= value_of(row->byte, largest_of(row->byte)))
        best = largest_of(row->byte);
    return signbit(x) ? best | 0x80 : best;
}

static uint64_t from_byte(const struct byte_row *row, uint64_t code)
{
    uint64_t magnitude = code & 0x7f;
    bool negative = code & 0x80;
    if (magnitude > largest_of(row->byte) + (row->byte == &format_e5m2))
        return exact_nan(&format_f16);
    uint64_t bits = magnitude > largest_of(row->byte)
                        ? 0x7c00
                        : exact_nearest(&format_f16, value_of(row->byte, magnitude));
    bits |= negative ? 0x8000 : 0;
    return row->relu ? half_relu(&format_f16, bits) : bits;
}

static void from_floats(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = to_byte(row->data, in[0]) << 8 | to_byte(row->data, in[1]);
}

static void from_pair(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = to_byte(row->data, in[0] >> 16) << 8 | to_byte(row->data, in[0] & 0xffff);
}

static void to_pair(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = from_byte(row->data, in[0] >> 8) << 16 | from_byte(row->data, in[0] & 0xff);
}

static void check(struct conformance *c, const struct byte_row *data, const char *form,
                  const char *operands, conformance_reference *expected)
{
    g_autofree char *text = g_strdup_printf(form, data->relu ? ".relu" : "", data->byte->name);
    conformance_check(c,
                      &(struct conformance_row){
                          .form = text, .operands = operands, .expected = expected, .data = data});
}

static void fill(struct conformance *c)
{
    static const struct float_format *const bytes[] = {&format_e4m3, &format_e5m2};
    for (unsigned i = 0; i < G_N_ELEMENTS(bytes); i++)
        for (unsigned relu = 0; relu < 2; relu++) {
            struct byte_row row = {bytes[i], &format_f32, relu};
            check(c, &row, "cvt.rn.satfinite%s.%sx2.f32", "b16 = f32 f32", from_floats);
            row.other = &format_f16;
            check(c, &row, "cvt.rn.satfinite%s.%sx2.f16x2", "b16 = f16x2", from_pair);
            check(c, &row, "cvt.rn%s.f16x2.%sx2", "b32 = b16", to_pair);
        }
}

CONFORMANCE_MAIN("byte_convert", fill)
