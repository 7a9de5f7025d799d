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

static uint32_t vectors(uint32_t t)
{
    return 1000 * (t + 5) + t + 7 * (t ^ 21);
}

/* Bytes that each lane takes of its stack: 4 to 20. */
static uint32_t words_of(uint32_t t)
{
    return t % 5 + 1;
}

static uint32_t own_memory(uint32_t t)
{
    return words_of(t) * t;
}

static uint32_t two_pieces(uint32_t t)
{
    return 100 * t + 3;
}

static uint32_t restored(uint32_t t)
{
    return 2 * t + 1;
}

/* Of 1 + ... + n, each number in memory of a call of its own, below what its caller took. */
static uint32_t piled(uint32_t t)
{
    uint32_t n = t % 6;
    return n * (n + 1) / 2 + (t % 7);
}

static const char vector_functions[] =
    ".func (.reg .v2 .b32 out) turn(.reg .v2 .b32 in, .reg .b128 q)\n{\n.reg .b64 %l<2>;\n"
    "mov.b128 {%l0, %l1}, q; add.u64 %l0, %l0, %l1; .reg .b32 %w; cvt.u32.u64 %w, %l0;\n"
    "add.u32 out.x, in.y, %w; mov.b32 out.y, in.x;\nret;\n}\n";

static const char piling_function[] =
    ".func (.reg .b32 out) pile(.reg .b32 n)\n{\n.reg .b32 %r<4>; .reg .b64 %l<3>;\n"
    ".reg .pred %p;\nmov.u32 out, 0; setp.eq.u32 %p, n, 0; @%p ret;\n"
    "mul.wide.u32 %l0, n, 8; alloca.u64 %l1, %l0, 4; st.local.u32 [%l1], n;\n"
    "sub.u32 %r0, n, 1; call (%r1), pile, (%r0);\n"
    "ld.local.u32 %r2, [%l1]; add.u32 out, %r1, %r2;\nret;\n}\n";

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
    {"call", vector_functions,
     "{ .reg .b128 q; .reg .v2 .b32 v<2>; xor.b32 %w2, %w0, 21; mul.wide.u32 %l0, %w2, 2;\n"
     "mul.wide.u32 %l1, %w2, 5; mov.b128 q, {%l0, %l1}; mov.b32 v1.x, 5; mov.b32 v1.y, %w0;\n"
     "add.u32 v1.x, v1.x, %w0; call (v0), turn, (v1, q);\n"
     "call ({%w3, %w4}), turn, ({%w0, v0.x}, q); sub.u32 %w3, %w3, v0.x;\n"
     "mad.lo.u32 %w1, v0.y, 1000, v0.x; sub.u32 %w3, %w3, v0.x; add.u32 %w3, %w3, %w0;\n"
     "add.u32 %w1, %w1, %w3; }",
     vectors},
    {"alloca.u64", "",
     "rem.u32 %w2, %w0, 5; add.u32 %w2, %w2, 1; shl.b32 %w3, %w2, 2; cvt.u64.u32 %l0, %w3;\n"
     "alloca.u64 %l1, %l0; mov.u32 %w4, 0;\n"
     "FILL: mad.wide.u32 %l2, %w4, 4, %l1; st.local.u32 [%l2], %w0; add.u32 %w4, %w4, 1;\n"
     "setp.lt.u32 %p0, %w4, %w2; @%p0 bra FILL; mov.u32 %w1, 0;\n"
     "SUM: sub.u32 %w4, %w4, 1; mad.wide.u32 %l2, %w4, 4, %l1; ld.local.u32 %w5, [%l2];\n"
     "add.u32 %w1, %w1, %w5; setp.gt.u32 %p0, %w4, 0; @%p0 bra SUM;",
     own_memory},
    {"alloca.u32", "",
     "rem.u32 %w2, %w0, 5; alloca.u32 %w3, %w2; alloca.u32 %w4, 4, 32; st.local.u32 [%w4], %w0;\n"
     "alloca.u32 %w5, 1, 1; st.local.u8 [%w5], 3; and.b32 %w3, %w3, 7; and.b32 %w6, %w4, 31;\n"
     "ld.local.u32 %w1, [%w4]; mad.lo.u32 %w1, %w1, 100, %w3; add.u32 %w1, %w1, %w6;\n"
     "ld.local.u8 %w6, [%w5]; add.u32 %w1, %w1, %w6; sub.u32 %w5, %w5, %w4;\n"
     "sub.u32 %w5, %w5, 4; add.u32 %w1, %w1, %w5;",
     two_pieces},
    {"stacksave.u64 stackrestore.u64", "",
     "cvt.u64.u32 %l0, %w0; add.u64 %l0, %l0, 4; stacksave.u64 %l1; alloca.u64 %l2, %l0, 8;\n"
     "st.local.u32 [%l2], %w0; stackrestore.u64 %l1; alloca.u64 %l3, 8, 8;\n"
     "ld.local.u32 %w1, [%l3]; shl.b32 %w1, %w1, 1; setp.eq.u64 %p0, %l2, %l3;\n"
     "@%p0 add.u32 %w1, %w1, 1;",
     restored},
    {"stacksave.u32 stackrestore.u32", "",
     "stacksave.u32 %w3; alloca.u32 %w4, 64, 8; st.local.u32 [%w4], %w0; stackrestore.u32 %w3;\n"
     "stacksave.u32 %w5; alloca.u32 %w6, 64, 8; ld.local.u32 %w1, [%w6]; shl.b32 %w1, %w1, 1;\n"
     "setp.eq.u32 %p0, %w3, %w5; @%p0 add.u32 %w1, %w1, 1;",
     restored},
    {"alloca.u64 call", piling_function,
     "rem.u32 %w2, %w0, 6; rem.u32 %w3, %w0, 7; mul.wide.u32 %l0, %w0, 2; add.u64 %l0, %l0, 4;\n"
     "alloca.u64 %l1, %l0; st.local.u32 [%l1], %w3; call (%w1), pile, (%w2);\n"
     "ld.local.u32 %w3, [%l1]; add.u32 %w1, %w1, %w3;",
     piled},
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
