/* SPDX-License-Identifier: BSD-3-Clause */
/* Every workload computes what its CPU reference computes, under every warp scheduler. */
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"

START_TEST(results_are_right)
{
    g_autoptr(GPtrArray) command = command_of_run(_i);
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "end"), "done");
    ck_assert(result_flag(result, "complete"));
    ck_assert_str_eq(result_text(result, "policies.warp_scheduler.name"), scheduler_of_run(_i));
    unsigned n = result_length(result, "checks");
    ck_assert_uint_eq(n, workload_of_run(_i)->checks);
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *passed = g_strdup_printf("checks.%u.passed", i);
        g_autofree char *elements = g_strdup_printf("checks.%u.elements", i);
        ck_assert(result_flag(result, passed));
        ck_assert_uint_gt(result_number(result, elements), 0);
    }
    ck_assert_uint_eq(result_sum(result, "checks", "wrong"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("results");
    TCase *tests = tcase_create("small");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, results_are_right, 0, all_runs());
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
