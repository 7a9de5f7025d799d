/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt between integers, .f32 and .f64: all pairs and roundings.
 *
 * Source: PTX ISA 8.6, section 9.7.9.21 "cvt": conversions to integers clamp; a NaN becomes 0 from
 *   .f32 to at most 32 bits, else only the highest bit of the destination's type.
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

#include <check.h>
#include <glib.h>

struct conversion {
    struct operand_type to, from;
    enum exact_rounding rounding;
    bool integral, ftz, sat;
};

static uint64_t extended(const struct operand_type *type, uint64_t value)
{
    unsigned unused = 64 - type->bits;
    if (type->class == CLASS_SIGNED)
        return (uint64_t)((int64_t)(value << unused) >> unused);
    return value & bits_below(type->bits);
}

static __int128 number(const struct operand_type *type, uint64_t bits)
{
    bits = extended(type, bits);
    return type->class == CLASS_SIGNED ? (__int128)(int64_t)bits : (__int128)bits;
}

static uint64_t clamped(const struct operand_type *type, __int128 x)
{
    bool is_signed = type->class == CLASS_SIGNED;
    __int128 highest = ((__int128)1 << (type->bits - is_signed)) - 1;
    __int128 lowest = is_signed ? -highest - 1 : 0;
    return (uint64_t)(x > highest ? highest : x < lowest ? lowest : x);
}

static uint64_t float_to_integer(const struct conversion *v, uint64_t bits)
{
    const struct float_format *format = v->from.format;
    if (exact_is_nan(format, bits))
        return v->from.bits == 32 && v->to.bits < 64
                   ? 0
                   : extended(&v->to, (uint64_t)1 << (v->to.bits - 1));
    double x = exact_double(format, exact_to_integral(format, v->rounding, bits));
    __int128 whole = x >= 0x1p100    ? (__int128)1 << 100
                     : x <= -0x1p100 ? -((__int128)1 << 100)
                                     : (__int128)x;
    return clamped(&v->to, whole);
}

static uint64_t to_float(const struct conversion *v, uint64_t bits)
{
    const struct float_format *to = v->to.format;
    uint64_t result;
    if (v->from.class != CLASS_FLOAT) {
        result = exact_from_integer(to, v->rounding, v->from.class == CLASS_SIGNED,
                                    extended(&v->from, bits));
    } else {
        if (v->integral)
            bits = exact_to_integral(v->from.format, v->rounding, bits);
        result = exact_convert(to, v->from.format, v->rounding, bits);
    }
    if (v->ftz && to->bits == 32)
        result = exact_flush(to, result);
    return v->sat ? exact_saturate(to, result) : result;
}

static void converted(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct conversion *v = row->data;
    uint64_t bits = in[0];
    if (v->from.class == CLASS_FLOAT && v->from.bits == 32 && v->ftz)
        bits = exact_flush(v->from.format, bits);
    if (v->to.class == CLASS_FLOAT)
        out[0] = to_float(v, bits);
    else if (v->from.class == CLASS_FLOAT)
        out[0] = float_to_integer(v, bits);
    else if (v->sat)
        out[0] = clamped(&v->to, number(&v->from, bits));
    else /* widened first, then cut */
        out[0] = extended(&v->to, extended(&v->from, bits));
}

static const char *const integers[] = {"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"};

/* modifiers is "" or ".rzi.ftz" and the like; wide puts both into registers of 64 bits. */
static void check(struct conformance *c, struct conversion v, const char *modifiers, const char *to,
                  const char *from, bool wide)
{
    operand_type_parse(to, &v.to);
    operand_type_parse(from, &v.from);
    g_autofree char *form = g_strdup_printf("cvt%s.%s.%s", modifiers, to, from);
    const char *wide_to = wide && v.to.class != CLASS_FLOAT ? "/64" : "";
    const char *wide_from = wide && v.from.class != CLASS_FLOAT ? "/64" : "";
    g_autofree char *operands = g_strdup_printf("%s%s = %s%s", to, wide_to, from, wide_from);
    conformance_check(c,
                      &(struct conformance_row){
                          .form = form, .operands = operands, .expected = converted, .data = &v});
}

static void check_integers(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(integers); i++)
        for (unsigned k = 0; k < G_N_ELEMENTS(integers); k++) {
            check(c, (struct conversion){0}, "", integers[i], integers[k], false);
            check(c, (struct conversion){0}, "", integers[i], integers[k], true);
            check(c, (struct conversion){.sat = true}, ".sat", integers[i], integers[k], false);
        }
}

static void check_with_integers(struct conformance *c, enum exact_rounding rounding,
                                const char *word, const char *type)
{
    g_autofree char *to_integer = g_strdup_printf(".%si", word);
    g_autofree char *flushed = g_strdup_printf(".%si.ftz", word);
    g_autofree char *clamping = g_strdup_printf(".%si.sat", word);
    g_autofree char *to_float_ = g_strdup_printf(".%s", word);
    g_autofree char *saturated = g_strdup_printf(".%s.sat", word);
    for (unsigned i = 0; i < G_N_ELEMENTS(integers); i++) {
        struct conversion v = {.rounding = rounding};
        check(c, v, to_integer, integers[i], type, false);
        check(c, v, to_integer, integers[i], type, true);
        check(c, v, clamping, integers[i], type, false);
        check(c, v, to_float_, type, integers[i], false);
        check(c, v, to_float_, type, integers[i], true);
        v.sat = true;
        check(c, v, saturated, type, integers[i], false);
        v = (struct conversion){.rounding = rounding, .ftz = true};
        if (g_str_equal(type, "f32"))
            check(c, v, flushed, integers[i], type, false);
    }
}

static void check_floats(struct conformance *c, enum exact_rounding rounding, const char *word)
{
    static const char *const types[] = {"f32", "f64"};
    static const char *const modifiers[] = {"", ".ftz", ".sat", ".ftz.sat"};
    for (unsigned m = 0; m < G_N_ELEMENTS(modifiers); m++) {
        struct conversion v = {.rounding = rounding, .ftz = m & 1, .sat = m & 2};
        g_autofree char *narrow = g_strdup_printf(".%s%s", word, modifiers[m]);
        check(c, v, narrow, "f32", "f64", false);
        v.integral = true;
        g_autofree char *integral = g_strdup_printf(".%si%s", word, modifiers[m]);
        for (unsigned i = 0; i < G_N_ELEMENTS(types); i++)
            if (!v.ftz || i == 0)
                check(c, v, integral, types[i], types[i], false);
        v.integral = false;
        if (rounding != EXACT_RN)
            continue;
        check(c, v, modifiers[m], "f64", "f32", false);
        check(c, v, modifiers[m], "f32", "f32", false);
        if (!v.ftz)
            check(c, v, modifiers[m], "f64", "f64", false);
    }
}

static void fill(struct conformance *c)
{
    static const char *const words[] = {"rn", "rz", "rm", "rp"};
    check_integers(c);
    for (enum exact_rounding rounding = EXACT_RN; rounding <= EXACT_RP; rounding++) {
        check_with_integers(c, rounding, words[rounding], "f32");
        check_with_integers(c, rounding, words[rounding], "f64");
        check_floats(c, rounding, words[rounding]);
    }
}

CONFORMANCE_MAIN("convert", fill)
