/* SPDX-License-Identifier: BSD-3-Clause */
/* setp, set and testp: all comparisons of all types, combined with a predicate in all ways.
 * Source: PTX ISA 8.6, section 9.7.6 "Comparison and Selection Instructions"; testp in 9.7.3.
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

#include <check.h>
#include <glib.h>
#include <string.h>

/* What a comparison says of a < b, a == b, a > b and of a NaN. */
struct comparison {
    const char *word;
    bool less, equal, greater, unordered;
};

static const struct comparison of_bits[] = {{"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}};
static const struct comparison of_numbers[] = {{"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0},
                                               {"lt", 1, 0, 0, 0}, {"le", 1, 1, 0, 0},
                                               {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0}};
static const struct comparison of_unsigned[] = {
    {"lo", 1, 0, 0, 0}, {"ls", 1, 1, 0, 0}, {"hi", 0, 0, 1, 0}, {"hs", 0, 1, 1, 0}};
static const struct comparison of_floats[] = {
    {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1},
    {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1}, {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};

enum logic { PLAIN, AND, OR, XOR };

struct test {
    const struct comparison *comparison;
    struct operand_type type;
    enum logic logic;
    bool ftz, negated; /* !c */
    uint64_t yes;      /* set: what true is */
};

/* -1, 0, 1, or 2 if one is a NaN: by sign and magnitude, as the formats are made to allow. */
static int order(const struct test *t, uint64_t a, uint64_t b)
{
    unsigned bits = t->type.bits;
    uint64_t sign = (uint64_t)1 << (bits - 1);
    if (t->type.class == CLASS_FLOAT) {
        if (exact_is_nan(t->type.format, a) || exact_is_nan(t->type.format, b))
            return 2;
        a = t->ftz ? exact_flush(t->type.format, a) : a;
        b = t->ftz ? exact_flush(t->type.format, b) : b;
        a = a & sign ? sign - (a & ~sign) : sign + a;
        b = b & sign ? sign - (b & ~sign) : sign + b;
    } else if (t->type.class == CLASS_SIGNED) {
        a ^= sign;
        b ^= sign;
    }
    return a < b ? -1 : a > b;
}

static bool combined(enum logic logic, bool a, bool c)
{
    return logic == AND ? a && c : logic == OR ? a || c : logic == XOR ? a != c : a;
}

static void compared(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct test *t = row->data;
    int o = order(t, in[0], in[1]);
    bool result = o == 2   ? t->comparison->unordered
                  : o < 0  ? t->comparison->less
                  : o == 0 ? t->comparison->equal
                           : t->comparison->greater;
    bool other = t->negated ? !in[2] : in[2];
    out[0] = combined(t->logic, result, other);
    out[1] = combined(t->logic, !result, other);
    if (t->yes != 0)
        out[0] = out[0] ? t->yes : 0;
}

static const char *const logic_words[] = {"", ".and", ".or", ".xor"};

/* What is combined needn't be compared so thoroughly once more. */
static unsigned edge_limit_of(const struct test *t)
{
    return t->logic == PLAIN ? 0 : 2048;
}

/* A setp in its forms: p, p|q, p|_, _|q; combined or not. */
static void check_setp(struct conformance *c, struct test *t, const char *type)
{
    for (t->logic = PLAIN; t->logic <= XOR; t->logic++)
        for (unsigned variant = 0; variant < 2; variant++) {
            t->negated = t->logic != PLAIN && variant == (t->logic != OR);
            g_autofree char *form =
                g_strdup_printf("setp.%s%s%s.%s", t->comparison->word, logic_words[t->logic],
                                t->ftz ? ".ftz" : "", type);
            g_autofree char *operands =
                g_strdup_printf("%s = %s %s%s", variant ? "pred pred" : "pred", type, type,
                                t->logic == PLAIN ? ""
                                : t->negated      ? " !pred"
                                                  : " pred");
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = operands,
                                                           .expected = compared,
                                                           .edge_limit = edge_limit_of(t),
                                                           .data = t});
        }
}

/* p|_ and _|q. */
static void check_sinks(struct conformance *c)
{
    struct test t = {.comparison = &of_numbers[2]};
    operand_type_parse("s32", &t.type);
    struct conformance_row row = {.form = "setp.lt.s32",
                                  .operands = "pred = s32 s32",
                                  .expected = compared,
                                  .body = "setp.lt.s32 $0|_, $1, $2;",
                                  .data = &t};
    conformance_check(c, &row);
    t.comparison = &of_numbers[5];
    row.body = "setp.lt.s32 _|$0, $1, $2;";
    conformance_check(c, &row);
}

static void check_set(struct conformance *c, struct test *t, const char *type)
{
    static const struct {
        const char *type;
        uint64_t yes;
    } results[] = {{"u32", 0xffffffff}, {"s32", 0xffffffff}, {"f32", 0x3f800000}};
    for (unsigned i = 0; i < G_N_ELEMENTS(results); i++)
        for (t->logic = PLAIN; t->logic <= XOR; t->logic++) {
            if (i != 0 && t->logic != PLAIN)
                break; /* combinations are the same for every result */
            t->yes = results[i].yes;
            t->negated = t->logic == OR;
            g_autofree char *form =
                g_strdup_printf("set.%s%s%s.%s.%s", t->comparison->word, logic_words[t->logic],
                                t->ftz ? ".ftz" : "", results[i].type, type);
            g_autofree char *operands = g_strdup_printf("b32 = %s %s%s", type, type,
                                                        t->logic == PLAIN ? ""
                                                        : t->negated      ? " !pred"
                                                                          : " pred");
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = operands,
                                                           .expected = compared,
                                                           .edge_limit = edge_limit_of(t),
                                                           .data = t});
        }
    t->yes = 0;
}

static void check_comparisons(struct conformance *c, const char *type, bool ftz,
                              const struct comparison *comparisons, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct test t = {.comparison = &comparisons[i], .ftz = ftz};
        operand_type_parse(type, &t.type);
        check_setp(c, &t, type);
        check_set(c, &t, type);
    }
}

static void property(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct float_format *format = row->data;
    uint64_t magnitude = in[0] & bits_below(format->bits - 1);
    uint64_t infinity = bits_below(format->exponent_bits) << format->mantissa_bits;
    bool subnormal = magnitude != 0 && magnitude >> format->mantissa_bits == 0;
    const bool properties[] = {
        magnitude<infinity, magnitude == infinity, magnitude <= infinity, magnitude> infinity,
        magnitude < infinity && !subnormal, subnormal};
    out[0] = properties[row->detail[0]];
}

static void check_testp(struct conformance *c, const struct float_format *format)
{
    static const char *const words[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *form = g_strdup_printf("testp.%s.%s", words[i], format->name);
        g_autofree char *operands = g_strdup_printf("pred = %s", format->name);
        conformance_check(c, &(struct conformance_row){.form = form,
                                                       .operands = operands,
                                                       .expected = property,
                                                       .detail = {i},
                                                       .data = format});
    }
}

#define EACH(comparisons) comparisons, G_N_ELEMENTS(comparisons)

static void fill(struct conformance *c)
{
    static const char *const bits[] = {"b16", "b32", "b64"};
    static const char *const integers[] = {"u16", "u32", "u64", "s16", "s32", "s64"};
    for (unsigned i = 0; i < G_N_ELEMENTS(bits); i++)
        check_comparisons(c, bits[i], false, EACH(of_bits));
    for (unsigned i = 0; i < G_N_ELEMENTS(integers); i++)
        check_comparisons(c, integers[i], false, EACH(of_numbers));
    for (unsigned i = 0; i < 3; i++)
        check_comparisons(c, integers[i], false, EACH(of_unsigned));
    static const struct {
        const char *type;
        bool ftz;
    } floats[] = {{"f32", false}, {"f32", true}, {"f64", false}};
    for (unsigned i = 0; i < G_N_ELEMENTS(floats); i++) {
        check_comparisons(c, floats[i].type, floats[i].ftz, EACH(of_numbers));
        check_comparisons(c, floats[i].type, floats[i].ftz, EACH(of_floats));
    }
    check_testp(c, &format_f32);
    check_testp(c, &format_f64);
    check_sinks(c);
}

CONFORMANCE_MAIN("compare", fill)
