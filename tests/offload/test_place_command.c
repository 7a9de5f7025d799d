/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu place` as a user runs it. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <string.h>

static const char table[] = "kernel,cpu_alone,gpu_alone,predicted_cpu_alone,predicted_gpu_alone\n"
                            "a,8,2,5,4\nb,1,2,5,4\nc,3,6,1,2\n";

static void run(const char *const *words, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "place");
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

/* The last kernel's 2x on the CPU is got, the second one's is not: 1/2 of the gap. */
START_TEST(tells_targets_and_policies)
{
    char *folder = folder_new();
    g_autofree char *csv = folder_write(folder, "t.csv", table, strlen(table));
    auto_outcome outcome;
    run((const char *const[]){csv, NULL}, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome.out, "kernel,cpu,gpu,oracle,heteropdp\na,0.125,0.5,gpu,gpu\n"
                                  "b,1,0.5,cpu,gpu\nc,0.333333333,0.166666667,cpu,cpu\n");
    ck_assert_ptr_nonnull(strstr(outcome.err, "right targets  2 of 3 (66.7 %)\n"));
    ck_assert_ptr_nonnull(strstr(outcome.err, "[gpu, cpu]     1\n"));
    ck_assert_ptr_nonnull(strstr(outcome.err, "gap closed     50.0 % of"));
    folder_remove(folder);
}
END_TEST

START_TEST(tells_what_is_wrong)
{
    char *folder = folder_new();
    g_autofree char *csv = folder_write(folder, "t.csv", table, strlen(table));
    auto_outcome goal, weight, missing;
    run((const char *const[]){csv, "--goal", "fame", NULL}, &goal);
    ck_assert_int_eq(goal.exit_code, EXIT_USAGE);
    ck_assert_str_eq(goal.err,
                     "simgpu: --goal wants time, throughput, weighted_speedup or fairness, not "
                     "\"fame\"\nTry place --help.\n");
    run((const char *const[]){csv, "--weight", "0", NULL}, &weight);
    ck_assert_int_eq(weight.exit_code, EXIT_USAGE);
    run((const char *const[]){folder, NULL}, &missing);
    ck_assert_int_eq(missing.exit_code, EXIT_BAD_INPUT);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("place_command");
    TCase *tcase = tcase_create("place_command");
    tcase_add_test(tcase, tells_targets_and_policies);
    tcase_add_test(tcase, tells_what_is_wrong);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
