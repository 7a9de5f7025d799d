/* SPDX-License-Identifier: BSD-3-Clause */
/* Control flow that compilers seldom write: guarded exits, jumps through tables, calls, flow
 * without structure, in PTX by hand. Each lane's result is computed by a C function.
 * Source: PTX ISA 8.6, section 9.7.12 "Control Flow Instructions".
 */
#include "tests/conformance/flow.h"

#include <check.h>
#include <glib.h>

static uint32_t loop_trips(uint32_t t)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= t % 7; i++)
        sum += i * t;
    return sum;
}

/* A lane leaves when its own counter says so, from within the loop that others go on with. */
static uint32_t guarded_exit(uint32_t t)
{
    return 1000 + t % 11;
}

static uint32_t guarded_ret(uint32_t t)
{
    return t % 2 ? 7 : 5 + t;
}

static uint32_t table(uint32_t t)
{
    static const uint32_t results[] = {10, 121, 120, 13, 10};
    return results[t % 5] + t;
}

static uint32_t uniform(uint32_t t)
{
    return t + 3;
}

static uint32_t both_ways(uint32_t t)
{
    return t & 1 ? t * 2 : t * 3;
}

static uint32_t tangled(uint32_t t)
{
    uint32_t n = t % 9, sum = 0;
    bool at_a = t & 1;
    for (;;) {
        if (at_a) {
            sum = sum * 3 + n;
            if (n-- == 0)
                return sum;
            at_a = sum % 5 < 2;
        } else {
            sum = sum * 5 + 1;
            if (n-- == 0)
                return sum;
            at_a = sum % 3 != 0;
        }
    }
}

static uint32_t doubled(uint32_t t)
{
    return 2 * (t + 1);
}

static uint32_t fibonacci(uint32_t t)
{
    uint32_t a = 0, b = 1;
    for (uint32_t i = 0; i < t % 10; i++) {
        uint32_t next = a + b;
        a = b;
        b = next;
    }
    return a;
}

static uint32_t indirect(uint32_t t)
{
    return t & 1 ? t + 1 : t * 3;
}

static const char double_function[] =
    ".func (.param .b32 result) twice(.param .b32 x)\n{\n.reg .b32 %r<3>;\n"
    "ld.param.b32 %r0, [x]; add.u32 %r1, %r0, 1; shl.b32 %r1, %r1, 1;\n"
    "st.param.b32 [result], %r1;\nret;\n}\n";

static const char fibonacci_function[] =
    ".func (.param .b32 result) fib(.param .b32 x)\n{\n.reg .b32 %r<6>; .reg .pred %p;\n"
    "ld.param.b32 %r0, [x]; setp.lt.u32 %p, %r0, 2; @%p bra SMALL;\n"
    "sub.u32 %r1, %r0, 1;\n"
    "{ .param .b32 in; .param .b32 out; st.param.b32 [in], %r1;\n"
    "call.uni (out), fib, (in); ld.param.b32 %r2, [out]; }\n"
    "sub.u32 %r1, %r0, 2;\n"
    "{ .param .b32 in; .param .b32 out; st.param.b32 [in], %r1;\n"
    "call.uni (out), fib, (in); ld.param.b32 %r3, [out]; }\n"
    "add.u32 %r0, %r2, %r3;\nSMALL: st.param.b32 [result], %r0;\nret;\n}\n";

static const char two_functions[] =
    ".func (.param .b32 result) odd(.param .b32 x)\n{\n.reg .b32 %r;\n"
    "ld.param.b32 %r, [x]; add.u32 %r, %r, 1; st.param.b32 [result], %r; ret;\n}\n"
    ".func (.param .b32 result) even(.param .b32 x)\n{\n.reg .b32 %r;\n"
    "ld.param.b32 %r, [x]; mul.lo.u32 %r, %r, 3; st.param.b32 [result], %r; ret;\n}\n";

static const struct flow flows[] = {
    {"bra", "",
     "rem.u32 %w2, %w0, 7; mov.u32 %w3, 0; mov.u32 %w1, 0;\n"
     "TOP: mad.lo.u32 %w1, %w3, %w0, %w1; add.u32 %w3, %w3, 1;\n"
     "setp.le.u32 %p0, %w3, %w2; @%p0 bra TOP;",
     loop_trips},
    {"exit", "",
     "rem.u32 %w2, %w0, 11; mov.u32 %w1, 1000;\n"
     "TOP: setp.eq.u32 %p0, %w2, 0; @%p0 st.global.u32 [%at], %w1; @%p0 exit;\n"
     "add.u32 %w1, %w1, 1; sub.u32 %w2, %w2, 1; bra TOP;",
     guarded_exit},
    {"ret", "",
     "and.b32 %w2, %w0, 1; setp.ne.u32 %p0, %w2, 0; mov.u32 %w1, 7; st.global.u32 [%at], %w1;\n"
     "@%p0 ret; add.u32 %w1, %w0, 5;",
     guarded_ret},
    {"bra.uni", "", "add.u32 %w1, %w0, 3; bra.uni END; add.u32 %w1, %w1, 1; END:", uniform},
    {"bra", "",
     "and.b32 %w2, %w0, 1; setp.ne.u32 %p0, %w2, 0; @!%p0 bra EVEN;\n"
     "shl.b32 %w1, %w0, 1; bra.uni END; EVEN: mul.lo.u32 %w1, %w0, 3; END:",
     both_ways},
    {"bra", "",
     "rem.u32 %w2, %w0, 9; mov.u32 %w1, 0; and.b32 %w3, %w0, 1; setp.ne.u32 %p0, %w3, 0;\n"
     "@%p0 bra A;\n"
     "B: mad.lo.u32 %w1, %w1, 5, 1; setp.eq.u32 %p1, %w2, 0; sub.u32 %w2, %w2, 1;\n"
     "@%p1 bra END; rem.u32 %w3, %w1, 3; setp.eq.u32 %p2, %w3, 0; @%p2 bra B;\n"
     "A: mad.lo.u32 %w1, %w1, 3, %w2; setp.eq.u32 %p1, %w2, 0; sub.u32 %w2, %w2, 1;\n"
     "@%p1 bra END; rem.u32 %w3, %w1, 5; setp.lt.u32 %p2, %w3, 2; @%p2 bra A; bra B;\nEND:",
     tangled},
    {"brx.idx", "",
     "rem.u32 %w2, %w0, 5; TABLE: .branchtargets L0, L1, L2, L3, L0;\n"
     "brx.idx %w2, TABLE;\n"
     "L1: add.u32 %w1, %w0, 1; bra.uni L4; L2: mov.u32 %w1, %w0;\n"
     "L4: add.u32 %w1, %w1, 120; bra.uni END;\n"
     "L3: add.u32 %w1, %w0, 13; bra.uni END; L0: add.u32 %w1, %w0, 10; END:",
     table},
    {"call call.uni", double_function,
     "{ .param .b32 in; .param .b32 out; st.param.b32 [in], %w0;\n"
     "call.uni (out), twice, (in); ld.param.b32 %w1, [out]; }",
     doubled},
    {"call", fibonacci_function,
     "rem.u32 %w2, %w0, 10;\n"
     "{ .param .b32 in; .param .b32 out; st.param.b32 [in], %w2;\n"
     "call (out), fib, (in); ld.param.b32 %w1, [out]; }",
     fibonacci},
    {"call", two_functions,
     "and.b32 %w2, %w0, 1; setp.ne.u32 %p0, %w2, 0; mov.u64 %l0, odd; mov.u64 %l1, even;\n"
     "selp.b64 %l0, %l0, %l1, %p0;\n"
     "{ .param .b32 in; .param .b32 out; st.param.b32 [in], %w0;\n"
     "PROTOTYPE: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
     "call (out), %l0, (in), PROTOTYPE; ld.param.b32 %w1, [out]; }",
     indirect},
};

static void fill(struct conformance *c)
{
    flow_check_all(c, flows, G_N_ELEMENTS(flows));
}

CONFORMANCE_MAIN("control", fill)
