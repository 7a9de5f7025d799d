/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers that go from lane to lane by a step are compiled apart (compile/blocks/even.h). Kernels
 * full of these, in blocks whose warps are rows and others: the same memory, counts and faults as
 * interpreted. */
#include "tests/models/functional/compiled_run.h"
#include "tests/rigs/folder.h"
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/builder.h"
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

static void both_agree(const char *body, const uint32_t block[3], bool good)
{
    static struct outcome interpreted, compiled;
    const uint32_t grid[3] = {3, 1, 1};
    compiled_run(body, grid, block, RUNNERS_NEVER, &interpreted);
    compiled_run(body, grid, block, RUNNERS_AT_ONCE, &compiled);
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
        both_agree(bodies[_i], blocks[k], _i < (int)G_N_ELEMENTS(bodies) - FAULTY);
}
END_TEST

START_TEST(rows_are_told_by_the_block)
{
    const bool rows[] = {true, true, true, false, false};
    for (unsigned k = 0; k < G_N_ELEMENTS(blocks); k++)
        ck_assert(block_even_rows(blocks[k]) == rows[k]);
}
END_TEST

int main(void)
{
    char *cache = folder_new();
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    if (!kernel_builder_is_there()) {
        folder_remove(cache);
        puts("skipped: no kernel is compiled here: no clang-14, or simgpu was built with "
             "sanitizers");
        return 77;
    }
    Suite *suite = suite_create("even");
    TCase *tcase = tcase_create("even");
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, compiled_agrees_with_interpreted, 0, (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tcase, rows_are_told_by_the_block);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    folder_remove(cache);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
