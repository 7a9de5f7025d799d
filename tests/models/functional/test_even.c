/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers that go from lane to lane by a step are compiled apart (compile/blocks/even.h). Kernels
 * full of these, in blocks whose warps are rows and others: the same memory, counts and faults as
 * interpreted. */
#include "tests/models/functional/compiled_run.h"
#include "tests/models/functional/compiled_suite.h"
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/kept/cache.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Each thread's number in its grid, whatever the block, and its 16 bytes. */
#define OWN                                                                                        \
    "mov.u32 %r5, %tid.y; mov.u32 %r6, %tid.z; mov.u32 %r7, %ntid.y; mad.lo.u32 %r5, %r6, %r7, "   \
    "%r5;\n"                                                                                       \
    "mad.lo.u32 %r5, %r5, %r4, %r1; mov.u32 %r8, %ntid.z; mul.lo.u32 %r7, %r7, %r8; mul.lo.u32 "   \
    "%r7, %r7, %r4;\n"                                                                             \
    "mad.lo.u32 %r3, %r2, %r7, %r5; mul.wide.u32 %rd2, %r3, 16; add.s64 %rd3, %rd1, %rd2;\n"

static const char *const bodies[] = {
    /* Words that wrap around on their way to long ones, with and without a sign; the rest of the
       block is the interpreter's, guarded instructions among it. */
    OWN "sub.u32 %r10, %r5, 40; cvt.u64.u32 %rd4, %r10; add.s32 %r11, %r5, 0x7ffffff8;\n"
        "mul.wide.s32 %rd5, %r11, 12; setp.gt.u64 %p1, %rd4, 50; @%p1 add.u32 %r10, %r10, 1000;\n"
        "mad.wide.u32 %rd6, %r10, %r4, %rd4; xor.b64 %rd5, %rd5, %rd6;\n"
        "st.global.v2.u64 [%rd3], {%rd5, %rd6};",
    /* ... and what comes of such words behind a barrier, in a loop and by addresses. */
    OWN
    "sub.u32 %r10, 16, %r1; cvt.u64.u32 %rd4, %r10; mov.u32 %r12, 0; bar.sync 0;\n"
    "mov.u64 %rd5, %rd4;\nTURN: add.s64 %rd5, %rd5, %rd4; shl.b64 %rd6, %rd5, 2; bar.sync 0;\n"
    "add.u32 %r12, %r12, 1; setp.lt.u32 %p1, %r12, 3; @%p1 bra TURN;\n"
    "and.b64 %rd7, %rd4, 1020; mov.u64 %rd8, tile; add.s64 %rd8, %rd8, %rd7;\n"
    "st.shared.u8 [%rd8], %r9; xor.b64 %rd6, %rd6, %rd5; st.global.v2.u64 [%rd3], {%rd6, %rd4};",
    /* What halves of a warp share, and all lanes: any arithmetic, comparisons, choices. */
    OWN "mov.u32 %r10, %tid.y; mul.lo.u32 %r11, %r10, %r10; and.b32 %r12, %r11, 6; shr.u32 %r13, "
        "%r11, 1;\n"
        "min.s32 %r14, %r12, %r13; cvt.rn.f32.u32 %f1, %r14; sqrt.rn.f32 %f2, %f1;\n"
        "cvt.rn.f32.u32 %f3, %r2; fma.rn.f32 %f2, %f2, %f3, %f3; setp.lt.s32 %p1, %r2, 2;\n"
        "setp.eq.u32 %p2, %r9, 77; and.pred %p3, %p1, %p2; selp.b32 %r15, %r5, %r3, %p3;\n"
        "selp.b32 %r16, %r10, %r2, %p1; shl.b32 %r17, %r15, %r2; shl.b32 %r18, %r5, 33;\n"
        "not.b32 %r19, %r17; neg.s32 %r13, %r19; add.u32 %r13, %r13, %r18; setp.lt.u32 %p4, %r10, "
        "2;\n"
        "and.b32 %r6, %r5, 5; mad.lo.u32 %r6, %r6, %r5, %r6; add.u32 %r5, %r5, 9;\n"
        "mad.lo.u32 %r6, %r6, 3, %r5; add.u32 %r13, %r13, %r6; mov.u32 %r19, 7; mov.u32 %r18, 1;\n"
        "@%p4 add.u32 %r16, %r16, %r13; @%p3 bra LATER; mul.lo.u32 %r16, %r16, 7;\n"
        "mov.u32 %r19, %r10; mov.u32 %r18, %r5;\n"
        "LATER: mad.lo.u32 %r16, %r16, %r19, %r18; st.global.v2.u32 [%rd3], {%r13, %r16}; "
        "st.global.v2.f32 [%rd3+8], {%f2, %f1};",
    /* Steps that only a run knows: they grow from round to round, are negative, lead through shared
       memory. */
    OWN
    "mov.u32 %r10, tile; mad.lo.u32 %r11, %r5, 4, %r10; st.shared.u32 [%r11], %r3; bar.sync 0;\n"
    "mov.u32 %r12, 0; mov.u32 %r13, 1; mov.u32 %r14, 0; mul.lo.u32 %r15, %r4, 3;\n"
    "ROUND: mul.lo.u32 %r16, %r5, %r13; and.b32 %r17, %r16, 127; mad.lo.u32 %r17, %r17, 4, "
    "%r10;\n"
    "ld.shared.u32 %r18, [%r17]; add.u32 %r14, %r14, %r18; mad.lo.u32 %r14, %r14, 3, %r16;\n"
    "mul.lo.u32 %r19, %r5, %r12; add.u32 %r14, %r14, %r19; add.u32 %r13, %r13, %r13;\n"
    "add.u32 %r12, %r12, 1; setp.lt.u32 %p1, %r12, 5; @%p1 bra ROUND;\n"
    "sub.u32 %r16, 127, %r5; mul.wide.u32 %rd6, %r16, 8; shr.u64 %rd6, %rd6, 32; cvt.u32.u64 %r19, "
    "%rd6; mad.lo.u32 %r16, "
    "%r16, 4, %r10; ld.shared.u32 %r17, [%r16];\n"
    "mul.wide.u32 %rd4, %r5, 4; neg.s64 %rd4, %rd4; cvt.u64.u32 %rd5, %r10; add.s64 %rd4, %rd4, "
    "%rd5;\n"
    "add.s64 %rd4, %rd4, 508; ld.shared.u32 %r18, [%rd4]; xor.b32 %r18, %r18, %r15; add.u32 %r18, "
    "%r18, %r19;\n"
    "st.global.v2.u32 [%rd3], {%r14, %r17}; st.global.u32 [%rd3+8], %r18;",
    /* What parted lanes write, and what they leave: where they meet, and behind loops that they
       leave one by one. Some code is never run. */
    OWN "mov.u32 %r10, 5; mov.u32 %r11, %r5; mov.u32 %r12, 9; and.b32 %r13, %r5, 3;\n"
        "setp.ne.u32 %p1, %r13, 1; @%p1 bra APART; mov.u32 %r10, 6; add.u32 %r11, %r11, 1;\n"
        "APART: mad.lo.u32 %r14, %r10, 100, %r11; add.u32 %r14, %r14, %r12; mov.u32 %r15, 0;\n"
        "MORE: add.u32 %r15, %r15, 2; add.u32 %r12, %r12, 1; setp.le.u32 %p2, %r15, %r13;\n"
        "@%p2 bra MORE; bar.sync 0; mad.lo.u32 %r14, %r14, 7, %r15; mad.lo.u32 %r14, %r14, 7, "
        "%r12;\n"
        "setp.gt.u32 %p3, %r9, 5; @%p3 bra SAME; mov.u32 %r10, 0; bra SAME; mov.u32 %r10, 1; bra "
        "SAME;\n"
        "SAME: add.u32 %r16, %r10, %r9; st.global.v2.u32 [%rd3], {%r14, %r16};",
    /* Lanes that part where there is no place to meet, and meet at a barrier: some might end. */
    OWN "setp.eq.u32 %p2, %r5, 9999; and.b32 %r13, %r5, 1; setp.eq.u32 %p1, %r13, 1; mov.u32 %r10, "
        "3;\n"
        "@%p1 bra ODD; mov.u32 %r10, 4; @%p2 bra OUT; bra MEET;\nODD: mov.u32 %r10, 5;\n"
        "MEET: bar.sync 0; mad.lo.u32 %r11, %r10, 10, %r5; mov.u32 %r12, 0;\n"
        "AGAIN: add.u32 %r11, %r11, %r10; add.u32 %r12, %r12, 1; setp.lt.u32 %p3, %r12, 4;\n"
        "@%p3 bra AGAIN; st.global.v2.u32 [%rd3], {%r10, %r11}; ret;\nOUT:",
    /* Many predicates, so that registers lie where special registers do, and guarded instructions
       at many places: names in the text must not be the same. */
    OWN
    ".reg .pred %q<24>; .reg .b32 %v<24>; .reg .b32 %g<24>; mov.u32 %r13, %laneid;\n"
    "add.u32 %r10, %r2, 1; mov.u32 %r12, %tid.x; mov.u32 %r14, 0;\n"
    "setp.lt.u32 %q0, %r5, 0; setp.lt.u32 %q1, %r5, 1; setp.lt.u32 %q2, %r5, 2;\n"
    "setp.lt.u32 %q3, %r5, 3; setp.lt.u32 %q4, %r5, 4; setp.lt.u32 %q5, %r5, 5;\n"
    "setp.lt.u32 %q6, %r5, 6; setp.lt.u32 %q7, %r5, 7; setp.lt.u32 %q8, %r5, 8;\n"
    "setp.lt.u32 %q9, %r5, 9; setp.lt.u32 %q10, %r5, 10; setp.lt.u32 %q11, %r5, 11;\n"
    "setp.lt.u32 %q12, %r5, 12; setp.lt.u32 %q13, %r5, 13; setp.lt.u32 %q14, %r5, 14;\n"
    "setp.lt.u32 %q15, %r5, 15; setp.lt.u32 %q16, %r5, 16; setp.lt.u32 %q17, %r5, 17;\n"
    "setp.lt.u32 %q18, %r5, 18; setp.lt.u32 %q19, %r5, 19; setp.lt.u32 %q20, %r5, 20;\n"
    "setp.lt.u32 %q21, %r5, 21; setp.lt.u32 %q22, %r5, 22; setp.lt.u32 %q23, %r5, 23;\n"
    "mad.lo.u32 %v0, %r13, %r10, 0; mad.lo.u32 %v1, %r13, %r10, 1; mad.lo.u32 %v2, %r13, %r10, 2;\n"
    "mad.lo.u32 %v3, %r13, %r10, 3; mad.lo.u32 %v4, %r13, %r10, 4; mad.lo.u32 %v5, %r13, %r10, 5;\n"
    "mad.lo.u32 %v6, %r13, %r10, 6; mad.lo.u32 %v7, %r13, %r10, 7; mad.lo.u32 %v8, %r13, %r10, 8;\n"
    "mad.lo.u32 %v9, %r13, %r10, 9; mad.lo.u32 %v10, %r13, %r10, 10; mad.lo.u32 %v11, %r13, %r10, "
    "11;\n"
    "mad.lo.u32 %v12, %r13, %r10, 12; mad.lo.u32 %v13, %r13, %r10, 13; mad.lo.u32 %v14, %r13, "
    "%r10, 14;\n"
    "mad.lo.u32 %v15, %r13, %r10, 15; mad.lo.u32 %v16, %r13, %r10, 16; mad.lo.u32 %v17, %r13, "
    "%r10, 17;\n"
    "mad.lo.u32 %v18, %r13, %r10, 18; mad.lo.u32 %v19, %r13, %r10, 19; mad.lo.u32 %v20, %r13, "
    "%r10, 20;\n"
    "mad.lo.u32 %v21, %r13, %r10, 21; mad.lo.u32 %v22, %r13, %r10, 22; mad.lo.u32 %v23, %r13, "
    "%r10, 23;\n"
    "mov.u32 %g0, 0; mov.u32 %g1, 1; mov.u32 %g2, 2;\n"
    "mov.u32 %g3, 3; mov.u32 %g4, 4; mov.u32 %g5, 5;\n"
    "mov.u32 %g6, 6; mov.u32 %g7, 7; mov.u32 %g8, 8;\n"
    "mov.u32 %g9, 9; mov.u32 %g10, 10; mov.u32 %g11, 11;\n"
    "mov.u32 %g12, 12; mov.u32 %g13, 13; mov.u32 %g14, 14;\n"
    "mov.u32 %g15, 15; mov.u32 %g16, 16; mov.u32 %g17, 17;\n"
    "mov.u32 %g18, 18; mov.u32 %g19, 19; mov.u32 %g20, 20;\n"
    "mov.u32 %g21, 21; mov.u32 %g22, 22; mov.u32 %g23, 23;\n"
    "@%q0 add.u32 %g0, %g0, %r12; @%q1 add.u32 %g1, %g1, %r12; @%q2 add.u32 %g2, %g2, %r12;\n"
    "@%q3 add.u32 %g3, %g3, %r12; @%q4 add.u32 %g4, %g4, %r12; @%q5 add.u32 %g5, %g5, %r12;\n"
    "@%q6 add.u32 %g6, %g6, %r12; @%q7 add.u32 %g7, %g7, %r12; @%q8 add.u32 %g8, %g8, %r12;\n"
    "@%q9 add.u32 %g9, %g9, %r12; @%q10 add.u32 %g10, %g10, %r12; @%q11 add.u32 %g11, %g11, %r12;\n"
    "@%q12 add.u32 %g12, %g12, %r12; @%q13 add.u32 %g13, %g13, %r12; @%q14 add.u32 %g14, %g14, "
    "%r12;\n"
    "@%q15 add.u32 %g15, %g15, %r12; @%q16 add.u32 %g16, %g16, %r12; @%q17 add.u32 %g17, %g17, "
    "%r12;\n"
    "@%q18 add.u32 %g18, %g18, %r12; @%q19 add.u32 %g19, %g19, %r12; @%q20 add.u32 %g20, %g20, "
    "%r12;\n"
    "@%q21 add.u32 %g21, %g21, %r12; @%q22 add.u32 %g22, %g22, %r12; @%q23 add.u32 %g23, %g23, "
    "%r12;\n"
    "mov.u32 %r15, %tid.x; mov.u32 %r16, %tid.y; mov.u32 %r17, %tid.z;\n"
    "mad.lo.u32 %r14, %r14, 31, %v0; mad.lo.u32 %r14, %r14, 31, %v1; mad.lo.u32 %r14, %r14, 31, "
    "%v2;\n"
    "mad.lo.u32 %r14, %r14, 31, %v3; mad.lo.u32 %r14, %r14, 31, %v4; mad.lo.u32 %r14, %r14, 31, "
    "%v5;\n"
    "mad.lo.u32 %r14, %r14, 31, %v6; mad.lo.u32 %r14, %r14, 31, %v7; mad.lo.u32 %r14, %r14, 31, "
    "%v8;\n"
    "mad.lo.u32 %r14, %r14, 31, %v9; mad.lo.u32 %r14, %r14, 31, %v10; mad.lo.u32 %r14, %r14, 31, "
    "%v11;\n"
    "mad.lo.u32 %r14, %r14, 31, %v12; mad.lo.u32 %r14, %r14, 31, %v13; mad.lo.u32 %r14, %r14, 31, "
    "%v14;\n"
    "mad.lo.u32 %r14, %r14, 31, %v15; mad.lo.u32 %r14, %r14, 31, %v16; mad.lo.u32 %r14, %r14, 31, "
    "%v17;\n"
    "mad.lo.u32 %r14, %r14, 31, %v18; mad.lo.u32 %r14, %r14, 31, %v19; mad.lo.u32 %r14, %r14, 31, "
    "%v20;\n"
    "mad.lo.u32 %r14, %r14, 31, %v21; mad.lo.u32 %r14, %r14, 31, %v22; mad.lo.u32 %r14, %r14, 31, "
    "%v23;\n"
    "mad.lo.u32 %r14, %r14, 31, %g0; mad.lo.u32 %r14, %r14, 31, %g1; mad.lo.u32 %r14, %r14, 31, "
    "%g2;\n"
    "mad.lo.u32 %r14, %r14, 31, %g3; mad.lo.u32 %r14, %r14, 31, %g4; mad.lo.u32 %r14, %r14, 31, "
    "%g5;\n"
    "mad.lo.u32 %r14, %r14, 31, %g6; mad.lo.u32 %r14, %r14, 31, %g7; mad.lo.u32 %r14, %r14, 31, "
    "%g8;\n"
    "mad.lo.u32 %r14, %r14, 31, %g9; mad.lo.u32 %r14, %r14, 31, %g10; mad.lo.u32 %r14, %r14, 31, "
    "%g11;\n"
    "mad.lo.u32 %r14, %r14, 31, %g12; mad.lo.u32 %r14, %r14, 31, %g13; mad.lo.u32 %r14, %r14, 31, "
    "%g14;\n"
    "mad.lo.u32 %r14, %r14, 31, %g15; mad.lo.u32 %r14, %r14, 31, %g16; mad.lo.u32 %r14, %r14, 31, "
    "%g17;\n"
    "mad.lo.u32 %r14, %r14, 31, %g18; mad.lo.u32 %r14, %r14, 31, %g19; mad.lo.u32 %r14, %r14, 31, "
    "%g20;\n"
    "mad.lo.u32 %r14, %r14, 31, %g21; mad.lo.u32 %r14, %r14, 31, %g22; mad.lo.u32 %r14, %r14, 31, "
    "%g23;\n"
    "st.global.v4.u32 [%rd3], {%r14, %r15, %r16, %r17};",
    /* A guarded instruction whose result nobody reads, behind a loop with a barrier: there its
       register has no value any more. */
    OWN "and.b32 %r12, %r5, 3; and.b32 %r13, %r5, 1; mov.u32 %r14, %r5; mov.u32 %r11, 0;\n"
        "setp.lt.u32 %p1, %r13, 1; setp.gt.u32 %p3, %r9, 100; @%p3 bra FAR;\n"
        "ROUNDS: bar.sync 0; add.u32 %r11, %r11, 1; setp.lt.u32 %p2, %r11, 4; @%p2 bra ROUNDS;\n"
        "FAR: @%p1 mov.u32 %r14, %r12; add.cc.u32 %r10, %r12, 1; addc.u32 %r14, %r11, 0;\n"
        "st.global.v4.u32 [%rd3], {%r14, %r11, %r12, %r10};",
    /* One place for all lanes, in every space; vectors side by side, and behind one address. */
    OWN "ld.const.u32 %r10, [table+4]; ld.param.u32 %r11, [n]; mov.u32 %r12, tile;\n"
        "mad.lo.u32 %r13, %r5, 16, %r12; st.shared.v4.u32 [%r13], {%r3, %r10, %r11, %r5}; bar.sync "
        "0;\n"
        "ld.shared.v2.u32 {%r14, %r15}, [%r12+64]; ld.shared.u64 %rd4, [%r12+24];\n"
        "ld.shared.v4.u32 {%r16, %r17, %r18, %r19}, [%r13]; ld.shared.u8 %r6, [%r12+33];\n"
        "add.u32 %r14, %r14, %r15; add.u32 %r14, %r14, %r16; mad.lo.u32 %r14, %r14, 3, %r19;\n"
        "add.u32 %r14, %r14, %r6; st.global.u32 [%rd3], %r14; st.global.u64 [%rd3+8], %rd4;\n"
        "st.global.u32 [%rd3+4], %r18; ld.global.v2.u32 {%r15, %r16}, [%rd3+8];\n"
        "ld.global.u32 %r17, [%rd3+4]; add.u32 %r15, %r15, %r17; st.global.u32 [%rd3+4], %r15;\n"
        "add.u32 %r16, %r15, %r16; st.shared.u32 [%r12], %r16; st.global.u32 [%rd3+8], %r16;",
    /* A later access behind the same register is a fault; those before it have been made. */
    OWN "st.global.u32 [%rd3], %r3; st.global.u32 [%rd3+4], %r5; st.global.u32 [%rd3+63488], %r5;",
    /* The only address is one. */
    OWN "mov.u32 %r10, tile; st.global.u32 [%rd3], %r3; ld.shared.u32 %r11, [%r10+4096];\n"
        "st.global.u32 [%rd3+4], %r11;",
};
enum { FAULTY = 2 }; /* the last bodies */

static const uint32_t blocks[][3] = {{80, 1, 1}, {32, 3, 1}, {16, 4, 2}, {8, 8, 1}, {10, 3, 4}};
enum { FIRST_WITHOUT_ROWS = 3 };

/* is_new: there is no text for such blocks yet. */
static void both_agree(const char *body, const uint32_t block[3], bool good, bool is_new)
{
    static struct outcome interpreted, compiled;
    const uint32_t grid[3] = {3, 1, 1};
    g_autofree char *folder = kernel_cache_folder();
    compiled_run(body, grid, block, RUNNERS_NEVER, &interpreted);
    const unsigned before = compiled_files(folder, ".so");
    compiled_run(body, grid, block, RUNNERS_AT_ONCE, &compiled);
    ck_assert_uint_eq(compiled_files(folder, ".so"), before + is_new);
    ck_assert_str_eq(compiled.message, interpreted.message);
    ck_assert_msg(interpreted.good == good, "%s", interpreted.message);
    ck_assert(compiled.good == good);
    ck_assert_mem_eq(compiled.bytes, interpreted.bytes, OUT_BYTES);
    if (good) {
        ck_assert_uint_eq(compiled.counts.warp_instructions, interpreted.counts.warp_instructions);
        ck_assert_uint_eq(compiled.counts.thread_instructions,
                          interpreted.counts.thread_instructions);
    }
    g_free(interpreted.message);
    g_free(compiled.message);
}

START_TEST(compiled_agrees_with_interpreted)
{
    for (unsigned k = 0; k < G_N_ELEMENTS(blocks); k++)
        both_agree(bodies[_i], blocks[k], _i < (int)G_N_ELEMENTS(bodies) - FAULTY,
                   k == 0 || k == FIRST_WITHOUT_ROWS);
}
END_TEST

/* Two launches of many blocks, of eight warps each; how many texts they take. */
static unsigned texts_of(const char *body)
{
    static struct outcome interpreted, compiled;
    const uint32_t grid[3] = {2049, 1, 1}, block[3] = {256, 1, 1};
    g_autofree char *folder = kernel_cache_folder();
    const unsigned before = compiled_files(folder, ".so");
    for (unsigned launches = 1; launches <= 2; launches++) {
        compiled_runs(body, grid, block, RUNNERS_NEVER, launches, &interpreted);
        compiled_runs(body, grid, block, RUNNERS_AT_ONCE, launches, &compiled);
        ck_assert(interpreted.good && compiled.good);
        ck_assert_mem_eq(compiled.bytes, interpreted.bytes, OUT_BYTES);
        ck_assert_uint_eq(compiled.counts.warp_instructions, interpreted.counts.warp_instructions);
        g_free(interpreted.message);
        g_free(compiled.message);
    }
    return compiled_files(folder, ".so") - before;
}

/* All warps leave their function: the next launch has the text for blocks without rows, which has
 * no such place. */
START_TEST(kernels_that_are_seldom_even_take_the_other_text)
{
    static const char body[] =
        OWN "mul.wide.u32 %rd2, %r5, 16; add.s64 %rd3, %rd1, %rd2; sub.u32 %r10, %r5, 7;\n"
            "rem.u32 %r11, %r5, 32; sub.u32 %r11, %r1, %r11; mad.lo.u32 %r10, %r11, 0, %r10;\n"
            "sub.u32 %r12, %laneid, 7; cvt.u64.u32 %rd4, %r12; add.s64 %rd4, %rd4, 3;\n"
            "cvt.u64.u32 %rd5, %r10; st.global.v2.u64 [%rd3], {%rd4, %rd5};";
    ck_assert_uint_eq(texts_of(body), 2);
}
END_TEST

/* Lanes that go backwards through shared memory leave it nowhere. */
START_TEST(kernels_that_go_backwards_keep_their_text)
{
    static const char body[] =
        OWN "mul.wide.u32 %rd2, %r5, 16; add.s64 %rd3, %rd1, %rd2; mov.u32 %r10, tile;\n"
            "mad.lo.u32 %r11, %r5, 4, %r10; st.shared.u32 [%r11], %r5; bar.sync 0;\n"
            "sub.u32 %r12, 255, %r5; mad.lo.u32 %r12, %r12, 4, %r10; ld.shared.u32 %r13, [%r12];\n"
            "st.global.u32 [%rd3], %r13;";
    ck_assert_uint_eq(texts_of(body), 1);
}
END_TEST

/* A kernel is made when the interpreter has had enough of it: then some warps are in the midst of
 * their loops, and others have not begun. */
START_TEST(kernels_are_compiled_in_the_midst_of_a_launch)
{
    static const char body[] =
        OWN "mul.wide.u32 %rd2, %r5, 16; add.s64 %rd3, %rd1, %rd2; mov.u32 %r10, 0;\n"
            "mov.u32 %r11, %r5; mov.u32 %r12, 0; mov.u64 %rd4, 0; sub.u32 %r13, %r5, 40;\n"
            "GO: add.u32 %r11, %r11, 3; mad.lo.u32 %r12, %r12, 5, %r11; cvt.u64.u32 %rd5, %r13;\n"
            "add.s64 %rd4, %rd4, %rd5; add.u32 %r10, %r10, 1; and.b32 %r14, %r10, 255;\n"
            "setp.ne.u32 %p2, %r14, 0; @%p2 bra ON; bar.sync 0; add.u32 %r13, %r13, 1;\n"
            "ON: setp.lt.u32 %p1, %r10, 4000; @%p1 bra GO;\n"
            "st.global.v2.u32 [%rd3], {%r11, %r12}; st.global.u64 [%rd3+8], %rd4;";
    static struct outcome interpreted, compiled;
    const uint32_t grid[3] = {100, 1, 1}, block[3] = {96, 1, 1};
    g_autofree char *folder = kernel_cache_folder();
    const unsigned before = compiled_files(folder, ".so");
    compiled_run(body, grid, block, RUNNERS_NEVER, &interpreted);
    compiled_run(body, grid, block, RUNNERS_WHEN_THEY_PAY, &compiled);
    ck_assert(interpreted.good && compiled.good);
    ck_assert_uint_eq(compiled_files(folder, ".so"), before + 1);
    ck_assert_mem_eq(compiled.bytes, interpreted.bytes, OUT_BYTES);
    ck_assert_uint_eq(compiled.counts.warp_instructions, interpreted.counts.warp_instructions);
    ck_assert_uint_eq(compiled.counts.thread_instructions, interpreted.counts.thread_instructions);
    g_free(interpreted.message);
    g_free(compiled.message);
}
END_TEST

START_TEST(rows_are_told_by_the_block)
{
    const bool rows[] = {true, true, true, false, false};
    for (unsigned k = 0; k < G_N_ELEMENTS(blocks); k++)
        ck_assert(block_even_rows(blocks[k]) == rows[k]);
}
END_TEST

static void add(TCase *tcase)
{
    tcase_add_loop_test(tcase, compiled_agrees_with_interpreted, 0, (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tcase, kernels_that_are_seldom_even_take_the_other_text);
    tcase_add_test(tcase, kernels_that_go_backwards_keep_their_text);
    tcase_add_test(tcase, kernels_are_compiled_in_the_midst_of_a_launch);
    tcase_add_test(tcase, rows_are_told_by_the_block);
}

int main(void)
{
    return compiled_suite("even", add);
}
