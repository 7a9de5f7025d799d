/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/models/functional/random_kernel.h"

#include <glib.h>
#include <stdbool.h>

#define PICK(kernel, from) ((from)[below((kernel), G_N_ELEMENTS(from))])

enum { MOST_DEPTH = 3 }; /* of branches in each other */

struct kernel {
    GRand *random;
    GString *text;
    unsigned labels;
    unsigned outer; /* the next label outside of all branches, to which others may go */
};

static const char *const words[] = {"%r6",  "%r7",  "%r8",  "%r10", "%r11",
                                    "%r12", "%r13", "%r14", "%r15", "%r16"};
static const char *const long_words[] = {"%rd4", "%rd5", "%rd6", "%rd7", "%rd8", "%rd9"};
static const char *const sources[] = {"%r6",  "%r7",  "%r8", "%r10", "%r11", "%r12", "%r13", "%r14",
                                      "%r15", "%r16", "%r5", "%r1",  "%r2",  "%r9",  "%r4"};

static unsigned below(const struct kernel *k, unsigned n)
{
    return (unsigned)g_rand_int_range(k->random, 0, (gint32)n);
}

static bool chance(const struct kernel *k, unsigned percent)
{
    return below(k, 100) < percent;
}

static const char *predicate(const struct kernel *k)
{
    static const char *const all[] = {"%p1", "%p2", "%p3", "%p4", "%p5"};
    return PICK(k, all);
}

/* A source of 32 bits: a register, or a number. */
static const char *word(const struct kernel *k)
{
    static const char *const numbers[] = {
        "0",  "1",  "2",  "3",          "4",          "7",          "8",          "16",
        "31", "32", "33", "0x7ffffff8", "0x80000000", "0xffffffff", "0x12345678", "77"};
    return chance(k, 75) ? PICK(k, sources) : PICK(k, numbers);
}

static const char *long_word(const struct kernel *k)
{
    static const char *const numbers[] = {"0", "1", "4", "8", "0xffffffff", "0x7654321000"};
    return chance(k, 75) ? PICK(k, long_words) : PICK(k, numbers);
}

/* In what follows, a letter behind $ stands for what is chosen anew: a word that is written, $s one
 * that is read, $n one or a number, $l a long word, $m one or a number, $p a predicate, $h a word
 * of 16 bits, $u a sign, $o a small offset. */
static const char *const of_words[] = {
    "add.u32 $w, $n, $n;",       "sub.u32 $w, $n, $n;",
    "add.u32 $w, $s, $n;",       "sub.u32 $w, $s, $n;",
    "mul.lo.u32 $w, $n, $n;",    "and.b32 $w, $n, $n;",
    "or.b32 $w, $n, $n;",        "xor.b32 $w, $n, $n;",
    "min.$u32 $w, $n, $n;",      "max.$u32 $w, $n, $n;",
    "shr.$u32 $w, $n, $n;",      "div.$u32 $w, $n, $n;",
    "rem.$u32 $w, $n, $n;",      "shl.b32 $w, $s, 1;",
    "shl.b32 $w, $s, 4;",        "shl.b32 $w, $s, 33;",
    "shl.b32 $w, $s, $s;",       "neg.s32 $w, $s;",
    "not.b32 $w, $s;",           "mov.u32 $w, $s;",
    "selp.b32 $w, $n, $n, $p;",  "mad.lo.u32 $w, $n, $n, $n;",
    "mad.lo.s32 $w, $s, 4, $n;", "selp.b32 $w, $s, $s, $p;",
};

static const char *const of_long_words[] = {
    "mul.wide.$u32 $l, $n, $n;",    "mul.wide.$u32 $l, $s, 8;",
    "cvt.$u64.u32 $l, $s;",         "cvt.$u64.s32 $l, $s;",
    "cvt.u32.u64 $w, $l;",          "mad.wide.$u32 $l, $n, $n, $m;",
    "mad.wide.$u32 $l, $s, 4, $m;", "shl.b64 $l, $l, 3;",
    "shl.b64 $l, $l, 70;",          "shl.b64 $l, $l, $s;",
    "add.s64 $l, $m, $m;",          "sub.s64 $l, $m, $m;",
    "mul.lo.s64 $l, $m, $m;",       "selp.b64 $l, $m, $m, $p;",
    "mad.lo.s64 $l, $m, $m, $m;",   "not.b64 $l, $l;",
};

static const char *const of_predicates[] = {
    "and.pred $p, $p, !$p;",    "or.pred $p, $p, $p;",
    "setp.lt.$u32 $p, $s, $n;", "setp.le.$u32 $p, $s, $n;",
    "setp.eq.$u32 $p, $s, $n;", "setp.ne.$u32 $p, $s, $n;",
    "setp.gt.$u32 $p, $s, $n;", "setp.eq.u32 $p, %laneid, 5;",
    "setp.lt.u64 $p, $l, $m;",  "setp.lt.and.u32 $p, $s, $n, $p;",
    "not.pred $p, $p;",         "setp.ge.u32 $p, %r2, $n;",
    "mov.pred $p, $p;",
};

/* What makes no steps of steps, and parts of registers. */
static const char *const of_others[] = {
    "mul.hi.$u32 $w, $n, $n;",
    "mad.hi.$u32 $w, $n, $n, $n;",
    "bfe.$u32 $w, $s, $n, $n;",
    "bfi.b32 $w, $s, $s, $n, $n;",
    "prmt.b32 $w, $s, $n, $n;",
    "shf.l.wrap.b32 $w, $n, $n, $n;",
    "shf.r.clamp.b32 $w, $n, $n, $n;",
    "lop3.b32 $w, $n, $n, $n, 0x96;",
    "popc.b32 $w, $s;",
    "abs.s32 $w, $s;",
    "dp4a.u32.u32 $w, $s, $n, $n;",
    "add.cc.u32 $w, $n, $n; addc.u32 $w, $n, $n;",
    "sub.cc.u32 $w, $n, $n; subc.cc.u32 $w, $n, $n; subc.u32 $w, $n, $n;",
    "mad.lo.cc.u32 $w, $n, $n, $n; madc.hi.u32 $w, $n, $n, $n;",
    "mul.hi.u64 $l, $l, $m;",
    "shr.$u64 $l, $l, $n;",
    "xor.b64 $l, $l, $m;",
    "neg.s64 $l, $l;",
    "mov.b64 $l, {$s, $s};",
    "mov.b64 {$w, $w}, $l;",
    "mov.b32 $w, {$h, $h};",
    "mov.b32 {$h, $h}, $s;",
    "cvt.u16.u32 $h, $s;",
    "cvt.$u32.$u16 $w, $h;",
    "cvt.$u32.$u8 $w, $s;",
    "cvt.sat.s16.s32 $h, $s;",
    "add.$u16 $h, $h, $h;",
    "mad.lo.$u16 $h, $h, $h, $h;",
    "shl.b16 $h, $h, $s;",
    "selp.b16 $h, $h, $h, $p;",
    "mul.wide.$u16 $w, $h, $h;",
    "cvt.rn.f32.$u32 %f1, $s; fma.rn.f32 %f1, %f1, %f1, %f1; mov.b32 $w, %f1;",
};

/* Lanes that look at each other. */
static const char *const of_lanes[] = {
    "shfl.sync.up.b32 $w|$p, $s, $n, 0, -1;",   "shfl.sync.down.b32 $w, $s, 3, 31, -1;",
    "shfl.sync.bfly.b32 $w, $s, $n, 0x1f, -1;", "shfl.sync.idx.b32 $w|$p, $s, $n, 31, -1;",
    "vote.sync.ballot.b32 $w, $p, -1;",         "vote.sync.any.pred $p, $p, -1;",
    "vote.sync.all.pred $p, !$p, -1;",          "match.any.sync.b32 $w, $s, -1;",
    "redux.sync.add.u32 $w, $s, -1;",           "activemask.b32 $w;",
};

/* Within the first kilobyte of shared memory, which nobody writes any more. */
static const char *const of_loads[] = {
    "mad.lo.u32 %r17, %tid.x, 4, %r18; ld.shared.u32 $w, [%r17+$o];",
    "mad.lo.u32 %r17, %tid.y, 4, %r18; ld.shared.u32 $w, [%r17+$o];",
    "mad.lo.u32 %r17, %tid.x, 12, %r18; ld.shared.$u16 $w, [%r17+$o];",
    "sub.u32 %r17, 127, %tid.x; mad.lo.u32 %r17, %r17, 4, %r18; ld.shared.u32 $w, [%r17+$o];",
    "mad.lo.u32 %r17, %tid.x, 8, %r18; ld.shared.v2.u32 {%r17, $w}, [%r17];",
    "ld.shared.v2.u32 {$w, $w}, [%r18+64]; ld.shared.$u8 $w, [%r18+$o];",
    "mov.u32 %r17, %r18; ld.shared.u32 $w, [%r17+$o]; ld.shared.u64 $l, [%r17+24];",
    "and.b32 %r17, $s, 127; mad.lo.u32 %r17, %r17, 4, %r18; ld.shared.u32 $w, [%r17+$o];",
    "and.b32 %r17, $s, 15; mad.lo.u32 %r17, %r17, 16, %r18; ld.shared.s32 $l, [%r17+$o];",
};

/* Where all threads write, in the same order both ways: the last kilobytes of shared memory, and
 * the second half of the output. */
static const char *const of_races[] = {
    "mad.lo.u32 %r17, %tid.x, 4, %r18; @$p st.shared.u32 [%r17+2048], $s;",
    "mad.lo.u32 %r17, %tid.x, 8, %r18; st.shared.v2.u32 [%r17+2048], {$s, $s};"
    " ld.shared.u32 $w, [%r17+2052]; st.shared.u32 [%r17+2056], $s;",
    "st.shared.u8 [%r18+2053], $s; ld.shared.u32 $w, [%r18+2052];",
    "mad.lo.u32 %r17, %tid.y, 8, %r18; st.shared.u64 [%r17+2048], $l; ld.shared.u32 $w, "
    "[%r17+2048];",
    "and.b32 %r17, $s, 63; mad.lo.u32 %r17, %r17, 4, %r18; st.shared.u32 [%r17+2048], $s;",
    "atom.shared.add.u32 $w, [%r18+2064], $s; ld.shared.u32 $w, [%r18+2064];",
    "mad.wide.u32 %rd10, %tid.x, 4, %rd11; ld.global.u32 $w, [%rd10+8]; st.global.u32 [%rd10], $s;"
    " @$p ld.global.u32 $w, [%rd10-16];",
    "mad.wide.u32 %rd10, %r5, 8, %rd11; @$p st.global.v2.u32 [%rd10], {$s, $s};"
    " st.global.u64 [%rd10+1024], $l; ld.global.$u32 $l, [%rd10+1032];",
    "mad.wide.u32 %rd10, %tid.x, 16, %rd11; ld.global.v4.u32 {$w, $w, $w, %r17}, [%rd10];"
    " st.global.u16 [%rd10+16], $h; st.global.v4.u32 [%rd10+32], {$s, $s, $s, $s};",
    "sub.u32 %r17, 127, %r5; mad.wide.s32 %rd10, %r17, 4, %rd11; st.global.u32 [%rd10], $s;"
    " ld.global.$u8 $w, [%rd10+4];",
    "and.b32 %r17, $s, 63; mad.wide.u32 %rd10, %r17, 4, %rd11; ld.global.u32 $w, [%rd10];",
    "atom.global.add.u32 $w, [%rd11+2048], $s; st.global.u32 [%rd11+2052], $s;",
};

static const char *chosen(const struct kernel *k, char what)
{
    static const char *const halves[] = {"%h1", "%h2", "%h3"}, *const offsets[] = {"0", "4", "8",
                                                                                   "64"};
    switch (what) {
    case 'w':
        return PICK(k, words);
    case 's':
        return PICK(k, sources);
    case 'n':
        return word(k);
    case 'l':
        return PICK(k, long_words);
    case 'm':
        return long_word(k);
    case 'p':
        return predicate(k);
    case 'h':
        return PICK(k, halves);
    case 'u':
        return chance(k, 50) ? "u" : "s";
    default:
        return PICK(k, offsets);
    }
}

static void put_text(const struct kernel *k, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '$')
            g_string_append(k->text, chosen(k, *++text));
        else
            g_string_append_c(k->text, *text);
    g_string_append_c(k->text, '\n');
}

static void put_one(const struct kernel *k)
{
    const unsigned what = below(k, 100);
    if (what < 87 && chance(k, 12)) /* addresses are always written */
        g_string_append_printf(k->text, "@%s%s ", chance(k, 50) ? "!" : "", predicate(k));
    put_text(k, what < 38   ? PICK(k, of_words)
                : what < 60 ? PICK(k, of_long_words)
                : what < 73 ? PICK(k, of_predicates)
                : what < 87 ? PICK(k, of_others)
                : what < 94 ? PICK(k, of_loads)
                            : PICK(k, of_races));
}

static void put_block(struct kernel *k, unsigned depth, unsigned n);

static void put_branch(struct kernel *k, unsigned depth)
{
    const unsigned label = ++k->labels;
    g_string_append_printf(k->text, "@%s%s bra L%u;\n", chance(k, 50) ? "!" : "", predicate(k),
                           label);
    put_block(k, depth + 1, 1 + below(k, 5));
    if (chance(k, 40)) {
        g_string_append_printf(k->text, "bra M%u;\nL%u:\n", label, label);
        put_block(k, depth + 1, 1 + below(k, 4));
        g_string_append_printf(k->text, "M%u:\n", label);
    } else {
        g_string_append_printf(k->text, "L%u:\n", label);
    }
}

/* Of two rounds or more for all lanes, or of as many as each lane's register says. */
static void put_loop(struct kernel *k, unsigned depth)
{
    const unsigned label = ++k->labels;
    const char *count = depth == 0 ? "%r19" : "%r0";
    g_string_append_printf(k->text, "mov.u32 %s, 0;\nL%u:\n", count, label);
    put_block(k, depth + 1, 2 + below(k, 4));
    g_string_append_printf(k->text, "add.u32 %s, %s, 1; setp.lt.u32 %%p6, %s, %u;\n", count, count,
                           count, 2 + below(k, 3));
    if (chance(k, 40))
        g_string_append_printf(k->text, "setp.lt.u32 %%p0, %s, %s; and.pred %%p6, %%p6, %%p0;\n",
                               count, PICK(k, sources));
    g_string_append_printf(k->text, "@%%p6 bra L%u;\n", label);
}

/* The labels to which a branch so far may go. */
static void put_outer(struct kernel *k)
{
    g_string_append_printf(k->text, "O%u: O%u:\n", k->outer, k->outer + 1);
    k->outer += 2;
}

/* Lanes that look at each other do so mostly where all run: others may wait for each other in vain,
 * which is a fault. */
static void put_rare(struct kernel *k, unsigned depth)
{
    const unsigned what = below(k, 100);
    if (what < 25 && depth == 0) {
        put_outer(k);
        g_string_append(k->text, "bar.sync 0;\n");
    } else if (what < 60 && (depth == 0 || what < 27)) {
        put_text(k, PICK(k, of_lanes));
    } else if (what < 65) {
        put_text(k, "setp.eq.u32 $p, $s, 37; @$p ret;");
    } else {
        g_string_append_printf(k->text, "@%s%s bra O%u;\n", chance(k, 50) ? "!" : "", predicate(k),
                               k->outer + below(k, 2));
    }
}

static void put_block(struct kernel *k, unsigned depth, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const unsigned what = below(k, 100);
        if (what < 10 && depth < MOST_DEPTH)
            put_branch(k, depth);
        else if (what < 15 && depth < 2)
            put_loop(k, depth);
        else if (what < 25)
            put_rare(k, depth);
        else
            put_one(k);
        if (depth == 0 && chance(k, 10))
            g_string_append_printf(k->text, "O%u:\n", k->outer++);
    }
}

/* Each thread's number in its block is %r5, and %r3 in its grid, whatever the block. */
static const char begin[] =
    "mov.u32 %r5, %tid.y; mov.u32 %r6, %tid.z; mov.u32 %r7, %ntid.y; mad.lo.u32 %r5, %r6, %r7, "
    "%r5;\n"
    "mad.lo.u32 %r5, %r5, %r4, %r1; mov.u32 %r8, %ntid.z; mul.lo.u32 %r7, %r7, %r8;\n"
    "mul.lo.u32 %r7, %r7, %r4; mad.lo.u32 %r3, %r2, %r7, %r5; mul.wide.u32 %rd2, %r3, 32;\n"
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r18, tile; mad.lo.u32 %r17, %r5, 4, %r18;\n"
    "st.shared.u32 [%r17], %r3; st.shared.u32 [%r17+512], %r5; add.s64 %rd11, %rd1, 32768;\n"
    "cvt.u16.u32 %h1, %tid.x; cvt.u16.u32 %h2, %ctaid.x; mov.u16 %h3, 7; bar.sync 0;\n";

static void put_begin(struct kernel *k)
{
    static const char *const first[] = {"%tid.x", "%tid.y", "%ctaid.x", "%laneid", "%lanemask_lt",
                                        "5",      "%r5",    "%r3",      "%r2"};
    g_string_append(k->text, begin);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
        g_string_append_printf(k->text, "mov.u32 %s, %s;\n", words[i], PICK(k, first));
    for (unsigned i = 0; i < G_N_ELEMENTS(long_words); i++)
        g_string_append_printf(k->text, "cvt.u64.u32 %s, %s;\n", long_words[i], PICK(k, sources));
    for (unsigned i = 1; i <= 5; i++)
        g_string_append_printf(k->text, "setp.lt.u32 %%p%u, %s, %u;\n", i, PICK(k, sources),
                               1 + below(k, 39));
}

/* All registers count. */
static void put_end(struct kernel *k)
{
    g_string_append(k->text, "mov.u32 %r17, 0; mov.u64 %rd10, 0;\n");
    for (unsigned i = 5; i < G_N_ELEMENTS(words); i++)
        g_string_append_printf(k->text, "mad.lo.u32 %%r17, %%r17, 31, %s;\n", words[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(long_words); i++)
        g_string_append_printf(k->text, "mad.lo.u64 %%rd10, %%rd10, 31, %s;\n", long_words[i]);
    for (unsigned i = 1; i <= 5; i++)
        g_string_append_printf(k->text, "@%%p%u mad.lo.u32 %%r17, %%r17, 31, %u;\n", i, i);
    for (unsigned i = 1; i <= 3; i++)
        g_string_append_printf(k->text,
                               "cvt.u32.u16 %%r0, %%h%u; mad.lo.u32 %%r17, %%r17, 31, "
                               "%%r0;\n",
                               i);
    g_string_append_printf(k->text,
                           "st.global.v4.u32 [%%rd3], {%s, %s, %s, %s};\n"
                           "st.global.v2.u32 [%%rd3+16], {%s, %%r17}; st.global.u64 [%%rd3+24], "
                           "%%rd10;",
                           words[0], words[1], words[2], words[3], words[4]);
}

char *random_kernel(uint32_t seed)
{
    struct kernel k = {.random = g_rand_new_with_seed(seed), .text = g_string_new(NULL)};
    put_begin(&k);
    put_block(&k, 0, 20 + below(&k, 25));
    put_outer(&k);
    put_end(&k);
    g_rand_free(k.random);
    return g_string_free(k.text, FALSE);
}
