/* SPDX-License-Identifier: BSD-3-Clause */
/* Timelines of workloads and traces are well-formed, agree with the run's counters, change none of
 * its results, and are the same bytes at any lookahead. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include "tests/timeline/timeline_file.h"
#include <string.h>

static const int runs[] = {0, 3,  4,  7,
                           8, 13, 29, 30}; /* of all_runs(): every kind of instruction */
enum { RUNS = G_N_ELEMENTS(runs), TRACE_KINDS = 2 };

/* A run's command line: workloads, then traces on the GV100, whose crossbar queues at inputs. */
static GPtrArray *command_of(int index)
{
    static const char *const platforms[TRACE_KINDS] = {"platforms/volta-qv100.xml",
                                                       "platforms/calibration/accelsim-qv100.xml"};
    static const char *const blocks[] = {"blocks=20", "iters=2", NULL};
    if (index < RUNS)
        return command_of_run(runs[index]);
    g_autofree char *trace = trace_of("vecadd", blocks);
    return command_on(platforms[index - RUNS], trace);
}

static char *file_in(const char *folder, const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* Adds the option and runs; the result. */
static JsonNode *run_to(GPtrArray *command, const char *file)
{
    command_add(command, "--timeline");
    command_add(command, "%s", file);
    return run_for_result(command, EXIT_DONE);
}

static void assert_same_files(const char *a, const char *b)
{
    g_autofree char *left = NULL, *right = NULL;
    gsize n_left, n_right;
    ck_assert(g_file_get_contents(a, &left, &n_left, NULL));
    ck_assert(g_file_get_contents(b, &right, &n_right, NULL));
    ck_assert_uint_eq(n_left, n_right);
    ck_assert_int_eq(memcmp(left, right, n_left), 0);
}

/* Slices and requests of all SMs are what the run has counted. */
static void assert_facts(const struct timeline_facts *facts, JsonNode *result)
{
    ck_assert(!facts->truncated);
    ck_assert_uint_eq(facts->stays, result_number(result, "totals.sm.warps"));
    ck_assert_uint_eq(facts->instructions, result_number(result, "totals.sm.warp_instructions"));
    ck_assert_uint_eq(facts->l2_services, result_number(result, "totals.l2.reads") +
                                              result_number(result, "totals.l2.writes") +
                                              result_number(result, "totals.l2.atomics") +
                                              result_number(result, "totals.l2.fetches"));
    ck_assert_uint_eq(facts->l2_requests, result_number(result, "totals.l2.replies"));
    ck_assert_uint_eq(facts->sm_requests, result_number(result, "totals.sm.read_replies") +
                                              result_number(result, "totals.sm.atomic_replies") +
                                              result_number(result, "totals.sm.fetch_replies"));
    ck_assert_uint_eq(facts->dram_requests, result_number(result, "totals.dram.reads") +
                                                result_number(result, "totals.dram.writes"));
    ck_assert_uint_eq(facts->kernels, result_length(result, "kernels"));
    ck_assert_uint_eq(facts->copies,
                      result_number(result, "totals.host_commands.copies_to_device") +
                          result_number(result, "totals.host_commands.copies_to_host"));
}

/* The stays of warps, cycle by cycle; of an SM in the cycle of its last instruction, too. */
static void assert_cycles(const struct timeline_facts *facts, JsonNode *result)
{
    double cycle_ps = (double)result_number(result, "elapsed_ps") /
                      (double)result_number(result, "elapsed_cycles");
    double cycles = (double)facts->warp_ps / cycle_ps;
    double counted = (double)result_number(result, "totals.sm.warp_cycles");
    double warps = (double)result_number(result, "totals.sm.warps");
    ck_assert_double_ge(cycles, counted * 0.999);
    ck_assert_double_le(cycles, (counted + warps) * 1.001);
}

START_TEST(timelines_are_right)
{
    char *folder = folder_new();
    g_autofree char *file = file_in(folder, "t.json"), *slow = file_in(folder, "slow.json");
    g_autoptr(GPtrArray) plain = command_of(_i);
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) expected = run_for_result(plain, EXIT_DONE);
    command_add(command, "--timeline-sms");
    command_add(command, "all");
    command_add(command, "--timeline-size");
    command_add(command, "500");
    g_autoptr(JsonNode) result = run_to(command, file);
    g_autofree char *without = result_without_host(expected), *with = result_without_host(result);
    assert_same_result(without, with, "with and without a timeline");
    struct timeline_facts facts;
    timeline_file_check(file, &facts);
    assert_facts(&facts, result);
    assert_cycles(&facts, result);
    ck_assert_uint_gt(facts.arrows, 0);
    command_add(command, "--set");
    command_add(command, "engine.lookahead=1");
    g_autoptr(JsonNode) again = run_to(command, slow);
    g_autofree char *slowly = result_without_host(again);
    assert_same_result(without, slowly, "at a lookahead of one cycle");
    assert_same_files(file, slow);
    folder_remove(folder);
}
END_TEST

/* ---- parts of a run ----------------------------------------------------------------------------
 */

/* spmv with some options; the facts, and what was said. Also at a lookahead of 1. */
static void check_part(const char *const *options, struct timeline_facts *facts, char **said)
{
    char *folder = folder_new();
    g_autofree char *files[2] = {file_in(folder, "t.json"), file_in(folder, "slow.json")};
    for (int i = 0; i < 2; i++) {
        auto_outcome outcome;
        g_autoptr(GPtrArray) command = command_of_run(4);
        for (const char *const *option = options; *option; option++)
            command_add(command, "%s", *option);
        command_add(command, "--timeline");
        command_add(command, "%s", files[i]);
        command_add(command, "--set");
        command_add(command, "engine.lookahead=%d", i == 0 ? 1000000 : 1);
        command_run(command, &outcome);
        ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
        if (i == 0)
            *said = g_strdup(outcome.err);
    }
    timeline_file_check(files[0], facts);
    assert_same_files(files[0], files[1]);
    g_free(files[1]);
    files[1] = NULL;
    folder_remove(folder);
}

START_TEST(a_window_has_its_cycles_only)
{
    static const char *const options[] = {
        "--timeline-window", "31400-33400", "--timeline-sms", "1,3-4", "--sample", "100", NULL};
    struct timeline_facts facts;
    g_autofree char *said = NULL;
    check_part(options, &facts, &said);
    ck_assert_str_eq(said, "");
    ck_assert_uint_ge(facts.first_ps, UINT64_C(31400) * 10000 / 7); /* 700 MHz */
    ck_assert_uint_le(facts.last_ps, UINT64_C(33400) * 10000 / 7 + 1);
    ck_assert_uint_gt(facts.warp_slices, 100);
    ck_assert_uint_gt(facts.arrows, 10);
    ck_assert_uint_eq(facts.counters % 20, 0); /* 2,000 cycles of 100, of each metric */
    ck_assert_uint_gt(facts.counters, 0);
    ck_assert(!facts.truncated);
}
END_TEST

START_TEST(a_full_file_ends_well)
{
    static const char *const options[] = {"--timeline-size", "1", "--timeline-sms", "all", NULL};
    struct timeline_facts facts;
    g_autofree char *said = NULL;
    check_part(options, &facts, &said);
    ck_assert(facts.truncated);
    g_autofree char *cycle =
        g_strdup_printf("ends at SM cycle %" G_GUINT64_FORMAT, facts.end_cycle);
    ck_assert_msg(strstr(said, cycle) != NULL, "%s", said);
    ck_assert_uint_ge(facts.bytes, 1000000);
    ck_assert_uint_le(facts.bytes, 1250000);
    ck_assert_uint_gt(facts.arrows, 10);
}
END_TEST

START_TEST(bad_options_are_refused)
{
    static const struct {
        const char *options[5];
        int exit_code;
        const char *says;
    } rows[] = {
        {{"--timeline-window", "5-9", NULL}, EXIT_USAGE, "--timeline FILE"},
        {{"--timeline", "x", "--timeline-window", "9-5", NULL}, EXIT_USAGE, "1000-2000"},
        {{"--timeline", "x", "--timeline-size", "0", NULL}, EXIT_USAGE, "--timeline-size"},
        {{"--timeline", "x", "--timeline-sms", "0-15", NULL}, EXIT_BAD_INPUT, "from 0 to 14"},
        {{"--timeline", "/nowhere/x", NULL}, EXIT_BAD_INPUT, "/nowhere/x"},
        {{"--sample", "10", NULL}, EXIT_USAGE, "--sample-csv"},
        {{"--metrics", "sm.warps", NULL}, EXIT_USAGE, "--sample N"},
        {{"--timeline", "x", "--timeline-sms", "", NULL}, EXIT_BAD_INPUT, "found \"\""},
        {{"--timeline", "-", NULL}, EXIT_USAGE, "want a file"},
        {{"--timeline", "x", "--csv", "x", NULL}, EXIT_USAGE, "different files"},
        {{"--observe", "latency", NULL}, EXIT_USAGE, "--observe wants --json"},
        {{"--json", "x", "--observe", "", NULL}, EXIT_BAD_INPUT, "unknown observer \"\""},
        {{"--sample", "x", "--sample-csv", "y", NULL}, EXIT_USAGE, "\"x\""},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) command = command_of_run(0);
        auto_outcome outcome;
        for (const char *const *option = rows[i].options; *option; option++)
            command_add(command, "%s", *option);
        command_run(command, &outcome);
        ck_assert_msg(outcome.exit_code == rows[i].exit_code && strstr(outcome.err, rows[i].says),
                      "row %zu: %d: %s", i, outcome.exit_code, outcome.err);
    }
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("timeline");
    TCase *tests = tcase_create("files");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, timelines_are_right, 0, RUNS + TRACE_KINDS);
    tcase_add_test(tests, a_window_has_its_cycles_only);
    tcase_add_test(tests, a_full_file_ends_well);
    tcase_add_test(tests, bad_options_are_refused);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
