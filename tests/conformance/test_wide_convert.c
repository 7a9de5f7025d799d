/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt from and to .f16 and .bf16, of two .f32 to .f16x2 and .bf16x2, and to .tf32; .relu and
 * .satfinite.
 *
 * Source: PTX ISA 8.6, section 9.7.9.21 "cvt".
 */
#include "tests/conformance/exact.h"
#include "tests/conformance/half_rows.h"

#include <check.h>
#include <glib.h>
#include <math.h>

/* .tf32 with the exponent and fraction it has, in 19 bits. */
static const struct float_format format_tf32 = {"tf32", 19, 8, 10};

/* A row's data: from a float or an integer to another. */
struct conversion {
    struct operand_type to, from;
    enum exact_rounding rounding;
    bool integral; /* .rni and its kin */
    bool away;     /* .rna */
    unsigned modifiers;
};

static const char *const rounding_words[] = {"rn", "rz", "rm", "rp"};
static const char *const integer_types[] = {"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"};

static bool is_float(const struct operand_type *type)
{
    return type->class == CLASS_FLOAT;
}

static uint64_t extended(const struct operand_type *type, uint64_t value)
{
    unsigned unused = 64 - type->bits;
    if (type->class == CLASS_SIGNED)
        return (uint64_t)((int64_t)(value << unused) >> unused);
    return value & bits_below(type->bits);
}

static uint64_t infinity_of(const struct float_format *format)
{
    return bits_below(format->exponent_bits) << format->mantissa_bits;
}

/* .rna: half a unit of the last kept place is added to the magnitude, then the rest cut off. */
static uint64_t ties_away(uint64_t f32)
{
    unsigned cut = 23 - format_tf32.mantissa_bits;
    uint64_t magnitude = f32 & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return exact_nan(&format_tf32);
    return (f32 >> 31) << 18 | (magnitude + ((uint64_t)1 << (cut - 1))) >> cut;
}

static uint64_t limited(const struct conversion *v, uint64_t bits, bool from_nan)
{
    const struct float_format *to = v->to.format;
    if (v->modifiers & HALF_SATFINITE && !from_nan &&
        (bits & bits_below(to->bits - 1)) >= infinity_of(to))
        bits = (bits & ~bits_below(to->bits - 1)) | (infinity_of(to) - 1);
    if (v->modifiers & HALF_SAT)
        bits = exact_saturate(to, bits);
    return v->modifiers & HALF_RELU ? half_relu(to, bits) : bits;
}

static uint64_t to_float(const struct conversion *v, uint64_t bits)
{
    const struct float_format *to = v->to.format;
    uint64_t result;
    bool from_nan = is_float(&v->from) && exact_is_nan(v->from.format, bits);
    if (!is_float(&v->from))
        result = exact_from_integer(to, v->rounding, v->from.class == CLASS_SIGNED,
                                    extended(&v->from, bits));
    else if (v->away)
        result = ties_away(bits);
    else if (v->integral)
        result = exact_to_integral(to, v->rounding, bits);
    else
        result = exact_convert(to, v->from.format, v->rounding, bits);
    if (v->modifiers & HALF_FTZ && to->bits == 32)
        result = exact_flush(to, result);
    return limited(v, result, from_nan);
}

/* Source is no .f64: a NaN is 0, but the highest bit of a 64-bit type. */
static uint64_t to_integer(const struct conversion *v, uint64_t bits)
{
    bool is_signed = v->to.class == CLASS_SIGNED;
    if (exact_is_nan(v->from.format, bits))
        return v->to.bits == 64 ? (uint64_t)1 << 63 : 0;
    double x = exact_double(v->from.format, exact_to_integral(v->from.format, v->rounding, bits));
    double above = ldexp(1, (int)v->to.bits - is_signed), lowest = is_signed ? -above : 0;
    if (x >= above)
        return bits_below(v->to.bits - is_signed);
    if (x < lowest)
        return (uint64_t)(int64_t)lowest;
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static uint64_t one(const struct conversion *v, uint64_t bits)
{
    bool flush = v->modifiers & HALF_FTZ && is_float(&v->from) && v->from.bits == 32;
    if (flush)
        bits = exact_flush(v->from.format, bits);
    return is_float(&v->to) ? to_float(v, bits) : to_integer(v, bits);
}

static void converted(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = one(row->data, in[0]);
}

static void converted_to_tf32(const struct conformance_row *row, const uint64_t in[],
                              uint64_t out[])
{
    uint64_t result = one(row->data, in[0]);
    out[0] = exact_is_nan(&format_tf32, result) ? 0x7fffffff : result << 13;
}

/* The first source is the upper half. */
static void converted_pair(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = one(row->data, in[0]) << 16 | one(row->data, in[1]);
}

/* The modifiers' words behind the rounding. */
static char *words_of(const struct conversion *v, const char *rounding)
{
    g_autofree char *modifiers = half_modifier_words(v->modifiers);
    return g_strconcat(*rounding ? "." : "", rounding, v->integral ? "i" : "", modifiers, NULL);
}

static void check(struct conformance *c, struct conversion v, const char *rounding, const char *to,
                  const char *from)
{
    operand_type_parse(to, &v.to);
    operand_type_parse(from, &v.from);
    g_autofree char *words = words_of(&v, rounding);
    g_autofree char *form = g_strdup_printf("cvt%s.%s.%s", words, to, from);
    g_autofree char *operands = g_strdup_printf("%s = %s", to, from);
    conformance_check(c,
                      &(struct conformance_row){
                          .form = form, .operands = operands, .expected = converted, .data = &v});
}

/* Integers and halves. */
static void check_integers(struct conformance *c, const char *half)
{
    for (enum exact_rounding r = EXACT_RN; r <= EXACT_RP; r++)
        for (unsigned i = 0; i < G_N_ELEMENTS(integer_types); i++) {
            bool byte = integer_types[i][1] == '8';
            struct conversion v = {.rounding = r};
            check(c, v, rounding_words[r], half, integer_types[i]);
            v.integral = true;
            if (!byte || half[0] == 'f')
                check(c, v, rounding_words[r], integer_types[i], half);
        }
}

/* Floats to a narrower one, in all roundings and with what PTX allows beside them. */
static void check_narrowing(struct conformance *c, const char *to, const char *from)
{
    bool from_f32 = g_str_equal(from, "f32"), to_f16 = g_str_equal(to, "f16");
    for (enum exact_rounding r = EXACT_RN; r <= EXACT_RP; r++) {
        struct conversion v = {.rounding = r};
        check(c, v, rounding_words[r], to, from);
        if (to_f16) {
            v.modifiers = HALF_SAT;
            check(c, v, rounding_words[r], to, from);
        }
        if (from_f32 && to_f16) {
            v.modifiers = HALF_FTZ;
            check(c, v, rounding_words[r], to, from);
        }
        for (unsigned m = 1; from_f32 && r <= EXACT_RZ && m < 4; m++) {
            v.modifiers = (m & 1 ? HALF_RELU : 0) | (m & 2 ? HALF_SATFINITE : 0);
            check(c, v, rounding_words[r], to, from);
        }
    }
}

/* Halves to wider floats, which is exact, and to integral values of themselves. */
static void check_widening(struct conformance *c, const char *half)
{
    struct conversion v = {.rounding = EXACT_RN};
    check(c, v, "", "f32", half);
    check(c, v, "", "f64", half);
    v.modifiers = HALF_SAT;
    check(c, v, "", "f32", half);
    v.modifiers = HALF_FTZ;
    check(c, v, "", "f32", half);
    v.modifiers = 0;
    v.integral = true;
    for (v.rounding = EXACT_RN; v.rounding <= EXACT_RP; v.rounding++)
        check(c, v, rounding_words[v.rounding], half, half);
}

static void check_pairs(struct conformance *c, const char *half)
{
    for (enum exact_rounding r = EXACT_RN; r <= EXACT_RZ; r++)
        for (unsigned m = 0; m < 4; m++) {
            struct conversion v = {
                .rounding = r, .modifiers = (m & 1 ? HALF_RELU : 0) | (m & 2 ? HALF_SATFINITE : 0)};
            operand_type_parse(half, &v.to);
            operand_type_parse("f32", &v.from);
            g_autofree char *words = words_of(&v, rounding_words[r]);
            g_autofree char *form = g_strdup_printf("cvt%s.%sx2.f32", words, half);
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = "b32 = f32 f32",
                                                           .expected = converted_pair,
                                                           .data = &v});
        }
}

static void check_tf32(struct conformance *c)
{
    for (unsigned r = 0; r < 3; r++)
        for (unsigned m = 0; m < 4; m++) {
            struct conversion v = {.rounding = r == 1 ? EXACT_RZ : EXACT_RN,
                                   .away = r == 2,
                                   .to = {.class = CLASS_FLOAT, .format = &format_tf32, .bits = 19},
                                   .modifiers =
                                       (m & 1 ? HALF_RELU : 0) | (m & 2 ? HALF_SATFINITE : 0)};
            if (v.away && v.modifiers & HALF_RELU)
                continue;
            operand_type_parse("f32", &v.from);
            g_autofree char *words = words_of(&v, v.away ? "rna" : rounding_words[r]);
            g_autofree char *form = g_strdup_printf("cvt%s.tf32.f32", words);
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = "b32 = f32",
                                                           .expected = converted_to_tf32,
                                                           .data = &v});
        }
}

/* Half way between two .bf16, and one more: rounding to double in between would lose it. */
static void almost_a_tie(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    uint64_t value = (in[0] & 0x8000000000000001) | 0x4040000000000000;
    out[0] = exact_from_integer(&format_bf16, EXACT_RN, false, value);
}

static void check_ties(struct conformance *c)
{
    conformance_check(c, &(struct conformance_row){.form = "cvt.rn.bf16.u64",
                                                   .operands = "bf16 = u64",
                                                   .expected = almost_a_tie,
                                                   .body = "and.b64 %ls5, $1, 0x8000000000000001; "
                                                           "or.b64 %ls5, %ls5, 0x4040000000000000; "
                                                           "cvt.rn.bf16.u64 $0, %ls5;"});
}

static void fill(struct conformance *c)
{
    static const char *const halves[] = {"f16", "bf16"};
    for (unsigned i = 0; i < G_N_ELEMENTS(halves); i++) {
        check_integers(c, halves[i]);
        check_narrowing(c, halves[i], "f32");
        check_narrowing(c, halves[i], "f64");
        check_narrowing(c, halves[i], halves[1 - i]);
        check_widening(c, halves[i]);
        check_pairs(c, halves[i]);
    }
    check_tf32(c);
    check_ties(c);
}

CONFORMANCE_MAIN("wide_convert", fill)
