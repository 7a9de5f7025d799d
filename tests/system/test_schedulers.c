/* SPDX-License-Identifier: BSD-3-Clause */
/* Every warp scheduler that there is runs workloads to their end, with right results, and the same
 * bytes when actors run one cycle ahead only. Observers, which hear more than the policy, do not
 * fail. The workloads are those whose warps differ and compete for L1, and kernels whose warps or
 * blocks wait for each other: nobody may be held back for ever. Few SMs, so that each has the warps
 * of several blocks to choose from. */
#include "policies/tables.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"

static const char *const runs[] = {
    "workloads/examples/spmv/spmv.json", "workloads/examples/kmeans/kmeans.json",
    "tests/kernels/barriers.json", "tests/kernels/handoff.json", "tests/kernels/order_storm.json"};

/* Besides each scheduler with its defaults: others inside those that hold one. */
static const char *const composed[] = {"gto keep=true", "mascar order=lrr", "ipaws greedy=ccws",
                                       "ipaws greedy=mascar greedy.order=lrr"};

static const char *scheduler_of(int index, int built_in)
{
    return index < built_in ? warp_scheduler_table[index]->name : composed[index - built_in];
}

static int n_built_in(void)
{
    int n = 0;
    while (warp_scheduler_table[n])
        n++;
    return n;
}

static bool is_run(const char *file)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++)
        if (g_str_equal(file, runs[i]))
            return true;
    return false;
}

static char *result_of(GPtrArray *command, const struct small_workload *workload)
{
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "end"), "done");
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_eq(result_length(result, "checks"), workload->checks);
    for (unsigned i = 0; i < workload->checks; i++) {
        g_autofree char *passed = g_strdup_printf("checks.%u.passed", i);
        ck_assert_msg(result_flag(result, passed), "%s: %s", workload->file, passed);
    }
    return result_without_host(result);
}

static void check_workload(const char *scheduler, const struct small_workload *workload)
{
    g_autofree char *what = g_strdup_printf("%s, %s", scheduler, workload->file);
    g_autoptr(GPtrArray) command = command_for(workload->file);
    command_set_all(command, workload->sets);
    command_set_all(command, (const char *const[]){"sm.count=2", NULL});
    const char *const options[] = {"--scheduler", scheduler, "--observe", "all"};
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++)
        command_add(command, "%s", options[i]);
    g_autofree char *expected = result_of(command, workload);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autofree char *actual = result_of(command, workload);
    assert_same_result(expected, actual, what);
}

START_TEST(every_scheduler_runs)
{
    unsigned n = 0;
    for (int i = 0; i < n_small_workloads; i++)
        if (is_run(small_workloads[i].file)) {
            check_workload(scheduler_of(_i, n_built_in()), &small_workloads[i]);
            n++;
        }
    ck_assert_uint_eq(n, G_N_ELEMENTS(runs));
}
END_TEST

int main(void)
{
    int n = n_built_in() + (int)G_N_ELEMENTS(composed);
    Suite *suite = suite_create("schedulers");
    TCase *tests = tcase_create("every scheduler");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, every_scheduler_runs, 0, n);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
