/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that launch kernels: values, order, limits, time. */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"

#include <string.h>

#define CYCLES_PER_US 700.0 /* the clock of the GTX 480 */

START_TEST(children_see_what_parents_wrote)
{
    auto_run run, computed;
    run_well(&run, NULL, "children values");
    assert_line(&run, "wrong 0");
    run_well(&computed, "--functional", "children values");
    assert_line(&computed, "wrong 0");
}
END_TEST

START_TEST(kernels_launch_themselves)
{
    auto_run run;
    run_well(&run, NULL, "children recursion");
    assert_line(&run, "wrong 0");
    const uint64_t children = result_number(run.result, "totals.host_commands.child_launches");
    ck_assert_uint_gt(children, 60);
    ck_assert_uint_eq(result_number(run.result, "totals.host_commands.launches"), children + 1);
}
END_TEST

/* 99 is a launch of the host, behind its parents in the stream. */
START_TEST(streams_of_blocks_are_in_order)
{
    auto_run run, computed;
    run_well(&run, NULL, "children streams 0");
    assert_line(&run, "log 11 12 1 2 99");
    run_well(&computed, "--functional", "children streams 0");
    assert_line(&computed, "log 1 2 11 12 99");
}
END_TEST

START_TEST(forgotten_launches_have_no_order)
{
    auto_run run;
    run_well(&run, NULL, "children streams 1");
    assert_line(&run, "log 2 1 99");
}
END_TEST

static const char *const tails = "log 1 2 11 12 13 14 21 22 23 24 99";

START_TEST(tail_launches_come_last)
{
    auto_run run, computed, alone;
    run_well(&run, NULL, "children streams 2");
    assert_line(&run, tails);
    run_well(&computed, "--functional", "children streams 2");
    assert_line(&computed, tails);
    /* A parent that waits for its children takes no place from them. */
    run_well(&alone, "--set host.concurrent.kernels=1", "children streams 2");
    assert_line(&alone, tails);
}
END_TEST

START_TEST(wrong_launches_have_errors)
{
    auto_run run;
    run_well(&run, NULL, "children limits");
    assert_line(&run, "log 24065 9 9 0");
}
END_TEST

START_TEST(code_launches_in_many_forms)
{
    auto_run run;
    run_well(&run, NULL, "children forms");
    assert_line(&run, "log 0 1 2 -3 4 5 6 7 8");
    assert_line(&run, "parent prints");
}
END_TEST

START_TEST(code_of_nvcc_launches)
{
    auto_run run;
    run_well(&run, NULL, "children nvcc");
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(launches_are_messages)
{
    auto_run run, alike;
    run_program(&run, "--trace-messages=-", "children streams 1");
    ck_assert_int_eq(run.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(run.out, "CHILDREN"));
    run_program(&alike, "--trace-like", "children streams 1");
    assert_complains(&alike, "a kernel that launches kernels cannot run as its trace does");
}
END_TEST

START_TEST(a_trace_without_children_says_so)
{
    g_autofree char *folder = folder_new();
    g_autofree char *options = g_strdup_printf("--export-trace %s/trace", folder);
    auto_run run;
    run_program(&run, options, "children streams 1");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    const uint64_t children = result_number(run.result, "totals.host_commands.child_launches");
    g_autofree char *told = g_strdup_printf(
        "warning: a kernel that a kernel launched is not in the trace (%" G_GUINT64_FORMAT
        " times)",
        children);
    assert_complains(&run, told);
    folder_remove(g_steal_pointer(&folder));
}
END_TEST

START_TEST(kernels_copy)
{
    auto_run run;
    run_well(&run, NULL, "children copies");
    assert_line(&run, "wrong 0");
    assert_line(&run, "invalid argument, no error");
}
END_TEST

/* The n-th lane's launch leaves (n - 1) intervals after the first one's. */
START_TEST(launches_take_their_time)
{
    auto_run run, quick;
    run_well(&run, "--set host.child.latency=50us --set host.child.interval=3us",
             "children many 1");
    assert_line(&run, "value 4096");
    /* 0: the parent; 1 and 2: the first lanes of both warps; 64: one of the last lanes. */
    const double after = (double)(kernel_start(&run, 1) - kernel_start(&run, 0)) / CYCLES_PER_US;
    const double apart = (double)(kernel_start(&run, 64) - kernel_start(&run, 1)) / CYCLES_PER_US;
    ck_assert_double_ge(after, 50);
    ck_assert_double_le(after, 54);
    ck_assert_double_ge(apart, 31 * 3 - 1);
    ck_assert_double_le(apart, 31 * 3 + 1);
    run_well(&quick, "--set host.child.latency=0us --set host.child.interval=0us",
             "children many 1");
    assert_line(&quick, "value 4096");
    ck_assert_double_le((double)(kernel_start(&quick, 1) - kernel_start(&quick, 0)),
                        4 * CYCLES_PER_US);
}
END_TEST

static char *figures(const char *options, const char *words)
{
    auto_run run;
    run_well(&run, options, words);
    return g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                           result_number(run.result, "elapsed_ps"),
                           result_number(run.result, "totals.sm.active_cycles"),
                           result_number(run.result, "totals.dram.reads"));
}

START_TEST(results_depend_on_nothing)
{
    static const char *const words[] = {"children recursion 200", "children many 5"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *base = figures(NULL, words[i]);
        g_autofree char *fine = figures("--set engine.lookahead=1", words[i]);
        g_autofree char *threads = figures("--threads 2", words[i]);
        ck_assert_str_eq(base, fine);
        ck_assert_str_eq(base, threads);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("children");
    TCase *tests = tcase_create("children");
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, children_see_what_parents_wrote);
    tcase_add_test(tests, kernels_launch_themselves);
    tcase_add_test(tests, streams_of_blocks_are_in_order);
    tcase_add_test(tests, forgotten_launches_have_no_order);
    tcase_add_test(tests, tail_launches_come_last);
    tcase_add_test(tests, wrong_launches_have_errors);
    tcase_add_test(tests, code_launches_in_many_forms);
    tcase_add_test(tests, code_of_nvcc_launches);
    tcase_add_test(tests, launches_are_messages);
    tcase_add_test(tests, a_trace_without_children_says_so);
    tcase_add_test(tests, kernels_copy);
    tcase_add_test(tests, launches_take_their_time);
    tcase_add_test(tests, results_depend_on_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
