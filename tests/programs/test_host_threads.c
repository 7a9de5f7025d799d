/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs whose threads call CUDA side by side: a run says the same as the one before, though the
 * threads take another time in each. */
#include "tests/programs/run.h"

enum { REPEATS = 3 };

static const char *const cases[] = {
    "threads own_streams 4 6", "threads in_turns 4 3",   "threads phases 4 3",
    "threads uneven 3 3",      "threads early_exit 4 4",
};

START_TEST(repeats_agree)
{
    g_autofree char *first = NULL;
    for (int i = 0; i < REPEATS; i++) {
        auto_run run;
        run_program(&run, NULL, cases[_i]);
        ck_assert_int_eq(run.exit_code, EXIT_DONE);
        ck_assert_uint_gt(result_number(run.result, "programs.0.threads"), 2);
        ck_assert(result_flag(run.result, "programs.0.threads_ordered"));
        char *result = result_without_host(run.result);
        if (first)
            ck_assert_str_eq(first, result);
        g_free(first);
        first = result;
    }
}
END_TEST

/* Threads that wait for each other call in the order that this gives. */
START_TEST(turns_are_kept)
{
    auto_run run;
    run_well(&run, NULL, "threads in_turns 3 4");
    for (int i = 0; i < 12; i++) {
        g_autofree char *name = g_strdup_printf("turn%d", i);
        ck_assert_int_eq((int)run_number(&run, name), (i % 3 + 3 - i / 3 % 3) % 3);
    }
}
END_TEST

/* Between two barriers all have added their number, and one looks. */
START_TEST(barriers_hold)
{
    auto_run run;
    run_well(&run, NULL, "threads phases 3 3");
    assert_line(&run, "sum0 3");
    assert_line(&run, "sum1 6");
    assert_line(&run, "sum2 9");
}
END_TEST

/* A thread that waits for its kernels keeps nobody else from calling. */
START_TEST(a_call_that_waits_holds_nobody_up)
{
    auto_run run;
    run_well(&run, NULL, "threads uneven 3 3");
    double slow = run_number(&run, "sum0");
    ck_assert_double_lt(2 * run_number(&run, "sum1"), slow);
    ck_assert_double_lt(2 * run_number(&run, "sum2"), slow);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("threads of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, repeats_agree, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_test(tests, turns_are_kept);
    tcase_add_test(tests, barriers_hold);
    tcase_add_test(tests, a_call_that_waits_holds_nobody_up);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
