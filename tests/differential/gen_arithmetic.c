/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions on registers, as patterns (writer.h).
 *
 * What PTX leaves open is kept out: divisors are made odd, and the bits of a float become an
 * integer only after a NaN has been replaced.
 */
#include "tests/differential/writer.h"

#include <string.h>

#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define WORDS    "u32 s32 u64 s64"
#define BITS     "b16 b32 b64"
#define FLOATS   "<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>"
#define ROUNDED  "<|.rn|.rz|.rm|.rp>"
#define MODES    "<.rn|.rz|.rm|.rp>"

struct row {
    const char *pattern, *types; /* "-": has none */
    unsigned weight;
};

static const struct row rows[] = {
    {"<add|sub>.@ $t, $t, $T;", INTEGERS, 6},
    {"<add|sub>.sat.s32 $r, $r, $R;", "-", 1},
    {"<mul.lo|mul.hi>.@ $t, $t, $T;", INTEGERS, 3},
    {"mul.wide.@ $w, $t, $T;", "u16 s16 u32 s32", 2},
    {"<mad.lo|mad.hi>.@ $t, $t, $T, $T;", INTEGERS, 3},
    {"mad.wide.@ $w, $t, $T, $W;", "u16 s16 u32 s32", 2},
    {"mad.hi.sat.s32 $r, $r, $r, $R;", "-", 1},
    {"mul24.<lo|hi>.@ $r, $r, $R;", "u32 s32", 1},
    {"mad24.<lo|hi>.@ $r, $r, $r, $R;", "u32 s32", 1},
    {"mad24.hi.sat.s32 $r, $r, $r, $R;", "-", 1},
    {"or.b16 %th0, $h, 1; <div|rem>.@ $h, $h, %th0;", "u16 s16", 1},
    {"or.b32 %t0, $r, 1; <div|rem>.@ $r, $R, %t0;", "u32 s32", 2},
    {"or.b64 %u0, $d, 1; <div|rem>.@ $d, $d, %u0;", "u64 s64", 1},
    {"sad.@ $t, $t, $T, $t;", INTEGERS, 1},
    {"<abs|neg>.@ $t, $t;", "s16 s32 s64", 2},
    {"<min|max>.@ $t, $t, $T;", INTEGERS, 3},
    {"<min|max>.<u16x2|s16x2> $r, $r, $r;", "-", 1},
    {"add.<u16x2|s16x2> $r, $r, $r;", "-", 1},
    {"dp4a.<u32|s32>.<u32|s32> $r, $r, $r, $r;", "-", 1},
    {"dp2a.<lo|hi>.<u32|s32>.<u32|s32> $r, $r, $r, $r;", "-", 1},
    {"add.cc.@ $t, $t, $T; addc<|.cc>.@ $t, $t, $T;", WORDS, 2},
    {"sub.cc.@ $t, $t, $T; subc<|.cc>.@ $t, $t, $T;", WORDS, 2},
    {"mad.<lo|hi>.cc.@ $t, $t, $t, $T; madc.<lo|hi><|.cc>.@ $t, $t, $t, $T;", WORDS, 1},
    {"<and|or|xor>.@ $t, $t, $T;", BITS, 4},
    {"<and|or|xor>.pred $p, $p, $p;", "-", 3},
    {"not.pred $p, $p;", "-", 1},
    {"<not|cnot>.@ $t, $t;", BITS, 2},
    {"<shl.b16|shr.b16|shr.u16|shr.s16> $h, $h, $s;", "-", 2},
    {"<shl.b32|shr.b32|shr.u32|shr.s32> $r, $R, $s;", "-", 3},
    {"<shl.b64|shr.b64|shr.u64|shr.s64> $d, $d, $s;", "-", 2},
    {"shf.<l|r>.<wrap|clamp>.b32 $r, $r, $r, $s;", "-", 2},
    {"bfe.@ $t, $t, $s, $s;", WORDS, 2},
    {"bfi.@ $t, $t, $t, $s, $s;", "b32 b64", 2},
    {"bfind<|.shiftamt>.@ $r, $t;", WORDS, 1},
    {"<popc|clz>.@ $r, $t;", "b32 b64", 2},
    {"brev.@ $t, $t;", "b32 b64", 1},
    {"lop3.b32 $r, $r, $r, $R, $b;", "-", 2},
    {"prmt.b32<|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> $r, $r, $r, $R;", "-", 2},
    {"szext.<wrap|clamp>.@ $r, $r, $s;", "u32 s32", 1},
    {"bmsk.<wrap|clamp>.b32 $r, $s, $s;", "-", 1},
    {"selp.@ $t, $t, $T, $p;", "b16 b32 b64 s32 u64 f32 f64", 3},
    {"slct.@.s32 $t, $t, $T, $r;", "b16 b32 b64 f32 f64", 1},
    {"slct<|.ftz>.@.f32 $t, $t, $T, $f;", "b32 b64 f32 f64", 1},
    {"setp.<eq|ne|lt|le|gt|ge>.@ $p, $t, $T;", INTEGERS, 4},
    {"setp.<lo|ls|hi|hs>.@ $p, $t, $T;", "u16 u32 u64", 1},
    {"setp.<eq|ne>.@ $p, $t, $T;", BITS, 1},
    {"setp.<eq|ne|lt|le|gt|ge>.@ %p4|%p5, $t, $T;", INTEGERS, 1},
    {"setp.<eq|ne|lt|le|gt|ge>.<and|or|xor>.@ $p|_, $t, $T, $P;", INTEGERS, 1},
    {"setp.<eq|ne|lt|le|gt|ge>.<and|or|xor>.@ %p0|%p1, $t, $T, $P;", INTEGERS, 2},
    {"setp.<eq|ne|lt|le|gt|ge>.<and|or|xor>.@ $p, $t, $T, $P;", INTEGERS, 2},
    {"setp." FLOATS "<|.ftz>.f32 $p, $f, $F;", "-", 2},
    {"setp." FLOATS ".f64 $p, $g, $G;", "-", 2},
    {"setp." FLOATS ".<and|or|xor><|.ftz>.f32 %p2|%p3, $f, $F, $P;", "-", 1},
    {"setp." FLOATS ".<and|or|xor>.f64 %p4|%p3, $g, $G, $P;", "-", 1},
    {"set.<eq|ne|lt|le|gt|ge>.u32.@ $r, $t, $T;", "u32 s32 u64 s64 u16 s16", 1},
    {"set.<eq|ne|lt|le|gt|ge>.<and|or|xor>.s32.@ $r, $t, $T, $P;", "u32 s32 u64 s64", 1},
    {"set." FLOATS ".u32.f32 $r, $f, $F;", "-", 1},
    {"set." FLOATS ".s32.f64 $r, $g, $G;", "-", 1},
    {"set." FLOATS ".f32.f32 $f, $f, $F;", "-", 1},
    {"set.<eq|ne|lt|le|gt|ge>.f32.@ $f, $t, $T;", "u32 s32 u64", 1},
    {"mov.@ $t, $T;", "u16 b32 u32 s32 u64 b64 f32 f64", 2},
    {"mov.pred $p, $p;", "-", 1},
    {"mov.u32 $r, <%tid.x|%laneid|%ctaid.x|%ntid.x|%nctaid.x|%lanemask_lt|%lanemask_ge>;", "-", 1},
    {"mov.b32 $r, {$h, $h};", "-", 1},
    {"mov.b64 $d, {$r, $r};", "-", 1},
    {"mov.b64 $d, {$h, $h, $h, $h};", "-", 1},
    {"mov.b32 {%h0, %h1}, $r;", "-", 1},
    {"mov.b64 {%r0, %r1}, $d;", "-", 1},
    {"mov.b64 {%h2, %h3, %h4, %h5}, $d;", "-", 1},
    {"mov.b32 $f, $r;", "-", 2},
    {"mov.b64 $g, $d;", "-", 2},
    /* NaN: some other number's bits. */
    {"mov.b32 %tf0, $f; setp.num.f32 %q0, %tf0, %tf0; selp.f32 %tf0, %tf0, 0f3F800000, %q0; "
     "mov.b32 $r, %tf0;",
     "-", 2},
    {"mov.f64 %tg0, $g; setp.num.f64 %q0, %tg0, %tg0; selp.f64 %tg0, %tg0, 0d3FF0000000000000, "
     "%q0; mov.b64 $d, %tg0;",
     "-", 2},
    {"<add|sub|mul>" ROUNDED "<|.ftz><|.sat>.f32 $f, $f, $F;", "-", 6},
    {"<add|sub|mul>" ROUNDED ".f64 $g, $g, $G;", "-", 5},
    {"fma" MODES "<|.ftz><|.sat>.f32 $f, $f, $f, $F;", "-", 3},
    {"<fma|mad>" MODES ".f64 $g, $g, $g, $G;", "-", 3},
    {"div" MODES "<|.ftz>.f32 $f, $f, $F;", "-", 2},
    {"div" MODES ".f64 $g, $g, $G;", "-", 2},
    {"<rcp|sqrt>" MODES "<|.ftz>.f32 $f, $f;", "-", 2},
    {"<rcp|sqrt>" MODES ".f64 $g, $g;", "-", 2},
    {"<min|max><|.ftz>.f32 $f, $f, $F;", "-", 2},
    {"<min|max>.f64 $g, $g, $G;", "-", 2},
    {"<abs|neg><|.ftz>.f32 $f, $f;", "-", 2},
    {"<abs|neg>.f64 $g, $g;", "-", 2},
    {"testp.<finite|infinite|number|notanumber|normal|subnormal>.@ $p, $t;", "f32 f64", 1},
};

static const struct row conversions[] = {
    {"cvt.<u8|s8>.@ <$h|$r>, $t;", "u16 s16 u32 s32 u64 s64", 2},
    {"cvt.<u16|s16>.@ $h, $t;", INTEGERS, 2},
    {"cvt.<u32|s32>.@ $r, $t;", INTEGERS, 2},
    {"cvt.<u64|s64>.@ $d, $t;", INTEGERS, 2},
    /* .sat is legal only where there is something to clamp. */
    {"cvt.sat.<u16|s16>.@ $h, $t;", WORDS, 1},
    {"cvt.sat.<u32|s32>.@ $r, $t;", "u64 s64", 1},
    {"cvt.sat.u16.s16 $h, $h;", "-", 1},
    {"cvt.sat.s16.u16 $h, $h;", "-", 1},
    {"cvt.sat.u32.s32 $r, $r;", "-", 1},
    {"cvt.sat.s32.u32 $r, $r;", "-", 1},
    {"cvt.sat.u64.s64 $d, $d;", "-", 1},
    {"cvt.sat.s64.u64 $d, $d;", "-", 1},
    {"cvt.sat.u64.@ $d, $t;", "s16 s32", 1},
    {"cvt.sat.<u8|s8>.@ $r, $t;", "u16 s16 u32 s32 u64 s64", 1},
    {"cvt.<u32|s32>.<u8|s8> $r, <$h|$r>;", "-", 1},
    {"cvt.<u64|s64>.<u8|s8> $d, <$h|$r|$d>;", "-", 1},
    {"cvt" MODES "<|.sat>.f32.@ $f, $t;", "u16 s16 u32 s32 u64 s64", 3},
    {"cvt" MODES "<|.sat>.f64.@ $g, $t;", "u16 s16 u32 s32 u64 s64", 3},
    {"cvt<.rni|.rzi|.rmi|.rpi><|.ftz>.@.f32 $t, $f;", "u16 s16 u32 s32 u64 s64", 3},
    {"cvt<.rni|.rzi|.rmi|.rpi>.@.f64 $t, $g;", "u16 s16 u32 s32 u64 s64", 3},
    {"cvt.<rni|rzi>.<u8|s8>.f32 $r, $f;", "-", 1},
    {"cvt<.rni|.rzi|.rmi|.rpi><|.ftz><|.sat>.f32.f32 $f, $f;", "-", 1},
    {"cvt<.rni|.rzi|.rmi|.rpi><|.sat>.f64.f64 $g, $g;", "-", 1},
    {"cvt<|.ftz><|.sat>.f64.f32 $g, $f;", "-", 2},
    {"cvt" MODES "<|.ftz><|.sat>.f32.f64 $f, $g;", "-", 2},
};

static const struct row *choose_row(struct gen *g, const struct row *from, unsigned n)
{
    unsigned total = 0;
    for (unsigned i = 0; i < n; i++)
        total += from[i].weight;
    unsigned left = gen_below(g, total);
    while (left >= from->weight)
        left -= (from++)->weight;
    return from;
}

/* In front of the last instruction, if the others can stand alone: they only set temporaries. */
static char *guarded(struct gen *g, char *text)
{
    char *last = g_strrstr(text, "; ");
    char *guard = gen_expand(g, "@$P ", NULL);
    char *result = last == NULL
                       ? g_strconcat(guard, text, NULL)
                       : g_strdup_printf("%.*s; %s%s", (int)(last - text), text, guard, last + 2);
    g_free(guard);
    g_free(text);
    return result;
}

void gen_arithmetic(struct gen *g)
{
    const struct row *row = gen_percent(g, 15)
                                ? choose_row(g, conversions, G_N_ELEMENTS(conversions))
                                : choose_row(g, rows, G_N_ELEMENTS(rows));
    g_autofree char *type = gen_word(g, row->types);
    char *text = gen_expand(g, row->pattern, type);
    gen_add(g, gen_percent(g, 15) ? guarded(g, text) : text, false);
}
