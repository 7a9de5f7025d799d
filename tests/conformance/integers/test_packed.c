/* SPDX-License-Identifier: BSD-3-Clause */
/* Pairs of 16-bit integers; min and max of three .f32; lop3 with a predicate; negated predicates.
 * Source: PTX ISA 8.8, sections 9.7.1 (add, min, max of .u16x2 and .s16x2), 9.7.3 (min, max with
 *   three inputs), 9.7.8 (lop3, and, or, xor, not).
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/exact.h"

#include <check.h>
#include <glib.h>
#include <math.h>

enum { ADD, LEAST, GREATEST };

/* detail: operation, signed, relu */
static void paired(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    out[0] = 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
        uint16_t a = (uint16_t)(in[0] >> shift), b = (uint16_t)(in[1] >> shift);
        int32_t x = row->detail[1] ? (int16_t)a : a, y = row->detail[1] ? (int16_t)b : b;
        int32_t result = row->detail[0] == ADD     ? x + y
                         : row->detail[0] == LEAST ? MIN(x, y)
                                                   : MAX(x, y);
        if (row->detail[2] && result < 0)
            result = 0;
        out[0] |= (uint64_t)(uint16_t)result << shift;
    }
}

static const struct conformance_row pairs[] = {
    {"add.u16x2", "b32 = b32 b32", .expected = paired, .detail = {ADD, 0, 0}},
    {"add.s16x2", "b32 = b32 b32", .expected = paired, .detail = {ADD, 1, 0}},
    {"min.u16x2", "b32 = b32 b32", .expected = paired, .detail = {LEAST, 0, 0}},
    {"min.s16x2", "b32 = b32 b32", .expected = paired, .detail = {LEAST, 1, 0}},
    {"max.u16x2", "b32 = b32 b32", .expected = paired, .detail = {GREATEST, 0, 0}},
    {"max.s16x2", "b32 = b32 b32", .expected = paired, .detail = {GREATEST, 1, 0}},
    {"min.relu.s16x2", "b32 = b32 b32", .expected = paired, .detail = {LEAST, 1, 1}},
    {"max.relu.s16x2", "b32 = b32 b32", .expected = paired, .detail = {GREATEST, 1, 1}},
};

enum { FTZ = 1, NAN_WINS = 2, ABS = 4 };

/* Ordered like the numbers, -0 before +0. */
static int64_t rank(uint64_t bits)
{
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) - 1 : (int64_t)bits;
}

/* detail: operation, flags */
static void of_three(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    bool any_nan = false, found = false;
    for (unsigned k = 0; k < 3; k++) {
        uint64_t x = row->detail[1] & ABS ? in[k] & 0x7fffffff : in[k];
        x = row->detail[1] & FTZ ? exact_flush(&format_f32, x) : x;
        if (exact_is_nan(&format_f32, x)) {
            any_nan = true;
            continue;
        }
        if (!found || (row->detail[0] == LEAST ? rank(x) < rank(out[0]) : rank(x) > rank(out[0])))
            out[0] = x;
        found = true;
    }
    if (!found || (any_nan && row->detail[1] & NAN_WINS))
        out[0] = exact_nan(&format_f32);
}

static void check_of_three(struct conformance *c)
{
    for (uint64_t operation = LEAST; operation <= GREATEST; operation++)
        for (uint64_t flags = 0; flags < 8; flags++) {
            g_autofree char *form = g_strdup_printf(
                "%s%s%s%s.f32", operation == LEAST ? "min" : "max", flags & FTZ ? ".ftz" : "",
                flags & NAN_WINS ? ".NaN" : "", flags & ABS ? ".abs" : "");
            conformance_check(c, &(struct conformance_row){.form = form,
                                                           .operands = "f32 = f32 f32 f32",
                                                           .expected = of_three,
                                                           .detail = {operation, flags}});
        }
}

/* detail: table; and; negated */
static uint64_t looked_up(uint64_t table, const uint64_t in[])
{
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t row = (in[0] >> i & 1) << 2 | (in[1] >> i & 1) << 1 | (in[2] >> i & 1);
        result |= (table >> row & 1) << i;
    }
    return result;
}

static void looked_up_with_predicate(const struct conformance_row *row, const uint64_t in[],
                                     uint64_t out[])
{
    bool q = row->detail[2] ? !in[3] : in[3];
    out[0] = looked_up(row->detail[0], in);
    out[1] = row->detail[1] ? out[0] != 0 && q : out[0] != 0 || q;
}

static void only_predicate(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    uint64_t both[2];
    looked_up_with_predicate(row, in, both);
    out[0] = both[1];
}

static const struct conformance_row tables[] = {
    {"lop3.or.b32", "b32 pred = b32 b32 b32 pred", .expected = looked_up_with_predicate,
     .body = "lop3.or.b32 $0|$1, $2, $3, $4, 0x96, $5;", .detail = {0x96, 0, 0}},
    {"lop3.and.b32", "b32 pred = b32 b32 b32 !pred", .expected = looked_up_with_predicate,
     .body = "lop3.and.b32 $0|$1, $2, $3, $4, 0x80, $5;", .detail = {0x80, 1, 1}},
    {"lop3.and.b32", "pred = b32 b32 b32 pred", .expected = only_predicate,
     .body = "lop3.and.b32 _|$0, $1, $2, $3, 0x40, $4;", .detail = {0x40, 1, 0}},
};

REFERENCE(and_first_negated, !a && b)
REFERENCE(or_second_negated, a || !b)
REFERENCE(xor_both_negated, a ^ b)
REFERENCE(negated, !a)
REFERENCE(twice_negated, a)

static const struct conformance_row predicates[] = {
    {"and.pred", "pred = !pred pred", .expected = and_first_negated},
    {"or.pred", "pred = pred !pred", .expected = or_second_negated},
    {"xor.pred", "pred = !pred !pred", .expected = xor_both_negated},
    {"mov.pred", "pred = !pred", .expected = negated},
    {"not.pred", "pred = !pred", .expected = twice_negated},
};

static void fill(struct conformance *c)
{
    conformance_check_all(c, pairs, G_N_ELEMENTS(pairs));
    check_of_three(c);
    conformance_check_all(c, tables, G_N_ELEMENTS(tables));
    conformance_check_all(c, predicates, G_N_ELEMENTS(predicates));
}

CONFORMANCE_MAIN("packed", fill)
