/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic on .f16, .f16x2, .bf16 and .bf16x2 with all modifiers, against MPFR; min and max by
 * the order of bits.
 *
 * Source: PTX ISA 8.6, section 9.7.4 "Half Precision Floating-Point Instructions".
 */
#include "tests/conformance/exact.h"
#include "tests/conformance/half_rows.h"

#include <check.h>
#include <glib.h>

static uint64_t rounded(const struct half_row *row, const uint64_t in[])
{
    return exact_apply(row->format, row->operation, EXACT_RN, in);
}

static void check_arithmetic(struct conformance *c, const struct float_format *format)
{
    static const struct {
        const char *opcode;
        unsigned operation, sources;
    } operations[] = {{"add", EXACT_ADD, 2},    {"add.rn", EXACT_ADD, 2}, {"sub", EXACT_SUB, 2},
                      {"sub.rn", EXACT_SUB, 2}, {"mul", EXACT_MUL, 2},    {"mul.rn", EXACT_MUL, 2},
                      {"fma.rn", EXACT_FMA, 3}};
    bool is_f16 = format == &format_f16;
    for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
        struct half_row row = {
            .format = format, .compute = rounded, .operation = operations[i].operation};
        for (unsigned modifiers = 0; modifiers < 8; modifiers++) {
            bool clamps_twice = (modifiers & HALF_SAT) && (modifiers & HALF_RELU);
            bool relu = modifiers & HALF_RELU;
            if (clamps_twice || (relu && operations[i].operation != EXACT_FMA) ||
                (!is_f16 && modifiers & (HALF_FTZ | HALF_SAT)))
                continue;
            row.modifiers = modifiers;
            half_check(c, operations[i].opcode, row, operations[i].sources, NULL);
        }
    }
}

/* "NaN inputs yield an unspecified NaN." */
static bool no_nan(const struct conformance_row *row, const uint64_t in[])
{
    const struct half_row *data = row->data;
    return !exact_is_nan(data->format, in[0] & 0xffff) &&
           (!data->pair || !exact_is_nan(data->format, in[0] >> 16));
}

static uint64_t negative(const struct half_row *row, const uint64_t in[])
{
    (void)row;
    return in[0] ^ 0x8000;
}

static uint64_t absolute(const struct half_row *row, const uint64_t in[])
{
    (void)row;
    return in[0] & 0x7fff;
}

static void check_signs(struct conformance *c, const struct float_format *format)
{
    struct half_row row = {.format = format};
    for (row.modifiers = 0; row.modifiers <= (format == &format_f16 ? HALF_FTZ : 0);
         row.modifiers++) {
        row.compute = negative;
        half_check(c, "neg", row, 1, no_nan);
        row.compute = absolute;
        half_check(c, "abs", row, 1, no_nan);
    }
}

/* Ordered like the numbers, -0 before +0. */
static int32_t rank(uint64_t bits)
{
    return bits & 0x8000 ? -(int32_t)(bits & 0x7fff) - 1 : (int32_t)bits;
}

enum { LEAST, GREATEST };

static uint64_t extreme(const struct half_row *row, const uint64_t in[])
{
    bool swap = row->modifiers & HALF_XORSIGN_ABS;
    uint64_t a = swap ? in[0] & 0x7fff : in[0], b = swap ? in[1] & 0x7fff : in[1];
    bool a_nan = exact_is_nan(row->format, a), b_nan = exact_is_nan(row->format, b);
    if ((a_nan && b_nan) || ((a_nan || b_nan) && row->modifiers & HALF_TAKES_NAN))
        return exact_nan(row->format);
    uint64_t result = a_nan                                              ? b
                      : b_nan                                            ? a
                      : (rank(a) < rank(b)) == (row->operation == LEAST) ? a
                                                                         : b;
    return swap ? (result & 0x7fff) | ((in[0] ^ in[1]) & 0x8000) : result;
}

static void check_extremes(struct conformance *c, const struct float_format *format)
{
    static const unsigned modifiers[] = {0, HALF_TAKES_NAN, HALF_XORSIGN_ABS,
                                         HALF_TAKES_NAN | HALF_XORSIGN_ABS};
    for (unsigned i = 0; i < G_N_ELEMENTS(modifiers); i++)
        for (unsigned ftz = 0; ftz <= (format == &format_f16 ? HALF_FTZ : 0); ftz++) {
            struct half_row row = {
                .format = format, .compute = extreme, .modifiers = modifiers[i] | ftz};
            row.operation = LEAST;
            half_check(c, "min", row, 2, NULL);
            row.operation = GREATEST;
            half_check(c, "max", row, 2, NULL);
        }
}

static void fill(struct conformance *c)
{
    static const struct float_format *const formats[] = {&format_f16, &format_bf16};
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++) {
        check_arithmetic(c, formats[i]);
        check_signs(c, formats[i]);
        check_extremes(c, formats[i]);
    }
}

CONFORMANCE_MAIN("half_arithmetic", fill)
