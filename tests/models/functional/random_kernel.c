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

static const char *sign(const struct kernel *k)
{
    return chance(k, 50) ? "u" : "s";
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

static void put_words(const struct kernel *k)
{
    static const char *const two[] = {"add.u32", "sub.u32", "add.u32", "sub.u32", "mul.lo.u32",
                                      "and.b32", "or.b32",  "xor.b32", "min.s32", "max.u32",
                                      "shr.u32", "shr.s32", "div.u32", "rem.u32"};
    static const char *const shifts[] = {"1", "2", "4", "33"};
    static const char *const one[] = {"neg.s32", "not.b32", "mov.u32"};
    const char *to = PICK(k, words);
    switch (below(k, 10)) {
    case 0:
        g_string_append_printf(k->text, "shl.b32 %s, %s, %s;", to, PICK(k, sources),
                               chance(k, 80) ? PICK(k, shifts) : PICK(k, sources));
        return;
    case 1:
        g_string_append_printf(k->text, "%s %s, %s;", PICK(k, one), to, PICK(k, sources));
        return;
    case 2:
        g_string_append_printf(k->text, "selp.b32 %s, %s, %s, %s;", to, word(k), word(k),
                               predicate(k));
        return;
    case 3:
    case 4:
        g_string_append_printf(k->text, "mad.lo.u32 %s, %s, %s, %s;", to, word(k), word(k),
                               word(k));
        return;
    default:
        g_string_append_printf(k->text, "%s %s, %s, %s;", PICK(k, two), to, word(k), word(k));
    }
}

static void put_long_words(const struct kernel *k)
{
    static const char *const two[] = {"add.s64", "sub.s64", "mul.lo.s64"};
    static const char *const shifts[] = {"1", "3", "70"};
    const char *to = PICK(k, long_words), *how = sign(k);
    switch (below(k, 6)) {
    case 0:
        g_string_append_printf(k->text, "mul.wide.%s32 %s, %s, %s;", how, to, word(k), word(k));
        return;
    case 1:
        g_string_append_printf(k->text, "cvt.%s64.%s32 %s, %s;", how, how, to, PICK(k, sources));
        return;
    case 2:
        g_string_append_printf(k->text, "cvt.u32.u64 %s, %s;", PICK(k, words), PICK(k, long_words));
        return;
    case 3:
        g_string_append_printf(k->text, "mad.wide.%s32 %s, %s, %s, %s;", how, to, word(k), word(k),
                               long_word(k));
        return;
    case 4:
        g_string_append_printf(k->text, "shl.b64 %s, %s, %s;", to, PICK(k, long_words),
                               chance(k, 75) ? PICK(k, shifts) : PICK(k, sources));
        return;
    default:
        g_string_append_printf(k->text, "%s %s, %s, %s;", PICK(k, two), to, long_word(k),
                               long_word(k));
    }
}

static void put_predicates(const struct kernel *k)
{
    static const char *const compares[] = {"lt", "le", "eq", "ne", "gt"};
    if (chance(k, 35))
        g_string_append_printf(k->text, "and.pred %s, %s, !%s;", predicate(k), predicate(k),
                               predicate(k));
    else
        g_string_append_printf(k->text, "setp.%s.%s32 %s, %s, %s;", PICK(k, compares), sign(k),
                               predicate(k), PICK(k, sources), word(k));
}

/* Within the first kilobyte of shared memory, which nobody writes any more. */
static void put_load(const struct kernel *k)
{
    static const char *const offsets[] = {"0", "4", "8", "64"};
    static const char *const even[] = {"mad.lo.u32 %r17, %tid.x, 4, %r18;",
                                       "mad.lo.u32 %r17, %tid.y, 4, %r18;", "mov.u32 %r17, %r18;",
                                       "mad.lo.u32 %r17, %tid.x, 12, %r18;"};
    const char *offset = PICK(k, offsets), *to = PICK(k, words);
    if (chance(k, 67))
        g_string_append(k->text, PICK(k, even));
    else if (chance(k, 50))
        g_string_append_printf(k->text,
                               "and.b32 %%r17, %s, 127; mad.lo.u32 %%r17, %%r17, 4, %%r18;",
                               PICK(k, sources));
    else
        g_string_append_printf(k->text,
                               "and.b32 %%r17, %s, 15; mad.lo.u32 %%r17, %%r17, 16, %%r18;",
                               PICK(k, sources));
    if (chance(k, 50))
        g_string_append_printf(k->text, "ld.shared.u32 %s, [%%r17+%s];", to, offset);
    else
        g_string_append_printf(k->text, "ld.shared.v2.u32 {%s, %%r17}, [%%r18+%u];", to,
                               8 * below(k, 8));
}

static void put_one(const struct kernel *k)
{
    const unsigned what = below(k, 20);
    if (what < 2) {
        put_load(k);
    } else {
        if (chance(k, 12))
            g_string_append_printf(k->text, "@%s%s ", chance(k, 50) ? "!" : "", predicate(k));
        if (what < 12)
            put_words(k);
        else if (what < 17)
            put_long_words(k);
        else
            put_predicates(k);
    }
    g_string_append_c(k->text, '\n');
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

static void put_block(struct kernel *k, unsigned depth, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const unsigned what = below(k, 100);
        if (what < 10 && depth < MOST_DEPTH)
            put_branch(k, depth);
        else if (what < 15 && depth < 2)
            put_loop(k, depth);
        else if (what < 18 && depth == 0)
            g_string_append(k->text, "bar.sync 0;\n");
        else
            put_one(k);
    }
}

/* Each thread's number in its block is %r5, and %r3 in its grid, whatever the block. */
static const char begin[] =
    "mov.u32 %r5, %tid.y; mov.u32 %r6, %tid.z; mov.u32 %r7, %ntid.y; mad.lo.u32 %r5, %r6, %r7, "
    "%r5;\n"
    "mad.lo.u32 %r5, %r5, %r4, %r1; mov.u32 %r8, %ntid.z; mul.lo.u32 %r7, %r7, %r8;\n"
    "mul.lo.u32 %r7, %r7, %r4; mad.lo.u32 %r3, %r2, %r7, %r5; mul.wide.u32 %rd2, %r3, 32;\n"
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r18, tile; mad.lo.u32 %r17, %r5, 4, %r18;\n"
    "st.shared.u32 [%r17], %r3; st.shared.u32 [%r17+512], %r5; bar.sync 0;\n";

static void put_begin(struct kernel *k)
{
    static const char *const first[] = {"%tid.x", "%tid.y", "%ctaid.x", "%laneid",
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
    put_end(&k);
    g_rand_free(k.random);
    return g_string_free(k.text, FALSE);
}
