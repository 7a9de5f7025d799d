/* SPDX-License-Identifier: BSD-3-Clause */
/* How far actors run ahead of the clock is not to be seen in any statistic of any program: the same
 * bytes with windows of one cycle as with those that the wires allow. */
#include "tests/suite/programs.h"

START_TEST(results_do_not_depend_on_the_window)
{
    g_autoptr(JsonNode) free_run = run_program(_i, NULL);
    g_autoptr(JsonNode) bounded = run_program(_i, "--set=engine.lookahead=1");
    g_autofree char *expected = result_without_host(free_run);
    g_autofree char *actual = result_without_host(bounded);
    assert_same_result(expected, actual, result_text(free_run, "workload"));
    /* The option did something: the engine stopped more often. */
    ck_assert_uint_gt(result_number(bounded, "host.engine_stops"),
                      result_number(free_run, "host.engine_stops"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suite_lookahead");
    add_test_of_all(suite, "lookahead", results_do_not_depend_on_the_window);
    return run_suite(suite);
}
