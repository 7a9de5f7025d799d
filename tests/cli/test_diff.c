/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff on made-up results: every line of its text, its exit codes, its errors. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <string.h>

/* A result: 100 cycles, one SM with two schedulers, 80 of 200 slots issued and 40 idle outside of
 * the kernel. */
static const char A[] =
    "{\"schema_version\":1,\"gpu\":\"one\",\"policies\":{\"warp_scheduler\":{\"name\":\"gto\","
    "\"keep\":true}},\"sms\":1,"
    "\"schedulers_per_sm\":2,\"elapsed_cycles\":120,"
    "\"kernels\":[{\"kernel\":\"k\",\"cycles\":60},{\"kernel\":\"k\",\"cycles\":40}],"
    "\"totals\":{\"sm\":{\"slots_issued\":80,\"slots_idle\":60,\"slots_memory\":100,"
    "\"warp_instructions\":80,\"l1d_hits\":10,\"l1d_misses\":0},"
    "\"l2\":{\"reads\":4},\"dispatcher\":{\"kernel_cycles\":100}},"
    "\"policy\":[{\"launch\":0,\"partition\":{\"apart\":1},\"sms\":[{\"sm\":0,\"l1_bypass\":"
    "{\"lines\":2}},{\"sm\":1,\"l1_bypass\":{\"lines\":3}}]}],"
    "\"strange\":{\"deep\":[1,2.5]},\"host\":{\"wall_s\":1.0}}";

/* b: 150 cycles; 100 slots more: 80 of memory, 20 idle, of which another 20 are outside. */
static const char B[] =
    "{\"schema_version\":1,\"gpu\":\"one\",\"policies\":{\"warp_scheduler\":{\"name\":\"lrr\","
    "\"n\":3}},\"sms\":1,"
    "\"schedulers_per_sm\":2,\"elapsed_cycles\":180,"
    "\"kernels\":[{\"kernel\":\"k\",\"cycles\":60},{\"kernel\":\"k\",\"cycles\":80},"
    "{\"kernel\":\"_Z3newPf\",\"cycles\":10}],"
    "\"totals\":{\"sm\":{\"slots_issued\":80,\"slots_idle\":100,\"slots_memory\":180,"
    "\"warp_instructions\":80,\"l1d_hits\":9,\"l1d_misses\":1},"
    "\"l2\":{\"reads\":5},\"dispatcher\":{\"kernel_cycles\":150}},"
    "\"policy\":[{\"launch\":0,\"partition\":{\"apart\":2},\"sms\":[{\"sm\":0,\"l1_bypass\":"
    "{\"lines\":2}},{\"sm\":1,\"l1_bypass\":{\"lines\":8}}]}],"
    "\"strange\":{\"deep\":[1,5]},\"host\":{\"wall_s\":2.0}}";

static const char TEXT[] =
    "\n"
    "inputs that differ\n"
    "  warp_scheduler     gto -> lrr\n"
    "  warp_scheduler.keep true -> -\n"
    "  warp_scheduler.n   - -> 3\n"
    "  kernels            2 -> 3\n"
    "\n"
    "in words\n"
    "  b takes 50.0 % more cycles in kernels: 100 -> 150.\n"
    "  Both execute the same number of warp instructions; IPC 0.800 -> 0.533.\n"
    "  For each 100 issue slots that a has while kernels run, b has 150.0: memory +40.0, idle "
    "+10.0.\n"
    "\n"
    "kernels, cycles\n"
    "  k #2                                         40             80  +100.0 %\n"
    "  new #1                           only in b, 10\n"
    "\n"
    "time\n"
    "  dispatcher.kernel_cycles                                100            150  +50.0 %\n"
    "  elapsed_cycles                                          120            180  +50.0 %\n"
    "\n"
    "issue slots, as shares of the slots while kernels run\n"
    "  sm.slots_issued                                      40.0 %         26.7 %  -13.3 points\n"
    "  sm.slots_memory                                      50.0 %         60.0 %  +10.0 points\n"
    "  sm.slots_idle                                        10.0 %         13.3 %  +3.3 points\n"
    "\n"
    "L1 data cache\n"
    "  sm.l1d_misses                                             0              1  from 0\n"
    "  sm.l1d_hits                                              10              9  -10.0 %\n"
    "\n"
    "L2\n"
    "  l2.reads                                                  4              5  +25.0 %\n"
    "\n"
    "results of policies, over all launches and SMs\n"
    "  policy.l1_bypass.lines                                    5             10  +100.0 %\n"
    "  policy.partition.apart                                    1              2  +100.0 %\n"
    "\n"
    "results of policies, by launch and SM\n"
    "  policy.0.sms.1.l1_bypass.lines                            3              8  +166.7 %\n"
    "  policy.0.partition.apart                                  1              2  +100.0 %\n"
    "\n"
    "strange\n"
    "  strange.deep.1                                          2.5              5  +100.0 %\n";

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}
static void tear_down(void)
{
    folder_remove(folder);
}

static char *file(const char *name, const char *text)
{
    return folder_write(folder, name, text, strlen(text));
}

static void run_diff(struct outcome *outcome, const char *a, const char *b)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "diff");
    command_add(command, "%s", a);
    if (b)
        command_add(command, "%s", b);
    command_run(command, outcome);
}

START_TEST(differences_are_explained)
{
    g_autofree char *a = file("a.json", A), *b = file("b.json", B);
    auto_outcome outcome;
    run_diff(&outcome, a, b);
    g_autofree char *expected = g_strdup_printf("a: %s\nb: %s\n%s", a, b, TEXT);
    ck_assert_str_eq(outcome.out, expected);
    ck_assert_str_eq(outcome.err, "");
    ck_assert_int_eq(outcome.exit_code, 1);
}
END_TEST

/* Wall time differs between any two runs, and the order of the members tells nothing. */
START_TEST(host_figures_are_no_difference)
{
    static const char one[] =
        "{\"totals\":{\"x\":1,\"y\":2},\"schema_version\":1,\"host\":{\"w\":1}}";
    static const char two[] =
        "{\"schema_version\":1,\"host\":{\"w\":2},\"totals\":{\"y\":2,\"x\":1}}";
    g_autofree char *a = file("a.json", one), *b = file("b.json", two);
    auto_outcome outcome;
    run_diff(&outcome, a, b);
    g_autofree char *expected = g_strdup_printf("a: %s\nb: %s\nthe same\n", a, b);
    ck_assert_str_eq(outcome.out, expected);
    ck_assert_int_eq(outcome.exit_code, 0);
}
END_TEST

/* A value that one of them lacks, though it is 0. */
START_TEST(a_missing_value_is_a_difference)
{
    static const char one[] = "{\"schema_version\":1,\"totals\":{\"x\":1}}";
    static const char two[] = "{\"schema_version\":1,\"totals\":{\"x\":1,\"y\":0}}";
    g_autofree char *a = file("a.json", one), *b = file("b.json", two);
    auto_outcome outcome;
    run_diff(&outcome, a, b);
    ck_assert_int_eq(outcome.exit_code, 1);
    ck_assert_msg(strstr(outcome.out, "totals.y ") && strstr(outcome.out, "only in b, 0\n"), "%s",
                  outcome.out);
}
END_TEST

/* The command's own results: the same run twice, and with another scheduler. */
START_TEST(real_results)
{
    static const char *const schedulers[] = {"gto", "gto", "lrr"};
    char *paths[3];
    for (unsigned i = 0; i < 3; i++) {
        g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
        g_autofree char *name = g_strdup_printf("%u.json", i);
        paths[i] = g_build_filename(folder, name, NULL);
        command_add(command, "--json=%s", paths[i]);
        command_add(command, "--scheduler=%s", schedulers[i]);
        auto_outcome outcome;
        command_run(command, &outcome);
        ck_assert_msg(outcome.exit_code == 0, "%s", outcome.err);
    }
    auto_outcome same, different;
    run_diff(&same, paths[0], paths[1]);
    ck_assert_int_eq(same.exit_code, 0);
    run_diff(&different, paths[0], paths[2]);
    ck_assert_int_eq(different.exit_code, 1);
    ck_assert(strstr(different.out, "warp_scheduler     gto -> lrr\n"));
    for (unsigned i = 0; i < 3; i++)
        g_free(paths[i]);
}
END_TEST

static const struct {
    const char *text; /* NULL: no file */
    int exit_code;
    const char *message;
} errors[] = {
    {NULL, EXIT_BAD_INPUT, "No such file"},
    {"{\"totals\":", EXIT_BAD_INPUT, "bad.json:1: expected a value"},
    {"", EXIT_BAD_INPUT, "bad.json:1: expected a value"},
    {"[1]", EXIT_BAD_INPUT, "bad.json: this is no result of --json"},
    {"{\"totals\":{}}", EXIT_BAD_INPUT, "bad.json: this is no result of --json"},
    {"{\"schema_version\":1,\"totals\":3}", EXIT_BAD_INPUT,
     "bad.json: this is no result of --json"},
};
START_TEST(bad_files_are_named)
{
    g_autofree char *good = file("a.json", A);
    g_autofree char *bad = g_build_filename(folder, "bad.json", NULL);
    if (errors[_i].text)
        g_free(file("bad.json", errors[_i].text));
    auto_outcome outcome;
    run_diff(&outcome, good, bad);
    ck_assert_int_eq(outcome.exit_code, errors[_i].exit_code);
    ck_assert_str_eq(outcome.out, "");
    ck_assert_msg(strstr(outcome.err, errors[_i].message) != NULL, "%s", outcome.err);
}
END_TEST

START_TEST(two_files_are_wanted)
{
    g_autofree char *good = file("a.json", A);
    auto_outcome outcome;
    run_diff(&outcome, good, NULL);
    ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
    ck_assert_str_eq(outcome.err, "simgpu: expected two results of --json, found 1 argument\n"
                                  "Try diff --help.\n");
}
END_TEST

/* A reader that calls itself for each bracket would overflow its stack. */
START_TEST(deep_nesting_is_refused)
{
    enum { DEPTH = 200000 };
    g_autofree char *brackets = g_strnfill(DEPTH, '[');
    g_autofree char *path = folder_write(folder, "deep.json", brackets, DEPTH);
    for (int i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command = command_new();
        auto_outcome outcome;
        command_add(command, i == 0 ? "diff" : "report");
        command_add(command, "%s", path);
        if (i == 0)
            command_add(command, "%s", path);
        command_run(command, &outcome);
        ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(outcome.err, "deep.json:1: nested deeper than 64"));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diff");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, differences_are_explained);
    tcase_add_test(tests, host_figures_are_no_difference);
    tcase_add_test(tests, a_missing_value_is_a_difference);
    tcase_add_test(tests, real_results);
    tcase_add_loop_test(tests, bad_files_are_named, 0, G_N_ELEMENTS(errors));
    tcase_add_test(tests, two_files_are_wanted);
    tcase_add_test(tests, deep_nesting_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
