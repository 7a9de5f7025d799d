/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads run the units must not be seen in any result: the same bytes on two and on three
 * as on one, at any lookahead, under policies whose parts talk to each other, and the same error
 * where a kernel fails. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

#define VOLTA "platforms/volta-qv100.xml"

/* The command's result with more words; they are taken off again. */
static char *result_with(GPtrArray *command, const char *const *words)
{
    const guint plain = command->len;
    for (; *words; words++)
        command_add(command, "%s", *words);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_ptr_array_set_size(command, (int)plain);
    return result_without_host(result);
}

/* Two threads with windows as wide as wires allow, or, every other time, three with narrow ones.
 * In two of four, threads work together however long that takes; in the others, while it pays.
 * what: for a message. */
static void check_threads(GPtrArray *command, int index, const char *what)
{
    static const char *const runs[][6] = {{"--threads", "2"},
                                          {"--threads=3", "--set", "engine.lookahead=2"}};
    if (index % 4 < 2)
        g_setenv("SIMGPU_TOGETHER", "1", TRUE);
    else
        g_unsetenv("SIMGPU_TOGETHER");
    g_autofree char *expected = result_with(command, (const char *const[]){NULL});
    g_autofree char *actual = result_with(command, runs[index % (int)G_N_ELEMENTS(runs)]);
    assert_same_result(expected, actual, what);
}

START_TEST(results_do_not_depend_on_threads)
{
    g_autoptr(GPtrArray) command = command_of_run(_i * SCHEDULERS);
    check_threads(command, _i, workload_of_run(_i * SCHEDULERS)->file);
}
END_TEST

/* The first ones are those of workloads/examples. */
enum { EXAMPLES = 6 };

START_TEST(nor_do_they_on_volta)
{
    const struct small_workload *workload = &small_workloads[_i];
    g_autofree char *file = source_path(workload->file);
    g_autoptr(GPtrArray) command = command_on(VOLTA, file);
    command_set_all(command, workload->sets);
    check_threads(command, _i + 1, workload->file);
}
END_TEST

START_TEST(traces_do_not_depend_on_threads)
{
    g_autoptr(GPtrArray) command = command_of_trace_run(_i);
    g_autofree char *name = name_of_trace_run(_i);
    check_threads(command, _i, name);
}
END_TEST

/* ---- policies -------------------------------------------------------------------------------- */

static const char *const policies[][4] = {
    {"warp_scheduler=ipaws"},
    {"warp_scheduler=adapt_local"},
    {"warp_scheduler=ccws"},
    {"warp_scheduler=daws"},
    {"warp_scheduler=mascar"},
    {"warp_scheduler=gcaws", "criticality=cpl", "l1_replacement=cacp"},
    {"l1_bypass=ctrl_c", "l1_replacement=ship", "l2_replacement=random"},
    {"l1_bypass=pc_adaptive", "l1_replacement=drrip", "l2_replacement=drrip"},
    {"block_scheduler=rb_ts", "warp_scheduler=two_level"},
};

START_TEST(policies_do_not_depend_on_threads)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/spmv/spmv.json");
    command_set_all(command,
                    (const char *const[]){"scalars.rows=1024", "scalars.edges=6000", NULL});
    for (const char *const *policy = policies[_i]; *policy; policy++) {
        command_add(command, "--policy");
        command_add(command, "%s", *policy);
    }
    check_threads(command, _i, policies[_i][0]);
}
END_TEST

/* ---- what runs on one thread in any case ------------------------------------------------------
 */

START_TEST(observers_get_one_thread_and_the_user_is_told)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    command_add(command, "--observe");
    command_add(command, "all");
    g_autofree char *expected = result_with(command, (const char *const[]){NULL});
    command_add(command, "--threads");
    command_add(command, "2");
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_msg(strstr(outcome.err, "one thread runs all units") != NULL, "%s", outcome.err);
    g_autoptr(JsonNode) result = result_parse(outcome.out);
    ck_assert_uint_eq(result_number(result, "host.threads"), 1);
    g_autofree char *actual = result_without_host(result);
    assert_same_result(expected, actual, "observed");
}
END_TEST

/* ---- what the user is told ---------------------------------------------------------------------
 */

START_TEST(the_host_says_what_threads_can_gain)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    command_add(command, "--profile-host");
    command_add(command, "--threads");
    command_add(command, "2");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(result, "host.threads"), 2);
    ck_assert_uint_gt(result_number(result, "host.profile.stops"), 0);
    result_at(result, "host.profile.units_s.sm");
    JsonNode *two = result_at(result, "host.profile.speedup_at_most.2");
    JsonNode *many = result_at(result, "host.profile.speedup_at_most.64");
    ck_assert_double_ge(json_node_get_double(two), 1);
    ck_assert_double_le(json_node_get_double(two), 2);
    ck_assert_double_ge(json_node_get_double(many), json_node_get_double(two));
}
END_TEST

/* ---- failures -----------------------------------------------------------------------------------
 */

/* Each block stores beyond the end at a time of its own; the earliest is the one that counts. */
static const char failing[] = ".version 3.2\n.target sm_20\n.address_size 64\n"
                              ".visible .entry stray(.param .u64 to)\n{\n"
                              "    .reg .pred %more;\n    .reg .u32 %i;\n    .reg .u64 %a, %b;\n"
                              "    mov.u32 %i, %ctaid.x;\n"
                              "    xor.b32 %i, %i, 21;\n"
                              "    ld.param.u64 %a, [to];\n"
                              "    mul.wide.u32 %b, %i, 4096;\n"
                              "again:\n"
                              "    sub.u32 %i, %i, 1;\n"
                              "    setp.lt.s32 %more, 0, %i;\n"
                              "    @%more bra again;\n"
                              "    add.u64 %b, %b, 4096;\n"
                              "    add.u64 %a, %a, %b;\n"
                              "    st.global.u32 [%a], %i;\n"
                              "    ret;\n}\n";
static const char failing_workload[] =
    "{\"name\": \"stray\", \"description\": \"stores to nothing\",\n \"modules\": {\"m\": "
    "{\"ptx\": \"stray.ptx\"}},\n"
    " \"buffers\": {\"to\": {\"type\": \"u32\", \"count\": 64, \"init\": \"zero\"}},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"stray\", \"grid\": [60], \"block\": [64],\n"
    "             \"args\": [\"to\"]}}]}\n";

static char *error_on(const char *workload, unsigned threads)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "--threads");
    command_add(command, "%u", threads);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_BAD_INPUT, "%s%s", outcome.out, outcome.err);
    return g_strdup(outcome.err);
}

START_TEST(the_earliest_failure_counts)
{
    char *folder = folder_new();
    g_free(folder_write(folder, "stray.ptx", failing, strlen(failing)));
    g_autofree char *workload =
        folder_write(folder, "stray.json", failing_workload, strlen(failing_workload));
    g_autofree char *expected = error_on(workload, 1);
    ck_assert_msg(strstr(expected, "kernel stray, block (") != NULL, "%s", expected);
    for (unsigned threads = 2; threads <= 3; threads++) {
        g_autofree char *actual = error_on(workload, threads);
        ck_assert_str_eq(actual, expected);
    }
    folder_remove(folder);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("threads");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, results_do_not_depend_on_threads, 0, n_small_workloads);
    tcase_add_loop_test(tests, nor_do_they_on_volta, 0, EXAMPLES);
    tcase_add_loop_test(tests, traces_do_not_depend_on_threads, 0, trace_runs());
    tcase_add_loop_test(tests, policies_do_not_depend_on_threads, 0, G_N_ELEMENTS(policies));
    tcase_add_test(tests, observers_get_one_thread_and_the_user_is_told);
    tcase_add_test(tests, the_host_says_what_threads_can_gain);
    tcase_add_test(tests, the_earliest_failure_counts);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
