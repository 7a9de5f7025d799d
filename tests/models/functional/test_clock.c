/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock of kernels without simulated time: it counts instructions, and jumps for loops that do
 * nothing but wait for it. */
#include "models/functional/functional.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* rd3: the thread's two long words of the output; rd4: the time at the begin. */
#define HEAD                                                                                       \
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"       \
    ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<12>; .reg .f32 %f<4>;\n"                     \
    ".shared .align 16 .b8 tile[64];\n"                                                            \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16;\n"                 \
    "add.s64 %rd3, %rd1, %rd2; mov.u64 %rd4, %clock64; mov.f32 %f1, 0f3f800000;\n"

#define TELL(since) "mov.u64 %rd5, %clock64; sub.s64 %rd6, %rd5, " since ";\n"

enum { THREADS = 64, OUT_BYTES = THREADS * 16 };

struct outcome {
    uint64_t told[THREADS][2];
    uint64_t instructions;
};

static struct outcome run_body(const char *body)
{
    struct outcome out = {0};
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    g_autoptr(GError) error = NULL;
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    struct ptx_program *program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    const uint64_t address = device_memory_allocate(memory, "out", OUT_BYTES, NULL);
    uint8_t params[8];
    memcpy(params, &address, sizeof address);
    const struct launch launch = {
        .id = 1, .code = code, .grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .params = params};
    const struct functional_options options = {
        .n_blocks = 1, .max_instructions = 1000 * 1000, .runners = RUNNERS_NEVER};
    struct functional_counts counts = {0};
    GString *output = g_string_new(NULL);
    const bool good = functional_run(&launch, memory, &options, &counts, output, &error);
    ck_assert_msg(good, "%s", error ? error->message : "");
    device_memory_read(memory, address, (uint8_t *)out.told, OUT_BYTES);
    out.instructions = counts.warp_instructions;
    g_string_free(output, TRUE);
    device_memory_free(memory);
    ptx_program_free(program);
    return out;
}

/* A second of some GPU takes a few hundred reads, and comes out an eighth too long at most. */
START_TEST(a_loop_that_waits_for_the_clock_is_short)
{
    const uint64_t wait = 1000 * 1000 * 1000;
    const struct outcome out =
        run_body("WAIT: " TELL("%rd4") "setp.lt.u64 %p1, %rd6, 1000000000; @%p1 bra WAIT;\n"
                                       "st.global.u64 [%rd3], %rd6;");
    for (unsigned i = 0; i < THREADS; i++) {
        ck_assert_uint_ge(out.told[i][0], wait);
        ck_assert_uint_le(out.told[i][0], wait + wait / 7);
    }
    ck_assert_uint_lt(out.instructions, 3000);
}
END_TEST

/* The first waits take no more than those that are few cycles long. */
START_TEST(a_short_wait_is_exact)
{
    const struct outcome out = run_body("WAIT: " TELL(
        "%rd4") "setp.lt.u64 %p1, %rd6, 40; @%p1 bra WAIT; st.global.u64 [%rd3], %rd6;");
    ck_assert_uint_ge(out.told[0][0], 40);
    ck_assert_uint_le(out.told[0][0], 44);
}
END_TEST

/* The other warp, which has not waited, goes on at the same time. */
START_TEST(warps_that_meet_have_one_clock)
{
    const struct outcome out = run_body(
        "setp.ge.u32 %p2, %r1, 32; @%p2 bra MEET;\n"
        "WAIT: " TELL("%rd4") "setp.lt.u64 %p1, %rd6, 1000000; @%p1 bra WAIT;\n"
                              "MEET: bar.sync 0; " TELL("%rd4") "st.global.u64 [%rd3], %rd6;");
    ck_assert_uint_ge(out.told[0][0], 1000000);
    ck_assert_uint_ge(out.told[32][0], 1000000);
}
END_TEST

/* A loop that a counter ends, and one that touches memory: the clock counts instructions. */
START_TEST(what_is_measured_stays_so)
{
    const struct outcome counted =
        run_body("mov.u32 %r2, 0; mov.u64 %rd7, 0;\n"
                 "NEXT: mov.u64 %rd8, %clock64; fma.rn.f32 %f1, %f1, %f1, %f1; " TELL(
                     "%rd8") "add.s64 %rd7, %rd7, %rd6; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, "
                             "500; @%p1 bra NEXT;\n"
                             "st.global.u64 [%rd3], %rd7;");
    ck_assert_uint_eq(counted.told[0][0], 2 * 500);
    const struct outcome touched = run_body("WAIT: ld.shared.u32 %r3, [tile]; " TELL(
        "%rd4") "setp.lt.u64 %p1, %rd6, 9000; @%p1 bra WAIT; st.global.u64 [%rd3], %rd6;");
    ck_assert_uint_le(touched.told[0][0], 9000 + 2000);
    ck_assert_uint_gt(touched.instructions, 9000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("functional_clock");
    TCase *tcase = tcase_create("functional_clock");
    tcase_add_test(tcase, a_loop_that_waits_for_the_clock_is_short);
    tcase_add_test(tcase, a_short_wait_is_exact);
    tcase_add_test(tcase, warps_that_meet_have_one_clock);
    tcase_add_test(tcase, what_is_measured_stays_so);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
