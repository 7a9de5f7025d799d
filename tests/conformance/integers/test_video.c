/* SPDX-License-Identifier: BSD-3-Clause */
/* Video instructions, scalar and SIMD, and cvt.pack. The reference takes registers apart into
 * arrays of numbers, as the pseudo code of the documents does. Source: PTX ISA 8.8, sections 9.7.17
 * "Video Instructions" and 9.7.9 "cvt.pack".
 */
#include "tests/conformance/conformance.h"

#include <check.h>
#include <glib.h>
#include <string.h>

enum operation { ADD, SUB, DIFFERENCE, AVERAGE, MIN_, MAX_, SHL, SHR, MAD, SET, OPERATIONS };

static const char *const names[OPERATIONS] = {"add", "sub", "absdiff", "avrg", "min",
                                              "max", "shl", "shr",     "mad",  "set"};

/* One form of an instruction. */
struct form {
    enum operation operation;
    unsigned parts; /* 1, 2, 4 */
    bool d_signed, a_signed, b_signed, sat;
    const char *second;    /* NULL, "add", "min", "max" */
    const char *d, *a, *b; /* selectors without their dot; NULL: none */
    const char *more;      /* NULL; "wrap", "clamp", "po", "shr7", "shr15"; "lt" and its kin */
    const char *minus;     /* MAD: the letters of the operands that are negated; NULL: none */
};

static __int128 number(uint64_t bits, unsigned width, bool is_signed)
{
    const uint64_t low = bits & (width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1);
    return is_signed && low >> (width - 1) ? (__int128)low - ((__int128)1 << width) : (__int128)low;
}

static __int128 limited(__int128 x, unsigned width, bool is_signed)
{
    const __int128 top = ((__int128)1 << (is_signed ? width - 1 : width)) - 1;
    const __int128 bottom = is_signed ? -((__int128)1 << (width - 1)) : 0;
    return x > top ? top : x < bottom ? bottom : x;
}

static bool holds(const char *compare, __int128 a, __int128 b)
{
    const int order = a < b ? -1 : a > b;
    switch (compare[0] << 8 | compare[1]) {
    case 'e' << 8 | 'q':
        return order == 0;
    case 'n' << 8 | 'e':
        return order != 0;
    case 'l' << 8 | 't':
        return order < 0;
    case 'l' << 8 | 'e':
        return order <= 0;
    case 'g' << 8 | 't':
        return order > 0;
    default:
        return order >= 0;
    }
}

static __int128 apply(const struct form *f, __int128 a, __int128 b)
{
    const uint32_t by = (uint32_t)b;
    const unsigned places = f->more && f->more[0] == 'w' ? by % 32 : MIN(by, 32);
    switch (f->operation) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case DIFFERENCE:
        return a < b ? b - a : a - b;
    case AVERAGE: /* half of the sum; a half of one goes away from zero */
        return a + b < 0 ? -((1 - (a + b)) / 2) : (a + b + 1) / 2;
    case MIN_:
        return MIN(a, b);
    case MAX_:
        return MAX(a, b);
    case SHL:
        return a * ((__int128)1 << places);
    case SHR: /* down */
        return a >= 0 ? a / ((__int128)1 << places)
                      : -((-a + ((__int128)1 << places) - 1) / ((__int128)1 << places));
    default:
        return holds(f->more, a, b);
    }
}

static unsigned width_of(const char *selector)
{
    return !selector ? 32 : selector[0] == 'h' ? 16 : 8;
}

static __int128 taken(uint64_t word, const char *selector, bool is_signed)
{
    const unsigned width = width_of(selector);
    return number(word >> (selector ? width * (unsigned)(selector[1] - '0') : 0), width, is_signed);
}

static uint32_t scalar(const struct form *f, uint32_t a, uint32_t b, uint32_t c)
{
    __int128 x = taken(a, f->a, f->a_signed), y = taken(b, f->b, f->b_signed), result;
    if (f->operation == MAD) {
        const char *minus = f->minus ? f->minus : "";
        const bool is_signed = f->d_signed;
        const unsigned shift = !f->more || f->more[0] != 's' ? 0 : f->more[3] == '7' ? 7 : 15;
        const __int128 sum = number(c, 32, is_signed);
        result = (strchr(minus, 'a') ? -x : x) * (strchr(minus, 'b') ? -y : y) +
                 (strchr(minus, 'c') ? -sum : sum) + (f->more && f->more[0] == 'p');
        result = result >> shift;
        return (uint32_t)(f->sat ? limited(result, 32, is_signed) : result);
    }
    result = apply(f, x, y);
    if (f->sat)
        result = limited(result, width_of(f->d), f->d_signed);
    const uint32_t r = (uint32_t)result;
    if (f->d) {
        const unsigned width = width_of(f->d), at = width * (unsigned)(f->d[1] - '0');
        uint32_t merged = 0;
        for (unsigned bit = 0; bit < 32; bit++)
            merged |= (bit >= at && bit < at + width ? r >> (bit - at) & 1 : c >> bit & 1) << bit;
        return merged;
    }
    const __int128 left = number(r, 32, f->d_signed), right = number(c, 32, f->d_signed);
    return !f->second            ? r
           : f->second[1] == 'd' ? r + c
           : f->second[1] == 'i' ? (uint32_t)MIN(left, right)
                                 : (uint32_t)MAX(left, right);
}

static uint32_t several(const struct form *f, uint32_t a, uint32_t b, uint32_t c)
{
    const unsigned width = 32 / f->parts;
    const char *of_a = f->a ? f->a : f->parts == 2 ? "h10" : "b3210";
    const char *of_b = f->b ? f->b : f->parts == 2 ? "h32" : "b7654";
    const char *mask = f->d ? f->d : f->parts == 2 ? "h10" : "b3210";
    uint32_t part[8], out[4], total = c, whole = 0;
    for (unsigned k = 0; k < f->parts; k++) {
        part[k] = (uint32_t)number(a >> k * width, width, false);
        part[k + f->parts] = (uint32_t)number(b >> k * width, width, false);
        out[k] = (uint32_t)number(c >> k * width, width, false);
    }
    for (unsigned k = 0; k < f->parts; k++) {
        if (!strchr(mask + 1, (char)('0' + k)))
            continue;
        const unsigned from_a = (unsigned)(of_a[f->parts - k] - '0');
        const unsigned from_b = (unsigned)(of_b[f->parts - k] - '0');
        __int128 r = apply(f, number(part[from_a], width, f->a_signed),
                           number(part[from_b], width, f->b_signed));
        if (f->sat)
            r = limited(r, width, f->d_signed);
        out[k] = (uint32_t)number((uint64_t)r, width, false);
        total += (uint32_t)r; /* whole, before it is cut to a part */
    }
    for (unsigned k = 0; k < f->parts; k++)
        whole |= out[k] << k * width;
    return f->second ? total : whole;
}

static void video(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct form *f = row->data;
    out[0] =
        (f->parts == 1 ? scalar : several)(f, (uint32_t)in[0], (uint32_t)in[1], (uint32_t)in[2]);
}

/* ---- forms ---------------------------------------------------------------------------------- */

static bool has_c(const struct form *f)
{
    return f->operation == MAD || f->parts > 1 || f->second || f->d;
}

static void check(struct conformance *c, const struct form *f)
{
    static const char *const types[] = {".u32", ".s32"};
    g_autoptr(GString) form = g_string_new("v"), body = g_string_new(NULL);
    g_string_append(form, names[f->operation]);
    if (f->parts > 1)
        g_string_append_printf(form, "%u", f->parts);
    g_string_append_printf(form, "%s%s%s%s", f->operation == SET ? "" : types[f->d_signed],
                           types[f->a_signed], types[f->b_signed], f->sat ? ".sat" : "");
    if (f->more)
        g_string_append_printf(form, ".%s", f->more);
    if (f->second)
        g_string_append_printf(form, ".%s", f->second);
    const char *const selectors[] = {f->d, f->a, f->b};
    g_string_append(body, form->str);
    const char *minus = f->minus ? f->minus : "";
    for (unsigned k = 0; k < 3; k++) {
        const bool negated = k > 0 && strchr(minus, "dab"[k]);
        g_string_append_printf(body, "%s %s$%u", k ? "," : "", negated ? "-" : "", k);
        if (selectors[k])
            g_string_append_printf(body, ".%s", selectors[k]);
    }
    g_string_append_printf(body, has_c(f) ? ", %s$3;" : ";", strchr(minus, 'c') ? "-" : "");
    const struct conformance_row row = {.form = form->str,
                                        .operands = "b32 = b32 b32 b32",
                                        .expected = video,
                                        .body = body->str,
                                        .edge_limit = 400,
                                        .data = f};
    conformance_check(c, &row);
}

/* Selectors that go with a form's number, so that each meets each in the end. */
static void select_parts(struct form *f, unsigned n)
{
    static const char *const one[] = {NULL, "b0", "b1", "b2", "b3", "h0", "h1"};
    static const char *const two[] = {NULL, "h10", "h23", "h01", "h33"};
    static const char *const four[] = {NULL, "b3210", "b7041", "b5555", "b0246"};
    static const char *const masks2[] = {NULL, "h0", "h1", "h10"};
    static const char *const masks4[] = {NULL, "b0", "b31", "b210", "b3210"};
    if (f->parts == 1) {
        f->a = one[n % 7],
        f->b = f->operation == SHL || f->operation == SHR ? NULL : one[n / 2 % 7];
        f->d = f->second || f->operation == MAD ? NULL : one[n / 3 % 7];
    } else {
        f->a = (f->parts == 2 ? two : four)[n % 5], f->b = (f->parts == 2 ? two : four)[n / 2 % 5];
        f->d = f->parts == 2 ? masks2[n / 3 % 4] : masks4[n / 3 % 5];
    }
}

static const char *more_of(enum operation operation, unsigned n)
{
    static const char *const shifts[] = {"clamp", "wrap"}, *const mads[] = {NULL, "po", "shr7",
                                                                            "shr15"};
    static const char *const compares[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    return operation == SET                       ? compares[n % 6]
           : operation == MAD                     ? mads[n % 4]
           : operation == SHL || operation == SHR ? shifts[n % 2]
                                                  : NULL;
}

static bool exists(const struct form *f)
{
    const bool shift = f->operation == SHL || f->operation == SHR;
    if (f->parts > 1 && (shift || f->operation == MAD))
        return false;
    if (f->parts == 1 && f->operation == AVERAGE)
        return false;
    return !(shift && f->b_signed) && !(f->operation == SET && (f->sat || f->d_signed)) &&
           !(f->operation == MAD && f->d_signed != (f->a_signed || f->b_signed));
}

/* vmad with operands that are negated: then the result is a signed number. */
static void check_negated(struct conformance *c)
{
    static const char *const negated[] = {"a", "b", "c", "ab"};
    static const char *const scales[] = {NULL, "shr7", "shr15"};
    for (unsigned n = 0; n < 32; n++) {
        const char *minus = negated[n / 8];
        struct form f = {.operation = MAD,
                         .parts = 1,
                         .a_signed = n & 1,
                         .b_signed = n & 2,
                         .sat = n & 4,
                         .minus = minus,
                         .more = scales[n % 3]};
        f.d_signed = f.a_signed || f.b_signed || minus[1] == 0;
        select_parts(&f, n);
        check(c, &f);
    }
}

static void fill(struct conformance *c)
{
    check_negated(c);
    static const char *const seconds[] = {NULL, "add", "min", "max"};
    unsigned n = 0;
    for (unsigned parts = 1; parts <= 4; parts *= 2)
        for (enum operation operation = 0; operation < OPERATIONS; operation++)
            for (unsigned flags = 0; flags < 16; flags++) {
                struct form f = {.operation = operation,
                                 .parts = parts,
                                 .d_signed = flags & 1,
                                 .a_signed = flags & 2,
                                 .b_signed = flags & 4,
                                 .sat = flags & 8};
                if (!exists(&f))
                    continue;
                f.second = operation == MAD ? NULL : seconds[n % (parts == 1 ? 4 : 2)];
                f.more = more_of(operation, n);
                select_parts(&f, n++);
                check(c, &f);
            }
}

/* ---- cvt.pack ------------------------------------------------------------------------------- */

/* detail: bits, signed */
static void packed(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const unsigned width = (unsigned)row->detail[0];
    const __int128 a = limited(number(in[0], 32, true), width, row->detail[1] != 0);
    const __int128 b = limited(number(in[1], 32, true), width, row->detail[1] != 0);
    const uint64_t part = ((uint64_t)1 << width) - 1;
    out[0] = ((uint64_t)b & part) | ((uint64_t)a & part) << width;
    if (width < 16)
        out[0] |= (in[2] << 2 * width) & UINT32_MAX;
}

static const struct conformance_row packs[] = {
    {"cvt.pack.sat.u16.s32", "b32 = s32 s32", .expected = packed, .detail = {16, 0}},
    {"cvt.pack.sat.s16.s32", "b32 = s32 s32", .expected = packed, .detail = {16, 1}},
    {"cvt.pack.sat.u8.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {8, 0}},
    {"cvt.pack.sat.s8.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {8, 1}},
    {"cvt.pack.sat.u4.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {4, 0}},
    {"cvt.pack.sat.s4.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {4, 1}},
    {"cvt.pack.sat.u2.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {2, 0}},
    {"cvt.pack.sat.s2.s32.b32", "b32 = s32 s32 b32", .expected = packed, .detail = {2, 1}},
};

/* Each destination is another one's source, too. */
static void turned(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    (void)row;
    for (unsigned k = 0; k < 4; k++)
        out[k] = in[(k + 1) % 4];
}

static const struct conformance_row moves[] = {
    {"mov.v4.b32", "b32 b32 b32 b32 = b32 b32 b32 b32", .expected = turned,
     .body = "mov.v4.b32 {$0, $1, $2, $3}, {$4, $5, $6, $7}; "
             "mov.v4.b32 {$0, $1, $2, $3}, {$1, $2, $3, $0};"},
};

static void fill_all(struct conformance *c)
{
    fill(c);
    conformance_check_all(c, packs, G_N_ELEMENTS(packs));
    conformance_check_all(c, moves, G_N_ELEMENTS(moves));
}

CONFORMANCE_MAIN("video", fill_all)
