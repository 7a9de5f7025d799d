/* SPDX-License-Identifier: BSD-3-Clause */
/* Exactly rounded arithmetic of .f32 and .f64 in all roundings, flushing and saturation.
 * Source: PTX ISA 8.6, section 9.7.3 "Floating Point Instructions".
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

#include <check.h>
#include <glib.h>

struct arithmetic {
    const struct float_format *format;
    enum exact_operation operation;
    enum exact_rounding rounding;
    bool ftz, sat;
};

static void computed(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct arithmetic *a = row->data;
    uint64_t x[3];
    for (unsigned k = 0; k < 3; k++)
        x[k] = a->ftz ? exact_flush(a->format, in[k]) : in[k];
    out[0] = exact_apply(a->format, a->operation, a->rounding, x);
    if (a->ftz)
        out[0] = exact_flush(a->format, out[0]);
    if (a->sat)
        out[0] = exact_saturate(a->format, out[0]);
}

static const char *const rounding_words[] = {".rn", ".rz", ".rm", ".rp"};

/* word is the opcode; rounding_word "" where the form leaves it out. */
static void check(struct conformance *c, const char *word, const char *rounding_word,
                  unsigned n_sources, struct arithmetic a)
{
    g_autofree char *form = g_strdup_printf("%s%s%s%s.%s", word, rounding_word, a.ftz ? ".ftz" : "",
                                            a.sat ? ".sat" : "", a.format->name);
    static const char *const operands[2][3] = {{"f32 = f32", "f32 = f32 f32", "f32 = f32 f32 f32"},
                                               {"f64 = f64", "f64 = f64 f64", "f64 = f64 f64 f64"}};
    conformance_check(
        c, &(struct conformance_row){.form = form,
                                     .operands = operands[a.format->bits == 64][n_sources - 1],
                                     .expected = computed,
                                     .data = &a});
}

/* All roundings and modifiers; a sat_allowed operation also without its rounding. */
static void check_operation(struct conformance *c, const char *word, enum exact_operation operation,
                            unsigned n_sources, bool sat_allowed, bool rounding_optional)
{
    for (enum exact_rounding r = EXACT_RN; r <= EXACT_RP; r++) {
        for (unsigned m = 0; m < (sat_allowed ? 4 : 2); m++) {
            struct arithmetic a = {&format_f32, operation, r, m & 1, m & 2};
            check(c, word, rounding_words[r], n_sources, a);
            if (rounding_optional && r == EXACT_RN)
                check(c, word, "", n_sources, a);
        }
        struct arithmetic a = {&format_f64, operation, r, false, false};
        check(c, word, rounding_words[r], n_sources, a);
        if (rounding_optional && r == EXACT_RN)
            check(c, word, "", n_sources, a);
    }
}

/* min and max: detail: 1 for max; flags of modifiers. */
enum { FTZ = 1, NAN_WINS = 2, XOR_SIGN = 4 };

static bool less(const struct float_format *format, uint64_t a, uint64_t b)
{
    uint64_t sign = (uint64_t)1 << (format->bits - 1);
    a = a & sign ? ~a & bits_below(format->bits) : a | sign;
    b = b & sign ? ~b & bits_below(format->bits) : b | sign;
    return a < b;
}

/* As ordered by IEEE 754: -0 is less than +0. */
static void chosen(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct float_format *format = row->data;
    uint64_t flags = row->detail[1], sign = (uint64_t)1 << (format->bits - 1);
    uint64_t a = flags & FTZ ? exact_flush(format, in[0]) : in[0];
    uint64_t b = flags & FTZ ? exact_flush(format, in[1]) : in[1];
    uint64_t signs = (a ^ b) & sign;
    bool a_nan = exact_is_nan(format, a), b_nan = exact_is_nan(format, b);
    if ((a_nan && b_nan) || (flags & NAN_WINS && (a_nan || b_nan))) {
        out[0] = exact_nan(format);
        return;
    }
    if (flags & XOR_SIGN) {
        a &= ~sign;
        b &= ~sign;
    }
    bool take_a = b_nan || (!a_nan && (row->detail[0] ? less(format, b, a) : less(format, a, b)));
    out[0] = take_a ? a : b;
    if (flags & XOR_SIGN)
        out[0] = (out[0] & ~sign) | signs;
}

static void check_extremes(struct conformance *c)
{
    for (unsigned greatest = 0; greatest < 2; greatest++) {
        const char *word = greatest ? "max" : "min";
        for (unsigned flags = 0; flags < 8; flags++) {
            g_autofree char *form = g_strdup_printf("%s%s%s%s.f32", word, flags & FTZ ? ".ftz" : "",
                                                    flags & NAN_WINS ? ".NaN" : "",
                                                    flags & XOR_SIGN ? ".xorsign.abs" : "");
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = "f32 = f32 f32",
                                                           .expected = chosen,
                                                           .detail = {greatest, flags},
                                                           .data = &format_f32});
        }
        g_autofree char *form = g_strdup_printf("%s.f64", word);
        conformance_check(c, &(struct conformance_row){.form = form,
                                                       .operands = "f64 = f64 f64",
                                                       .expected = chosen,
                                                       .detail = {greatest, 0},
                                                       .data = &format_f64});
    }
}

/* abs and neg: detail: 1 for neg; flushes. Which NaN comes out is left open. */
static bool sign_changed(const struct conformance_row *row, const uint64_t in[],
                         const uint64_t got[])
{
    const struct float_format *format = row->data;
    uint64_t sign = (uint64_t)1 << (format->bits - 1);
    uint64_t a = row->detail[1] ? exact_flush(format, in[0]) : in[0];
    if (exact_is_nan(format, a))
        return exact_is_nan(format, got[0]);
    return got[0] == (row->detail[0] ? a ^ sign : a & ~sign);
}

static void check_signs(struct conformance *c)
{
    static const struct conformance_row rows[] = {
        {"abs.f32", "f32 = f32", .accept = sign_changed, .detail = {0, 0}, .data = &format_f32},
        {"neg.f32", "f32 = f32", .accept = sign_changed, .detail = {1, 0}, .data = &format_f32},
        {"abs.ftz.f32", "f32 = f32", .accept = sign_changed, .detail = {0, 1}, .data = &format_f32},
        {"neg.ftz.f32", "f32 = f32", .accept = sign_changed, .detail = {1, 1}, .data = &format_f32},
        {"abs.f64", "f64 = f64", .accept = sign_changed, .detail = {0, 0}, .data = &format_f64},
        {"neg.f64", "f64 = f64", .accept = sign_changed, .detail = {1, 0}, .data = &format_f64}};
    conformance_check_all(c, rows, G_N_ELEMENTS(rows));
}

static void fill(struct conformance *c)
{
    check_operation(c, "add", EXACT_ADD, 2, true, true);
    check_operation(c, "sub", EXACT_SUB, 2, true, true);
    check_operation(c, "mul", EXACT_MUL, 2, true, true);
    check_operation(c, "fma", EXACT_FMA, 3, true, false);
    check_operation(c, "mad", EXACT_FMA, 3, true, true);
    check_operation(c, "div", EXACT_DIV, 2, false, false);
    check_operation(c, "rcp", EXACT_RECIPROCAL, 1, false, false);
    check_operation(c, "sqrt", EXACT_ROOT, 1, false, false);
    check_extremes(c);
    check_signs(c);
}

CONFORMANCE_MAIN("float", fill)
