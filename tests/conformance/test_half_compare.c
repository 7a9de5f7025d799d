/* SPDX-License-Identifier: BSD-3-Clause */
/* setp and set on .f16, .f16x2, .bf16 and .bf16x2, set to .f16 and .bf16: all comparisons, plain
 * and combined with a predicate in one of the ways in turn; by the host's comparison of doubles.
 *
 * Source: PTX ISA 8.6, section 9.7.7 "Half Precision Comparison Instructions".
 * Differs: every result type of set is tried with every other comparison only.
 */
#include "tests/conformance/exact.h"
#include "tests/conformance/half_rows.h"

#include <check.h>
#include <glib.h>
#include <math.h>

/* Of numbers, and for a NaN. */
#define HOLDS(name, expression)                                                                    \
    static bool name(double a, double b)                                                           \
    {                                                                                              \
        return expression;                                                                         \
    }
HOLDS(eq, a == b)
HOLDS(ne, islessgreater(a, b))
HOLDS(lt, isless(a, b))
HOLDS(le, islessequal(a, b))
HOLDS(gt, isgreater(a, b))
HOLDS(ge, isgreaterequal(a, b))
HOLDS(equ, a == b || isunordered(a, b))
HOLDS(neu, a != b)
HOLDS(ltu, !isgreaterequal(a, b))
HOLDS(leu, !isgreater(a, b))
HOLDS(gtu, !islessequal(a, b))
HOLDS(geu, !isless(a, b))
HOLDS(num, !isunordered(a, b))
HOLDS(nan_, isunordered(a, b))

static const struct {
    const char *word;
    bool (*holds)(double a, double b);
} comparisons[] = {{"eq", eq},   {"ne", ne},   {"lt", lt},   {"le", le},   {"gt", gt},
                   {"ge", ge},   {"equ", equ}, {"neu", neu}, {"ltu", ltu}, {"leu", leu},
                   {"gtu", gtu}, {"geu", geu}, {"num", num}, {"nan", nan_}};

enum logic { PLAIN, AND, OR, XOR, LOGICS };

/* A row's data. */
struct comparison_row {
    const struct float_format *format; /* of the sources */
    bool (*holds)(double a, double b);
    enum logic logic;
    bool ftz, pair, negated; /* !c */
    uint64_t yes;            /* set: what true is, in its half of a pair; 0: setp */
};

/* The number that bits mean; a quick exact_double. */
static double value_of(const struct comparison_row *row, uint64_t bits)
{
    const struct float_format *format = row->format;
    if (format->bits == 64)
        return double_of(bits);
    uint64_t mantissa = bits & bits_below(format->mantissa_bits);
    int highest = (int)bits_below(format->exponent_bits);
    int exponent = (int)(bits >> format->mantissa_bits) & highest;
    double magnitude = ldexp((double)mantissa, 1 - highest / 2 - (int)format->mantissa_bits);
    if (exponent == highest)
        magnitude = mantissa != 0 ? NAN : INFINITY;
    else if (exponent != 0)
        magnitude = ldexp((double)mantissa + ldexp(1, (int)format->mantissa_bits),
                          exponent - highest / 2 - (int)format->mantissa_bits);
    else if (row->ftz)
        magnitude = 0;
    return bits >> (format->bits - 1) & 1 ? -magnitude : magnitude;
}

static bool combined(const struct comparison_row *row, bool t, uint64_t c)
{
    bool other = row->negated ? !c : c;
    return row->logic == AND   ? t && other
           : row->logic == OR  ? t || other
           : row->logic == XOR ? t != other
                               : t;
}

static void expected(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct comparison_row *data = row->data;
    bool low = data->holds(value_of(data, in[0]), value_of(data, in[1]));
    bool high =
        data->pair ? data->holds(value_of(data, in[0] >> 16), value_of(data, in[1] >> 16)) : !low;
    bool p = combined(data, low, in[2]), q = combined(data, high, in[2]);
    out[0] = p;
    out[1] = q;
    if (data->yes != 0)
        out[0] = (p ? data->yes : 0) | (data->pair && q ? data->yes << 16 : 0);
}

/* opcode.word.logic.ftz.types */
static void check(struct conformance *c, const char *opcode, const char *word, const char *to,
                  const char *types, const char *from, enum logic logic, struct comparison_row row)
{
    static const char *const logics[LOGICS] = {"", ".and", ".or", ".xor"};
    row.logic = logic;
    row.negated = logic == XOR;
    const char *predicate = logic == PLAIN ? "" : row.negated ? " !pred" : " pred";
    g_autofree char *form =
        g_strdup_printf("%s.%s%s%s.%s", opcode, word, logics[logic], row.ftz ? ".ftz" : "", types);
    g_autofree char *operands = g_strdup_printf("%s = %s %s%s", to, from, from, predicate);
    conformance_check(c,
                      &(struct conformance_row){
                          .form = form, .operands = operands, .expected = expected, .data = &row});
}

/* setp plain, and with a logic. */
static void check_setp(struct conformance *c, const char *word, const char *to, const char *type,
                       enum logic logic, struct comparison_row row)
{
    check(c, "setp", word, to, type, type, PLAIN, row);
    check(c, "setp", word, to, type, type, logic, row);
}

static void check_from(struct conformance *c, const struct float_format *format, unsigned i,
                       bool ftz)
{
    static const struct {
        const char *type, *operand;
        uint64_t yes;
    } results[] = {{"u16", "u16", 0xffff},     {"s16", "s16", 0xffff}, {"u32", "u32", 0xffffffff},
                   {"s32", "s32", 0xffffffff}, {"f16", "b16", 0x3c00}, {"bf16", "b16", 0x3f80}};
    struct comparison_row row = {.format = format, .holds = comparisons[i].holds, .ftz = ftz};
    const char *word = comparisons[i].word, *name = format->name;
    check_setp(c, word, "pred", name, AND + i % 3, row);
    check_setp(c, word, "pred pred", name, AND + (i + 1) % 3, row);
    for (unsigned k = i % 2; k < G_N_ELEMENTS(results); k += 2) {
        g_autofree char *types = g_strdup_printf("%s.%s", results[k].type, name);
        row.yes = results[k].yes;
        check(c, "set", word, results[k].operand, types, name, (i / 2 + k) % LOGICS, row);
    }
}

static void check_pair(struct conformance *c, const struct float_format *format, unsigned i,
                       bool ftz)
{
    struct comparison_row row = {
        .format = format, .holds = comparisons[i].holds, .ftz = ftz, .pair = true};
    g_autofree char *type = g_strdup_printf("%sx2", format->name);
    const char *const results[] = {"u32", "s32", type};
    const char *word = comparisons[i].word;
    check_setp(c, word, "pred pred", type, AND + i % 3, row);
    for (unsigned k = i % 2; k < G_N_ELEMENTS(results); k += 2) {
        g_autofree char *types = g_strdup_printf("%s.%s", results[k], type);
        row.yes = k < 2 ? 0xffff : exact_nearest(format, 1);
        check(c, "set", word, "b32", types, type, (i / 2 + k) % LOGICS, row);
    }
}

/* set to a half from wider floats. */
static void check_to(struct conformance *c, const struct float_format *from)
{
    static const struct float_format *const formats[] = {&format_f16, &format_bf16};
    for (unsigned f = 0; f < G_N_ELEMENTS(formats); f++)
        for (unsigned i = 0; i < G_N_ELEMENTS(comparisons); i += 3) {
            struct comparison_row row = {
                .format = from, .holds = comparisons[i].holds, .yes = exact_nearest(formats[f], 1)};
            g_autofree char *types = g_strdup_printf("%s.%s", formats[f]->name, from->name);
            check(c, "set", comparisons[i].word, "b16", types, from->name, i / 3 % LOGICS, row);
        }
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(comparisons); i++)
        for (unsigned ftz = 0; ftz < 2; ftz++) {
            check_from(c, &format_f16, i, ftz);
            check_pair(c, &format_f16, i, ftz);
            if (ftz)
                continue;
            check_from(c, &format_bf16, i, false);
            check_pair(c, &format_bf16, i, false);
        }
    check_to(c, &format_f32);
    check_to(c, &format_f64);
}

CONFORMANCE_MAIN("half_compare", fill)
