/* SPDX-License-Identifier: BSD-3-Clause */
/* Newer integer instructions: masks and extensions, the n-th set bit, tables with a predicate,
 * pairs of 16 bits.
 * Source: PTX ISA 8.6, sections 9.7.1 "fns, szext, bmsk, add, min, max", 9.7.8 "lop3".
 */
#include "tests/conformance/conformance.h"

#include <check.h>
#include <glib.h>

/* What width and position mean: detail[0] is 1 for .clamp, 0 for .wrap. */
static unsigned limited(const struct conformance_row *row, uint64_t n)
{
    return row->detail[0] ? (n > 32 ? 32 : (unsigned)n) : n % 32;
}

static void mask(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned position = limited(row, in[0]), width = limited(row, in[1]);
    for (unsigned i = 0; i < width && position + i < 32; i++)
        out[0] |= (uint64_t)1 << (position + i);
}

/* detail[1]: signed. */
static void extend(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    unsigned width = limited(row, in[1]);
    bool sign = row->detail[1] && width > 0 && in[0] >> (width - 1) & 1;
    for (unsigned i = 0; i < 32; i++)
        out[0] |= (uint64_t)(i < width ? in[0] >> i & 1 : sign) << i;
}

static void nth_bit(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    int64_t left = (int32_t)in[2], step = left < 0 ? -1 : 1;
    left = left < 0 ? -left : left;
    out[0] = UINT32_MAX;
    if (left == 0) {
        if (in[0] >> in[1] & 1)
            out[0] = in[1];
        return;
    }
    for (int64_t at = (int64_t)in[1]; at >= 0 && at < 32; at += step)
        if (in[0] >> at & 1 && --left == 0) {
            out[0] = (uint64_t)at;
            return;
        }
}

static bool base_below_32(const struct conformance_row *row, const uint64_t in[])
{
    (void)row;
    return in[1] < 32;
}

/* detail: the table, and 1 for .and, 0 for .or. */
static void table(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    for (unsigned i = 0; i < 32; i++) {
        unsigned index =
            (unsigned)((in[0] >> i & 1) << 2 | (in[1] >> i & 1) << 1 | (in[2] >> i & 1));
        out[0] |= (row->detail[0] >> index & 1) << i;
    }
    out[1] = row->detail[1] ? out[0] != 0 && in[3] : out[0] != 0 || in[3];
}

enum pair_operation { PAIR_ADD, PAIR_MIN, PAIR_MAX };

/* detail: operation, signed, relu. */
static void pairs(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    for (unsigned shift = 0; shift < 32; shift += 16) {
        int32_t a = (uint16_t)(in[0] >> shift), b = (uint16_t)(in[1] >> shift);
        if (row->detail[1]) {
            a = (int16_t)a;
            b = (int16_t)b;
        }
        int32_t result = row->detail[0] == PAIR_ADD   ? a + b
                         : row->detail[0] == PAIR_MIN ? (a < b ? a : b)
                                                      : (a > b ? a : b);
        if (row->detail[2] && result < 0)
            result = 0;
        out[0] |= (uint64_t)(uint16_t)result << shift;
    }
}

static const struct conformance_row rows[] = {
    {"bmsk.clamp.b32", "b32 = amount amount", .expected = mask, .detail = {1}},
    {"bmsk.wrap.b32", "b32 = amount amount", .expected = mask, .detail = {0}},
    {"szext.clamp.u32", "u32 = u32 amount", .expected = extend, .detail = {1, 0}},
    {"szext.clamp.s32", "s32 = s32 amount", .expected = extend, .detail = {1, 1}},
    {"szext.wrap.u32", "u32 = u32 amount", .expected = extend, .detail = {0, 0}},
    {"szext.wrap.s32", "s32 = s32 amount", .expected = extend, .detail = {0, 1}},
    {"fns.b32", "b32 = b32 amount s32", .expected = nth_bit, .domain = base_below_32},
    {"fns.b32", "b32 = b32 amount amount", .expected = nth_bit, .domain = base_below_32},
    {"add.u16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_ADD, 0, 0}},
    {"add.s16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_ADD, 1, 0}},
    {"min.u16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MIN, 0, 0}},
    {"min.s16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MIN, 1, 0}},
    {"max.u16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MAX, 0, 0}},
    {"max.s16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MAX, 1, 0}},
    {"min.relu.s16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MIN, 1, 1}},
    {"max.relu.s16x2", "b32 = b32 b32", .expected = pairs, .detail = {PAIR_MAX, 1, 1}},
};

/* lop3.BoolOp d|p, a, b, c, table, q; the table 0 makes d 0 for any operands. */
static void check_tables(struct conformance *c)
{
    static const unsigned tables[] = {0, 0x80, 0x1a, 0xfe, 0x40, 0xff};
    for (unsigned i = 0; i < G_N_ELEMENTS(tables); i++)
        for (unsigned and = 0; and < 2; and++) {
            const char *form = and? "lop3.and.b32" : "lop3.or.b32";
            g_autofree char *body =
                g_strdup_printf("%s $0|$1, $2, $3, $4, 0x%02x, $5;", form, tables[i]);
            conformance_check(c,
                              &(struct conformance_row){.form = form,
                                                        .operands = "b32 pred = b32 b32 b32 pred",
                                                        .expected = table,
                                                        .body = body,
                                                        .detail = {tables[i], and}});
        }
}

static void fill(struct conformance *c)
{
    conformance_check_all(c, rows, G_N_ELEMENTS(rows));
    check_tables(c);
}

CONFORMANCE_MAIN("fields", fill)
