/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels print and how they stop themselves. */
#include "tests/programs/run.h"
#include <string.h>

/* The program's own output: up to simgpu's summary. */
static void assert_output(const struct run *run, const char *expected)
{
    ck_assert_msg(g_str_has_prefix(run->out, expected), "expected:\n%sfound:\n%s", expected,
                  run->out);
    const char *rest = run->out + strlen(expected);
    g_autofree char *path = program_path("output");
    ck_assert_msg(g_str_has_prefix(rest, path), "behind the output:\n%s", rest);
}

START_TEST(host_and_kernels_print_in_order)
{
    auto_run run;
    run_program(&run, _i == 0 ? NULL : "--functional", "output order");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_output(&run, "host 1\nhost 2\nkernel 1\nhost 3\nkernel 2\nhost 4\nkernel 3\nhost 5\n"
                        "kernel 4\nhost 6\nhost 7\nkernel 5\n");
    if (_i == 0)
        assert_complains(
            &run, "output ended without waiting for 1 unfinished command, which runs to the end");
}
END_TEST

START_TEST(formats_are_those_of_c)
{
    auto_run run;
    run_well(&run, NULL, "output formats");
    g_autofree char *expected = g_strdup_printf(
        "%d %5d|%-5d|%05d %u %x %X %o\n%lld %llu %llx\n%f %.2f %8.3f| %e %g\n%c %s %10s| %.2s %%\n"
        "nothing more\n0\n",
        -1, 42, 42, 42, 4000000000u, 255, 255, 8, -5000000000ll, 18446744073709551615ull,
        1ull << 40, 1.5, 2.345, 3.14159, 12345.678, 0.0001, 'x', "text", "right", "cut");
    assert_output(&run, expected);
}
END_TEST

/* Blocks and warps print when they get there: always the same, at any lookahead. Each line is there
 * once, and a kernel's before the next one's. */
START_TEST(lines_of_blocks_and_warps_are_deterministic)
{
    static const char *const options[] = {NULL, "--set engine.lookahead=1",
                                          "--set engine.lookahead=3"};
    g_autofree char *first = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        auto_run run;
        run_well(&run, options[i], "output who 20 3");
        g_autofree char *lines =
            g_strndup(run.out, (gsize)(strstr(run.out, "/output on ") - run.out));
        if (!first)
            first = g_strdup(lines);
        ck_assert_str_eq(lines, first);
    }
    const char *second_kernel = strstr(first, "kernel 1");
    ck_assert_ptr_nonnull(second_kernel);
    ck_assert_ptr_null(strstr(second_kernel, "kernel 0"));
    for (unsigned i = 0; i < 2 * 20 * 3; i++) {
        g_autofree char *line =
            g_strdup_printf("kernel %u block %u warp %u\n", i / 60, i / 3 % 20, i % 3);
        const char *found = strstr(first, line);
        ck_assert_msg(found != NULL && strstr(found + 1, line) == NULL, "not once: %s", line);
    }
}
END_TEST

START_TEST(lanes_print_in_order_on_their_path)
{
    auto_run run;
    run_well(&run, NULL, "output lanes");
    ck_assert(strstr(run.out, "odd 1\nodd 3\n") && strstr(run.out, "even 0\neven 2\n"));
}
END_TEST

/* ---- kernels that stop themselves --------------------------------------------------------------
 */

static const char *const modes[] = {NULL, "--functional", "--set engine.lookahead=1"};

/* The program gets an error that stays, as on a GPU, and goes on. */
START_TEST(a_failed_assert_is_named)
{
    auto_run run;
    run_program(&run, modes[_i], "output failed_assert 100");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    ck_assert_str_eq(result_text(run.result, "end"), "fault");
    ck_assert(!result_flag(run.result, "complete"));
    assert_slots_are_accounted(run.result);
    assert_complains(&run, "kernel assert_small, block (1,0,0), thread (36,0,0)");
    assert_complains(&run, "output.cu:37: void assert_small(int): block: [1,0,0], thread: [36,0,0] "
                           "Assertion `i < limit && \"index too large\"` failed.");
    assert_line(&run, "launched: cudaSuccess");
    assert_line(&run, "synchronised: cudaErrorAssert");
    assert_line(&run, "and then: cudaErrorAssert");
}
END_TEST

START_TEST(an_assert_that_holds_is_not)
{
    auto_run run;
    run_well(&run, modes[_i], "output failed_assert 256");
    assert_line(&run, "synchronised: cudaSuccess");
}
END_TEST

START_TEST(a_trap_is_named)
{
    auto_run run;
    run_program(&run, modes[_i], "output trap 39");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_complains(&run, "kernel trap_at, block (0,0,0), warp 1");
    assert_complains(&run, "the kernel executed trap");
    assert_line(&run, "synchronised: cudaErrorLaunchFailure");
}
END_TEST

/* What was printed before a fault is not lost: of the host, and of kernels that have ended. */
START_TEST(a_fault_keeps_earlier_output)
{
    auto_run run;
    run_program(&run, modes[_i], "output say_then_fail");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_line(&run, "host before");
    assert_line(&run, "kernel before");
    assert_complains(&run, "the kernel executed trap");
}
END_TEST

/* The youngest lines stay, whole ones; that some are lost is said once. */
START_TEST(the_limit_of_output_holds)
{
    static const struct {
        unsigned limit, first; /* line that is there */
    } cases[] = {{400, 0}, {399, 1}, {155, 25}, {100, 30}, {59, 35}, {9, 40}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_run run;
        g_autofree char *words = g_strdup_printf("output more_than_fits %u", cases[i].limit);
        g_autoptr(GString) expected = g_string_new(NULL);
        run_program(&run, modes[_i], words);
        ck_assert_int_eq(run.exit_code, EXIT_DONE);
        for (unsigned line = cases[i].first; line < 40; line++)
            g_string_append_printf(expected, "line %4u\n", line);
        assert_output(&run, expected->str);
        if (cases[i].first == 0)
            ck_assert_str_eq(run.err, "");
        else
            assert_complains(&run, "kernels printed more than cudaLimitPrintfFifoSize, ");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("output of programs");
    TCase *tests = tcase_create("all");
    int n_modes = (int)G_N_ELEMENTS(modes);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, host_and_kernels_print_in_order, 0, 2);
    tcase_add_test(tests, formats_are_those_of_c);
    tcase_add_test(tests, lines_of_blocks_and_warps_are_deterministic);
    tcase_add_test(tests, lanes_print_in_order_on_their_path);
    tcase_add_loop_test(tests, a_failed_assert_is_named, 0, n_modes);
    tcase_add_loop_test(tests, an_assert_that_holds_is_not, 0, n_modes);
    tcase_add_loop_test(tests, a_trap_is_named, 0, n_modes);
    tcase_add_loop_test(tests, a_fault_keeps_earlier_output, 0, n_modes);
    tcase_add_loop_test(tests, the_limit_of_output_holds, 0, n_modes);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
