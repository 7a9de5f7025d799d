/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions across lanes, each against a loop over lanes, by warps of which some lanes are off.
 *
 * Source: PTX ISA 8.6, section 9.7.9.6 "shfl.sync" (whose pseudo-code shuffled() follows),
 *   9.7.13 "vote.sync, match.sync, activemask, redux.sync, elect.sync". What a lane reads from one
 *   that takes no part is left open, and not compared.
 */
#include "tests/conformance/conformance.h"
#include "tests/conformance/values.h"
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { LANES = 32, ROUNDS = 96, ARRAY = 0x100 };
enum { AT_A, AT_B, AT_C, AT_ON, AT_D, AT_P, ARRAYS }; /* arrays of 32 cells of 8 bytes */

/* What a warp sees and what it should get. open: lanes whose d nobody promises. */
struct warp {
    uint64_t a[LANES], b[LANES], c[LANES];
    uint32_t on; /* lanes that execute it */
    uint64_t d[LANES];
    bool p[LANES];
    uint32_t open;
};

struct operation {
    const char *form, *operands; /* $d $p $a $b $c $m: see text_of */
    void (*expect)(struct warp *w);
    unsigned bits; /* of a */
    enum { A_ANY, A_FEW, A_SELDOM } values;
};

enum mode { UP, DOWN, BUTTERFLY, INDEX };

static void shuffled(struct warp *w, enum mode mode)
{
    for (int lane = 0; lane < LANES; lane++) {
        int b = w->b[lane] & 0x1f, clamp = w->c[lane] & 0x1f, segment = w->c[lane] >> 8 & 0x1f;
        int highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment, from = 0;
        switch (mode) {
        case UP:
            from = lane - b;
            w->p[lane] = from >= highest; /* as PTX has it: maxLane is the lowest here */
            break;
        case DOWN:
            from = lane + b;
            w->p[lane] = from <= highest;
            break;
        case BUTTERFLY:
            from = lane ^ b;
            w->p[lane] = from <= highest;
            break;
        case INDEX:
            from = lowest | (b & ~segment);
            w->p[lane] = from <= highest;
        }
        if (!w->p[lane])
            from = lane;
        w->d[lane] = w->a[from] & 0xffffffff;
        w->open |= w->on >> from & 1 ? 0 : (uint32_t)1 << lane;
    }
}

static void up(struct warp *w)
{
    shuffled(w, UP);
}

static void down(struct warp *w)
{
    shuffled(w, DOWN);
}

static void butterfly(struct warp *w)
{
    shuffled(w, BUTTERFLY);
}

static void by_index(struct warp *w)
{
    shuffled(w, INDEX);
}

static uint32_t lanes_with(const struct warp *w, bool value)
{
    uint32_t lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        if (w->on >> i & 1 && (w->a[i] & 1) == value)
            lanes |= (uint32_t)1 << i;
    return lanes;
}

static void give(struct warp *w, uint64_t d, bool p)
{
    for (unsigned i = 0; i < LANES; i++) {
        w->d[i] = d;
        w->p[i] = p;
    }
}

static void all(struct warp *w)
{
    give(w, 0, lanes_with(w, false) == 0);
}

static void all_negated(struct warp *w)
{
    give(w, 0, lanes_with(w, true) == 0);
}

static void any(struct warp *w)
{
    give(w, 0, lanes_with(w, true) != 0);
}

static void uniform(struct warp *w)
{
    give(w, 0, lanes_with(w, true) == 0 || lanes_with(w, false) == 0);
}

static void ballot(struct warp *w)
{
    give(w, lanes_with(w, true), false);
}

/* Each lane asks the lanes before it, without itself. */
static void ballot_before(struct warp *w)
{
    for (unsigned i = 0; i < LANES; i++)
        w->d[i] = lanes_with(w, true) & (((uint32_t)1 << i) - 1);
}

static void active(struct warp *w)
{
    give(w, w->on, false);
}

static void match_any(struct warp *w)
{
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned k = 0; k < LANES; k++)
            if (w->on >> k & 1 && w->a[k] == w->a[i])
                w->d[i] |= (uint64_t)1 << k;
}

static void match_all(struct warp *w)
{
    uint64_t first = w->a[__builtin_ctz(w->on)];
    bool equal = true;
    for (unsigned i = 0; i < LANES; i++)
        equal = equal && (!(w->on >> i & 1) || w->a[i] == first);
    give(w, equal ? w->on : 0, equal);
}

static void elected(struct warp *w)
{
    give(w, (uint64_t)__builtin_ctz(w->on), false);
    w->p[__builtin_ctz(w->on)] = true;
}

/* redux: folds what the lanes that are on have. */
#define FOLD(name, start, step)                                                                    \
    static void name(struct warp *w)                                                               \
    {                                                                                              \
        uint32_t r = start;                                                                        \
        for (unsigned i = 0; i < LANES; i++)                                                       \
            if (w->on >> i & 1) {                                                                  \
                uint32_t x = (uint32_t)w->a[i];                                                    \
                r = (uint32_t)(step);                                                              \
            }                                                                                      \
        give(w, r, false);                                                                         \
    }

FOLD(sum, 0, r + x)
FOLD(conjunction, UINT32_MAX, r &x)
FOLD(disjunction, 0, r | x)
FOLD(parity, 0, r ^ x)
FOLD(least, UINT32_MAX, x < r ? x : r)
FOLD(greatest, 0, x > r ? x : r)
FOLD(least_signed, INT32_MAX, (int32_t)x < (int32_t)r ? x : r)
FOLD(greatest_signed, (uint32_t)INT32_MIN, (int32_t)x > (int32_t)r ? x : r)

/* redux of .f32: by comparing doubles; of two zeros the sign decides. */
static void fold_floats(struct warp *w, bool greatest, bool absolute, bool counts_nan)
{
    bool any = false, nan = false;
    float best = 0;
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t bits = (uint32_t)w->a[i];
        float x;
        memcpy(&x, &bits, sizeof x);
        if (!(w->on >> i & 1))
            continue;
        x = absolute ? fabsf(x) : x;
        nan = nan || isnan(x);
        const bool before = x == best ? signbit(x) && !signbit(best) : (double)x < (double)best;
        const bool behind = x == best ? !signbit(x) && signbit(best) : (double)x > (double)best;
        if (!isnan(x) && (!any || (greatest ? behind : before)))
            best = x;
        any = any || !isnan(x);
    }
    uint32_t result;
    memcpy(&result, &best, sizeof result);
    give(w, !any || (nan && counts_nan) ? 0x7fffffff : result, false);
}

#define FOLD_FLOATS(name, greatest, absolute, counts_nan)                                          \
    static void name(struct warp *w)                                                               \
    {                                                                                              \
        fold_floats(w, greatest, absolute, counts_nan);                                            \
    }
FOLD_FLOATS(least_float, false, false, false)
FOLD_FLOATS(greatest_float, true, false, false)
FOLD_FLOATS(least_absolute, false, true, false)
FOLD_FLOATS(greatest_absolute, true, true, false)
FOLD_FLOATS(least_or_nan, false, false, true)
FOLD_FLOATS(greatest_absolute_or_nan, true, true, true)

static const struct operation operations[] = {
    {"shfl.sync.up.b32", "%d|%p, %a, %b, %c, %m", up, 32, A_ANY},
    {"shfl.sync.down.b32", "%d|%p, %a, %b, %c, %m", down, 32, A_ANY},
    {"shfl.sync.bfly.b32", "%d|%p, %a, %b, %c, %m", butterfly, 32, A_ANY},
    {"shfl.sync.idx.b32", "%d|%p, %a, %b, %c, %m", by_index, 32, A_ANY},
    {"shfl.up.b32", "%d|%p, %a, %b, %c", up, 32, A_ANY},
    {"shfl.down.b32", "%d|%p, %a, %b, %c", down, 32, A_ANY},
    {"shfl.bfly.b32", "%d|%p, %a, %b, %c", butterfly, 32, A_ANY},
    {"shfl.idx.b32", "%d|%p, %a, %b, %c", by_index, 32, A_ANY},
    {"vote.sync.all.pred", "%p, %q, %m", all, 32, A_SELDOM},
    {"vote.sync.any.pred", "%p, %q, %m", any, 32, A_SELDOM},
    {"vote.sync.uni.pred", "%p, %q, %m", uniform, 32, A_SELDOM},
    {"vote.sync.ballot.b32", "%d, %q, %m", ballot, 32, A_ANY},
    {"vote.sync.ballot.b32", "%d, %q, %before", ballot_before, 32, A_ANY},
    {"vote.sync.all.pred", "%p, !%q, %m", all_negated, 32, A_SELDOM},
    {"vote.all.pred", "%p, %q", all, 32, A_SELDOM},
    {"vote.any.pred", "%p, %q", any, 32, A_SELDOM},
    {"vote.uni.pred", "%p, %q", uniform, 32, A_SELDOM},
    {"vote.ballot.b32", "%d, %q", ballot, 32, A_ANY},
    {"activemask.b32", "%d", active, 32, A_ANY},
    {"match.any.sync.b32", "%d, %a, %m", match_any, 32, A_FEW},
    {"match.any.sync.b64", "%d, %x, %m", match_any, 64, A_FEW},
    {"match.all.sync.b32", "%d|%p, %a, %m", match_all, 32, A_FEW},
    {"match.all.sync.b64", "%d|%p, %x, %m", match_all, 64, A_FEW},
    {"elect.sync", "%d|%p, %m", elected, 32, A_ANY},
    {"redux.sync.add.u32", "%d, %a, %m", sum, 32, A_ANY},
    {"redux.sync.add.s32", "%d, %a, %m", sum, 32, A_ANY},
    {"redux.sync.and.b32", "%d, %a, %m", conjunction, 32, A_ANY},
    {"redux.sync.or.b32", "%d, %a, %m", disjunction, 32, A_ANY},
    {"redux.sync.xor.b32", "%d, %a, %m", parity, 32, A_ANY},
    {"redux.sync.min.u32", "%d, %a, %m", least, 32, A_ANY},
    {"redux.sync.max.u32", "%d, %a, %m", greatest, 32, A_ANY},
    {"redux.sync.min.s32", "%d, %a, %m", least_signed, 32, A_ANY},
    {"redux.sync.max.s32", "%d, %a, %m", greatest_signed, 32, A_ANY},
    {"redux.sync.min.f32", "%d, %a, %m", least_float, 32, A_ANY},
    {"redux.sync.max.f32", "%d, %a, %m", greatest_float, 32, A_ANY},
    {"redux.sync.min.abs.f32", "%d, %a, %m", least_absolute, 32, A_ANY},
    {"redux.sync.max.abs.f32", "%d, %a, %m", greatest_absolute, 32, A_ANY},
    {"redux.sync.min.NaN.f32", "%d, %a, %m", least_or_nan, 32, A_ANY},
    {"redux.sync.max.abs.NaN.f32", "%d, %a, %m", greatest_absolute_or_nan, 32, A_ANY},
    /* Numbers beside each other, and the same in several lanes. */
    {"redux.sync.min.f32", "%d, %a, %m", least_float, 32, A_FEW},
    {"redux.sync.max.abs.NaN.f32", "%d, %a, %m", greatest_absolute_or_nan, 32, A_FEW},
};

/* Lanes whose cell AT_ON is not 0 execute it, either under a guard or behind a branch; %m, the
 * member mask, is those lanes, and %before those of them that come before a lane. */
static char *text_of(const struct operation *o, bool branch)
{
    return g_strdup_printf(
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 data, .param .u64 members)\n{\n"
        ".reg .b32 %%a, %%b, %%c, %%d, %%m, %%before, %%lane; .reg .b64 %%x, %%data, %%t;\n"
        ".reg .pred %%p, %%q, %%on;\n"
        "ld.param.u64 %%data, [data]; ld.param.u32 %%m, [members]; mov.u32 %%lane, %%tid.x;\n"
        "mov.u32 %%before, %%lanemask_lt; and.b32 %%before, %%before, %%m;\n"
        "mul.wide.u32 %%t, %%lane, 8; add.u64 %%t, %%data, %%t;\n"
        "ld.global.b64 %%x, [%%t+%u]; cvt.u32.u64 %%a, %%x;\n"
        "ld.global.b32 %%b, [%%t+%u]; ld.global.b32 %%c, [%%t+%u];\n"
        "ld.global.b32 %%d, [%%t+%u]; setp.ne.u32 %%on, %%d, 0;\n"
        "and.b32 %%d, %%a, 1; setp.ne.u32 %%q, %%d, 0; setp.ne.u32 %%p, %%lane, %%lane;\n"
        "mov.b32 %%d, 0xdeadbeef;\n%s%s %s;\nDONE:\n"
        "st.global.b32 [%%t+%u], %%d; selp.b32 %%d, 1, 0, %%p; st.global.b32 [%%t+%u], %%d;\n"
        "ret;\n}\n",
        AT_A * ARRAY, AT_B * ARRAY, AT_C * ARRAY, AT_ON * ARRAY,
        branch ? "@!%on bra DONE;\n" : "@%on ", o->form, o->operands, AT_D * ARRAY, AT_P * ARRAY);
}

static void fill_warp(struct warp *w, const struct operation *o, struct value_generator *g,
                      unsigned round)
{
    memset(w, 0, sizeof *w);
    w->on = round % 4 == 0   ? UINT32_MAX
            : round % 4 == 1 ? (uint32_t)value_next(g)
                             : (uint32_t)(value_next(g) | value_next(g));
    w->on |= (uint32_t)1 << value_next(g) % LANES;
    uint64_t b = value_next(g), c = value_next(g), odd = value_next(g), special = value_next(g);
    static const uint64_t segments[] = {0x1f, 0, 0x1e1f, 0x1c1f, 0x181f, 0x101f, 0x1c00, 0x1800};
    for (unsigned i = 0; i < LANES; i++) {
        w->a[i] = value_next(g) & bits_below(o->bits);
        if (o->values == A_FEW)
            w->a[i] = odd % 3 == 0 ? b : (b & ~(uint64_t)3) + w->a[i] % 3;
        if (o->values == A_SELDOM)
            w->a[i] = (odd & 1) ^ (odd % 3 == 0 && i == special % LANES);
        w->a[i] &= bits_below(o->bits);
        w->b[i] = round % 5 ? b % 34 : value_next(g);
        w->c[i] = round % 7 ? segments[c % G_N_ELEMENTS(segments)] : c;
    }
}

static void store_warp(struct harness *h, const struct warp *w)
{
    memcpy(h->memory + AT_A * ARRAY, w->a, sizeof w->a);
    memcpy(h->memory + AT_B * ARRAY, w->b, sizeof w->b);
    memcpy(h->memory + AT_C * ARRAY, w->c, sizeof w->c);
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t on = w->on >> i & 1;
        memcpy(h->memory + AT_ON * ARRAY + 8 * i, &on, sizeof on);
    }
    harness_param_u64(h, 0, DEVICE_BASE);
    harness_param_u64(h, 1, w->on);
}

static bool as_expected(struct harness *h, const struct operation *o, struct warp *w,
                        GString *wrong)
{
    bool has_d = strstr(o->operands, "%d") != NULL, has_p = strstr(o->operands, "%p") != NULL;
    o->expect(w);
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t d, p, on = w->on >> i & 1;
        memcpy(&d, h->memory + AT_D * ARRAY + 8 * i, sizeof d);
        memcpy(&p, h->memory + AT_P * ARRAY + 8 * i, sizeof p);
        uint32_t expected_d = on && has_d ? (uint32_t)w->d[i] : 0xdeadbeef;
        uint32_t expected_p = on && has_p && w->p[i];
        if ((d == expected_d || (on && w->open >> i & 1)) && p == expected_p)
            continue;
        g_string_printf(wrong,
                        "lane %u of %#x: a %#llx b %#llx c %#llx gives %#x %u, expected %#x %u", i,
                        w->on, (unsigned long long)w->a[i], (unsigned long long)w->b[i],
                        (unsigned long long)w->c[i], d, p, expected_d, expected_p);
        return false;
    }
    return true;
}

static void check(struct conformance *c, const struct operation *o, bool branch)
{
    g_autofree char *text = text_of(o, branch);
    g_autoptr(GString) wrong = g_string_new(NULL);
    struct value_generator g = {g_str_hash(o->form)};
    struct harness h;
    harness_init(&h, text, "k");
    bool good = true;
    for (unsigned round = 0; good && round < ROUNDS; round++) {
        struct warp w;
        fill_warp(&w, o, &g, round);
        store_warp(&h, &w);
        good = harness_run(&h);
        if (!good)
            g_string_assign(wrong, h.fault);
        good = good && as_expected(&h, o, &w, wrong);
    }
    if (good)
        conformance_record(c, o->form, ROUNDS * LANES);
    else
        conformance_fail(c, "%s %s%s: %s", o->form, o->operands, branch ? " behind a branch" : "",
                         wrong->str);
    harness_finish(&h);
}

static void fill(struct conformance *c)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
        check(c, &operations[i], false);
        check(c, &operations[i], true);
    }
}

CONFORMANCE_MAIN("warp", fill)
