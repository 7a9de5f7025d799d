/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers and bulk copies across the blocks of a cluster: on the H100, and only computed. */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"

static const char *const cases[] = {"cluster_copies arrivals", "cluster_copies copies",
                                    "cluster_copies boxes"};

/* However far actors run ahead. */
START_TEST(it_is_right_on_the_h100)
{
    auto_run run, again;
    run_well(&run, "platforms/hopper-h100.xml", cases[_i]);
    assert_line(&run, "wrong 0");
    const uint64_t asked = result_number(run.result, "totals.sm.remote_requests");
    ck_assert_uint_gt(asked, 0);
    ck_assert_uint_eq(asked, result_number(run.result, "totals.sm.remote_served"));
    run_well(&again, "platforms/hopper-h100.xml --set engine.lookahead=1", cases[_i]);
    g_autofree char *expected = result_without_host(run.result);
    g_autofree char *actual = result_without_host(again.result);
    assert_same_result(expected, actual, cases[_i]);
}
END_TEST

START_TEST(it_is_right_when_only_computed)
{
    auto_run run;
    run_well(&run, "platforms/hopper-h100.xml --functional", cases[_i]);
    assert_line(&run, "wrong 0");
}
END_TEST

/* A warp that waits hears of another block's arrival at once, and not when its limit of a million
 * cycles comes. */
START_TEST(an_arrival_wakes_those_who_wait)
{
    auto_run run;
    run_well(&run, "platforms/hopper-h100.xml --set sm.mbarrier.wait_limit=1000000cycles",
             "cluster_copies arrivals");
    ck_assert_uint_lt(kernel_end(&run, 0) - kernel_start(&run, 0), 20000); /* 7,247 */
}
END_TEST

/* A trace that says it only in part would deadlock. */
START_TEST(no_trace_is_written)
{
    g_autofree char *folder = folder_new();
    g_autofree char *options =
        g_strdup_printf("platforms/hopper-h100.xml --export-trace %s/trace", folder);
    auto_run run, alike;
    run_program(&run, options, cases[_i]);
    ck_assert_int_ne(run.exit_code, EXIT_DONE);
    assert_complains(&run, "which a trace cannot say yet");
    run_program(&alike, "platforms/hopper-h100.xml --trace-like", cases[_i]);
    ck_assert_int_ne(alike.exit_code, EXIT_DONE);
    assert_complains(&alike, "a trace");
    folder_remove(g_steal_pointer(&folder));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("copies within clusters");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, it_is_right_on_the_h100, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, it_is_right_when_only_computed, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, no_trace_is_written, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_test(tests, an_arrival_wakes_those_who_wait);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
