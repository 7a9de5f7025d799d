/* SPDX-License-Identifier: BSD-3-Clause */
/* The executor's printf and assert. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"                       \
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "      \
    ".param .b64 c);\n"
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 out)\n{\n.local .align 8 .b8 buffer[96];\n"                     \
    ".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<12>; .reg .f64 %fd<4>;\n"                   \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                  \
    "add.s64 %rd3, %rd1, %rd2; mov.u64 %rd4, buffer; cvta.local.u64 %rd5, %rd4;\n"
#define PRINT                                                                                      \
    "{ .param .b64 a0; .param .b64 a1; .param .b32 r0; st.param.b64 [a0], %rd6;\n"                 \
    "st.param.b64 [a1], %rd5; call.uni (r0), vprintf, (a0, a1); ld.param.b32 %r2, [r0+0]; }\n"
#define TAIL "st.global.u32 [%rd3], %r2; ret;\n}\n"

static void start(struct harness *h, const char *text)
{
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    harness_place_globals(h, 0x10000);
}

/* Puts a string where the kernel finds it: at DEVICE_BASE + offset. */
static void put(struct harness *h, uint32_t offset, const char *text)
{
    memcpy(h->memory + offset, text, strlen(text) + 1);
}

static uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

START_TEST(lanes_print_in_order)
{
    struct harness h;
    start(&h,
          HEAD ".global .align 1 .b8 text[16] = {104, 105, 32, 37, 100, 10, 0};\n" KERNEL
               "st.local.u32 [%rd4], %r1; mov.u64 %rd7, text; cvta.global.u64 %rd6, %rd7;\n"
               "setp.lt.u32 %p1, %r1, 29; mov.u32 %r2, 5; @%p1 bra OVER;\n" PRINT "OVER:\n" TAIL);
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    ck_assert_str_eq(h.output->str, "hi 29\nhi 30\nhi 31\n");
    ck_assert_uint_eq(word(&h, 28), 5);
    ck_assert_uint_eq(word(&h, 29), 1);
    harness_finish(&h);
}
END_TEST

/* One conversion with a 64-bit argument and an int before it, by one thread. */
static void prints(const char *format, uint32_t first, uint64_t second, const char *expected,
                   uint32_t taken)
{
    struct harness h;
    start(&h, HEAD KERNEL "add.s64 %rd6, %rd1, 4096; ld.global.u32 %r4, [%rd1+8192];\n"
                          "ld.global.u64 %rd8, [%rd1+8200]; st.local.u32 [%rd4], %r4;\n"
                          "st.local.u64 [%rd4+8], %rd8;\n" PRINT TAIL);
    h.block[0] = 1;
    put(&h, 4096, format);
    put(&h, 12288, "a string");
    memcpy(h.memory + 8192, &first, 4);
    memcpy(h.memory + 8200, &second, 8);
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s: %s", format, h.fault);
    ck_assert_str_eq(h.output->str, expected);
    ck_assert_uint_eq(word(&h, 0), taken);
    harness_finish(&h);
}

static uint64_t bits(double x)
{
    uint64_t value;
    memcpy(&value, &x, 8);
    return value;
}

START_TEST(conversions)
{
    prints("plain 100%%\n", 0, 0, "plain 100%\n", 0);
    prints("[%5d|%-20lld]", 42, (uint64_t)-1234567890123, "[   42|-1234567890123      ]", 2);
    prints("%i %zu", (uint32_t)-7, 18446744073709551615u, "-7 18446744073709551615", 2);
    prints("%u %lu", (uint32_t)-7, 5, "4294967289 5", 2);
    prints("%x %#lX", 0xbeef, 0xcafe, "beef 0XCAFE", 2);
    prints("%#o %016lx", 8, 0x1234, "010 0000000000001234", 2);
    prints("%hd %ld", 0x1ffff, 3, "-1 3", 2);
    prints("%hhu %ld", 0x1ff, 3, "255 3", 2);
    prints("%c%s", 'x', DEVICE_BASE + 12288, "xa string", 2);
    prints("%*s|", 10, DEVICE_BASE + 12288, "  a string|", 2);
    prints("%*s|", (uint32_t)-10, DEVICE_BASE + 12288, "a string  |", 2);
    prints("%.*s|", 3, DEVICE_BASE + 12288, "a s|", 2);
    prints("%d %s", 1, 0, "1 (null)", 2);
    prints("%d %f", 1, bits(2.5), "1 2.500000", 2);
    prints("%+d %10.3e", 1, bits(12345.678), "+1  1.235e+04", 2);
    prints("%.3d %-9g|", 1, bits(0.0001), "001 0.0001   |", 2);
    prints("% d %a", 1, bits(1.5), " 1 0x1.8p+0", 2);
    prints("%d %p", 1, 0x1000, "1 0x1000", 2);
    prints("%d %.0f %%", 1, bits(2.5), "1 2 %", 2);
}
END_TEST

START_TEST(null_format)
{
    struct harness h;
    start(&h, HEAD KERNEL "mov.u64 %rd6, 0;\n" PRINT TAIL);
    ck_assert(harness_run(&h));
    ck_assert_uint_eq(word(&h, 3), UINT32_MAX);
    harness_finish(&h);
}
END_TEST

static void print_fails(const char *format, uint64_t argument, const char *fault)
{
    struct harness h;
    start(&h, HEAD KERNEL "add.s64 %rd6, %rd1, 4096; ld.global.u64 %rd8, [%rd1+8192];\n"
                          "st.local.u64 [%rd4], %rd8;\n" PRINT TAIL);
    put(&h, 4096, format);
    memcpy(h.memory + 8192, &argument, 8);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, fault);
    harness_finish(&h);
}

START_TEST(bad_arguments)
{
    print_fails("%s", 1, "printf: the argument of its %s is no readable string in memory");
    print_fails("%w", 1, "printf: its format has a conversion that C doesn't know");
    print_fails("%5.", 1, "printf: its format ends in a conversion");
    print_fails("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d",
                1, "printf: its arguments are not in readable memory");
}
END_TEST

START_TEST(failed_assertion)
{
    struct harness h;
    start(&h, HEAD KERNEL
          "add.s64 %rd6, %rd1, 4096; add.s64 %rd7, %rd1, 4128; add.s64 %rd8, %rd1, 4160;\n"
          "mov.u32 %r2, 1; setp.ne.u32 %p1, %r1, 2; mov.u32 %r3, %tid.y; setp.ne.u32 %p2, %r3, 7;\n"
          "or.pred %p1, %p1, %p2; @%p1 bra GOOD;\n"
          "{ .param .b64 a0; .param .b64 a1; .param .b32 a2; .param .b64 a3; .param .b64 a4;\n"
          "st.param.b64 [a0], %rd6; st.param.b64 [a1], %rd7; st.param.b32 [a2], 12;\n"
          "st.param.b64 [a3], %rd8; st.param.b64 [a4], 1;\n"
          "call.uni __assertfail, (a0, a1, a2, a3, a4); }\nGOOD:\n" TAIL);
    h.block[0] = 5;
    h.block[1] = 10;
    put(&h, 4096, "x < n");
    put(&h, 4128, "dir/a.cu");
    put(&h, 4160, "void k(int *)");
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, "dir/a.cu:12: void k(int *): block: [1,2,3], thread: [2,7,0] "
                              "Assertion `x < n` failed.");
    ck_assert_uint_eq(h.fault_lane, 37 - 32);
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx printf and assert");
    TCase *tc = tcase_create("builtin");
    tcase_add_test(tc, lanes_print_in_order);
    tcase_add_test(tc, conversions);
    tcase_add_test(tc, null_format);
    tcase_add_test(tc, bad_arguments);
    tcase_add_test(tc, failed_assertion);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
