/* SPDX-License-Identifier: BSD-3-Clause */
/* The executor's control flow: divergence, loops, exits, barriers, guards. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>; .shared .align 4 .b8 tile[256];\n"      \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                  \
    "add.s64 %rd3, %rd1, %rd2;\n"
#define TAIL "st.global.u32 [%rd3], %r2; ret;\n}\n"

static uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

static void start(struct harness *h, const char *body, unsigned threads)
{
    g_autofree char *text = g_strconcat(HEAD, body, NULL);
    harness_init(h, text, "k");
    h->block[0] = threads;
    harness_param_u64(h, 0, DEVICE_BASE);
    memset(h->memory, 0xee, 4096);
}

static void run(struct harness *h, const char *body, unsigned threads)
{
    start(h, body, threads);
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

START_TEST(if_else_meets_again)
{
    struct harness h;
    run(&h,
        "setp.lt.u32 %p1, %r1, 10;\n@%p1 bra LESS;\n"
        "mov.u32 %r2, 200;\nbra JOIN;\nLESS: mov.u32 %r2, 100;\n"
        "JOIN: activemask.b32 %r3; popc.b32 %r3, %r3; add.u32 %r2, %r2, %r3;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), (i < 10 ? 100u : 200u) + 32);
    ck_assert_uint_eq(h.divergences, 1);
    harness_finish(&h);
}
END_TEST

START_TEST(loop_with_different_trip_counts)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, 0; mov.u32 %r3, 0;\n"
        "LOOP: add.u32 %r2, %r2, %r1; add.u32 %r3, %r3, 1;\n"
        "setp.le.u32 %p1, %r3, %r1; @%p1 bra LOOP;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), i * (i + 1));
    harness_finish(&h);
}
END_TEST

START_TEST(nested_loops_with_break_and_continue)
{
    /* for (j = 0; j <= tid; j++) for (k = 0; ; k++) { if (k > j) break; if (k & 1) continue;
     * sum += k; } */
    struct harness h;
    run(&h,
        "mov.u32 %r2, 0; mov.u32 %r3, 0;\n"
        "OUTER: mov.u32 %r4, 0;\n"
        "INNER: setp.gt.u32 %p1, %r4, %r3; @%p1 bra BREAK;\n"
        "and.b32 %r5, %r4, 1; setp.eq.u32 %p2, %r5, 1; @%p2 bra NEXT;\n"
        "add.u32 %r2, %r2, %r4;\n"
        "NEXT: add.u32 %r4, %r4, 1; bra INNER;\n"
        "BREAK: add.u32 %r3, %r3, 1; setp.le.u32 %p3, %r3, %r1; @%p3 bra OUTER;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++) {
        unsigned sum = 0;
        for (unsigned j = 0; j <= i; j++)
            for (unsigned k = 0; k <= j; k += 2)
                sum += k;
        ck_assert_uint_eq(word(&h, i), sum);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(some_lanes_exit_in_a_loop)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, 0;\n"
        "LOOP: add.u32 %r2, %r2, 1; setp.eq.u32 %p1, %r2, %r1; @%p1 exit;\n"
        "setp.lt.u32 %p2, %r2, 20; @%p2 bra LOOP;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), i >= 1 && i <= 20 ? 0xeeeeeeee : 20);
    harness_finish(&h);
}
END_TEST

START_TEST(early_exit_before_a_barrier)
{
    /* Thread t writes tile[t]; the upper half of the block has left; t reads tile[31 - t]. */
    struct harness h;
    run(&h,
        "setp.ge.u32 %p1, %r1, 48; @%p1 bra DONE;\n"
        "mov.u32 %r4, tile; shl.b32 %r5, %r1, 2; add.u32 %r6, %r4, %r5; st.shared.u32 [%r6], %r1;\n"
        "bar.sync 0;\n"
        "sub.u32 %r7, 47, %r1; shl.b32 %r7, %r7, 2; add.u32 %r7, %r4, %r7;\n"
        "ld.shared.u32 %r2, [%r7]; st.global.u32 [%rd3], %r2;\nDONE: ret;\n}\n",
        64);
    for (unsigned i = 0; i < 64; i++)
        ck_assert_uint_eq(word(&h, i), i < 48 ? 47 - i : 0xeeeeeeee);
    harness_finish(&h);
}
END_TEST

START_TEST(both_sides_exit)
{
    struct harness h;
    run(&h,
        "setp.lt.u32 %p1, %r1, 7;\n@!%p1 bra MORE;\n"
        "mov.u32 %r2, 1; st.global.u32 [%rd3], %r2; exit;\n"
        "MORE: mov.u32 %r2, 2; st.global.u32 [%rd3], %r2; exit;\n}\n",
        40);
    for (unsigned i = 0; i < 40; i++)
        ck_assert_uint_eq(word(&h, i), i < 7 ? 1 : 2);
    ck_assert_uint_eq(word(&h, 40), 0xeeeeeeee);
    harness_finish(&h);
}
END_TEST

START_TEST(guards_leave_other_lanes_alone)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, 5; mov.u64 %rd4, 7; setp.lt.u32 %p1, %r1, 13; setp.ge.u32 %p2, %r1, 30;\n"
        "@%p1 add.u32 %r2, %r2, %r1; @!%p1 mul.lo.u32 %r2, %r2, 3; @%p2 mov.u64 %rd4, 1;\n"
        "@%p1 setp.eq.u32 %p2, %r1, %r1; selp.u32 %r6, 1000, 0, %p2; add.u32 %r2, %r2, %r6;\n"
        "@%p1 cvt.u64.u32 %rd4, %r1; cvt.u32.u64 %r7, %rd4; shl.b32 %r7, %r7, 16;\n"
        "add.u32 %r2, %r2, %r7;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++) {
        uint32_t wide = i < 13 ? i : i >= 30 ? 1 : 7;
        uint32_t expected = (i < 13 ? 5 + i : 15) + (i < 13 || i >= 30 ? 1000 : 0) + (wide << 16);
        ck_assert_uint_eq(word(&h, i), expected);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(code_that_runs_off_its_end_exits)
{
    struct harness h;
    run(&h, "mov.u32 %r2, 3; st.global.u32 [%rd3], %r2;\n}\n", 32);
    ck_assert_uint_eq(word(&h, 31), 3);
    harness_finish(&h);
}
END_TEST

START_TEST(unsupported_instructions_fault_when_they_run)
{
    struct harness h;
    start(&h, "mov.u32 %r2, 4; frobnicate.sync.u32 %r2, %r2;\n" TAIL, 32);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, "unsupported instruction `frobnicate.sync.u32`");
    harness_finish(&h);
}
END_TEST

START_TEST(unreached_unsupported_instructions_do_no_harm)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, 4; setp.gt.u32 %p1, %r1, 99; @%p1 trap; @!%p1 bra OVER; frobnicate.u32 %r2, "
        "%r2;\n"
        "OVER:\n" TAIL,
        32);
    ck_assert_uint_eq(word(&h, 0), 4);
    harness_finish(&h);
}
END_TEST

START_TEST(special_registers)
{
    struct harness h;
    start(&h,
          "mov.u32 %r3, %tid.y; mov.u32 %r4, %tid.z; mov.u32 %r5, %ntid.x; mov.u32 %r6, %ntid.y;\n"
          "mad.lo.u32 %r7, %r4, %r6, %r3; mad.lo.u32 %r7, %r7, %r5, %r1;\n"
          "mul.wide.u32 %rd2, %r7, 32; add.s64 %rd3, %rd1, %rd2;\n"
          "st.global.u32 [%rd3], %r1; st.global.u32 [%rd3+4], %r3; st.global.u32 [%rd3+8], %r4;\n"
          "mov.u32 %r8, %ctaid.z; st.global.u32 [%rd3+12], %r8;\n"
          "mov.u32 %r8, %nctaid.y; st.global.u32 [%rd3+16], %r8;\n"
          "mov.u32 %r8, %laneid; st.global.u32 [%rd3+20], %r8;\n"
          "mov.u32 %r8, %warpid; st.global.u32 [%rd3+24], %r8;\n"
          "mov.u32 %r8, %lanemask_lt; st.global.u32 [%rd3+28], %r8; ret;\n}\n",
          5);
    h.block[1] = 4;
    h.block[2] = 3;
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    for (unsigned t = 0; t < 60; t++) {
        const unsigned expected[] = {t % 5, t / 5 % 4, t / 20,     3,
                                     3,     t % 32,    7 + t / 32, (1u << t % 32) - 1};
        for (unsigned k = 0; k < 8; k++)
            ck_assert_uint_eq(word(&h, 8 * t + k), expected[k]);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(clock_advances)
{
    struct harness h;
    run(&h,
        "mov.u32 %r3, %clock; mov.u32 %r2, 0; mov.u32 %r4, %clock; sub.u32 %r2, %r4, %r3;\n" TAIL,
        32);
    ck_assert_uint_eq(word(&h, 9), 2);
    harness_finish(&h);
}
END_TEST

START_TEST(static_facts)
{
    struct harness h;
    start(
        &h,
        "mov.u32 %r2, 0;\nLOOP: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1;\n"
        "@%p1 bra LOOP;\nld.volatile.global.u32 %r3, [%rd3]; ld.global.cg.u32 %r4, [%rd3];\n"
        "red.global.add.u32 [%rd3], %r4; fma.rn.f32 %r5, %r3, %r4, %r3; div.rn.f32 %r6, %r5, %r5;\n"
        "div.approx.f32 %r6, %r6, %r6; bar.sync 0; membar.gl;\n" TAIL,
        32);
    const struct instruction *in = h.code->instructions;
    const uint8_t classes[] = {OP_INT,      OP_INT,    OP_INT_MUL, OP_INT,   OP_INT,    OP_INT,
                               OP_INT,      OP_BRANCH, OP_LOAD,    OP_LOAD,  OP_ATOMIC, OP_FP32,
                               OP_FP32_DIV, OP_SFU,    OP_BARRIER, OP_FENCE, OP_STORE,  OP_EXIT};
    ck_assert_uint_eq(h.code->n_instructions, sizeof classes);
    for (unsigned i = 0; i < sizeof classes; i++)
        ck_assert_msg(in[i].op_class == classes[i], "class of %u is %u", i, in[i].op_class);
    ck_assert_uint_eq(in[7].flags, INSTRUCTION_BACK_EDGE);
    ck_assert_uint_eq(in[8].flags, INSTRUCTION_STRONG);
    ck_assert_uint_eq(in[9].flags, INSTRUCTION_UNCACHED);
    ck_assert_uint_eq(in[10].flags, INSTRUCTION_NO_RETURN);
    ck_assert_int_eq(in[5].loop, 0);
    ck_assert_int_eq(in[8].loop, -1);
    ck_assert_uint_eq(in[0].space, SPACE_PARAM);
    ck_assert_uint_eq(in[0].access_bytes, 8);
    /* setp: destination p1, sources r2 and r1, which mov wrote */
    ck_assert_uint_eq(in[6].n_destinations, 1);
    ck_assert_uint_eq(in[6].n_sources, 2);
    ck_assert_uint_eq(in[6].registers[1], in[5].registers[0]);
    ck_assert_uint_eq(in[7].registers[0], in[6].registers[0]);
    ck_assert_uint_eq(h.code->param_bytes, 8);
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx control flow");
    TCase *tc = tcase_create("control");
    tcase_add_test(tc, if_else_meets_again);
    tcase_add_test(tc, loop_with_different_trip_counts);
    tcase_add_test(tc, nested_loops_with_break_and_continue);
    tcase_add_test(tc, some_lanes_exit_in_a_loop);
    tcase_add_test(tc, early_exit_before_a_barrier);
    tcase_add_test(tc, both_sides_exit);
    tcase_add_test(tc, guards_leave_other_lanes_alone);
    tcase_add_test(tc, code_that_runs_off_its_end_exits);
    tcase_add_test(tc, unsupported_instructions_fault_when_they_run);
    tcase_add_test(tc, unreached_unsupported_instructions_do_no_harm);
    tcase_add_test(tc, special_registers);
    tcase_add_test(tc, clock_advances);
    tcase_add_test(tc, static_facts);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
