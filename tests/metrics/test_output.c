/* SPDX-License-Identifier: BSD-3-Clause */
/* What the command writes of metrics: the page in docs/, JSON by kernel and stream, CSV. */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

/* ---- list-metrics ------------------------------------------------------------------------------
 */

static void list_metrics(struct outcome *outcome, const char *option)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "list-metrics");
    if (option)
        command_add(command, "%s", option);
    command_run(command, outcome);
}

START_TEST(the_page_is_that_of_the_registry)
{
    auto_outcome outcome;
    g_autofree char *path = source_path("docs/reference/metrics.md");
    g_autofree char *page = NULL;
    ck_assert(g_file_get_contents(path, &page, NULL, NULL));
    list_metrics(&outcome, "--markdown");
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_msg(strcmp(page, outcome.out) == 0,
                  "docs/reference/metrics.md is old: simgpu list-metrics --markdown > "
                  "docs/reference/metrics.md");
}
END_TEST

START_TEST(the_plain_list_has_meanings_and_aliases)
{
    auto_outcome outcome;
    list_metrics(&outcome, NULL);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_ptr_nonnull(strstr(outcome.out, "\n  sm.warp_instructions [instructions]: "));
    ck_assert_ptr_nonnull(strstr(outcome.out, " Nsight Compute: smsp__inst_executed.sum."));
    ck_assert_ptr_nonnull(strstr(outcome.out, " GPGPU-Sim: L2_total_cache_accesses."));
    ck_assert_ptr_nonnull(strstr(outcome.out, "= sm.warp_instructions / cycles"));
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    auto_outcome outcome, other;
    list_metrics(&outcome, "--xml");
    ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
    list_metrics(&other, "ipc");
    ck_assert_int_eq(other.exit_code, EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(other.err, "list-metrics --help"));
}
END_TEST

/* ---- kernels that run together ------------------------------------------------------------------
 */

/* A kernel of a trace, with another name and stream, as a file of the folder. */
static void add_kernel(const char *folder, const char *file, const char *kind,
                       const char *const *settings, const char *name, unsigned stream)
{
    g_autofree char *list = trace_of(kind, settings);
    g_autofree char *from = g_path_get_dirname(list);
    g_autofree char *path = g_build_filename(from, "kernel-1.traceg", NULL);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_autofree char *old_name = g_strdup_printf("-kernel name = %s\n", kind);
    g_autofree char *new_name = g_strdup_printf("-kernel name = %s\n", name);
    g_autofree char *new_stream = g_strdup_printf("-cuda stream id = %u\n", stream);
    GString *changed = g_string_new(text);
    ck_assert_uint_eq(g_string_replace(changed, old_name, new_name, 0), 1);
    ck_assert_uint_eq(g_string_replace(changed, "-cuda stream id = 0\n", new_stream, 0), 1);
    g_free(folder_write(folder, file, changed->str, changed->len));
    g_string_free(changed, TRUE);
}

/* Three kernels in two streams; blocks of several are on the same SMs. */
static GPtrArray *command_for_streams(const char *folder)
{
    static const char list[] = "first.traceg\nsecond.traceg\nthird.traceg\n";
    static const char *const some[] = {"blocks=25", "warps=2", "iters=6", NULL};
    static const char *const gather[] = {"blocks=18", "warps=3", "iters=2", "footprint=0x200000",
                                         NULL};
    add_kernel(folder, "first.traceg", "vecadd", some, "add<int, 3>", 0);
    add_kernel(folder, "second.traceg", "ffma", some, "multiply", 7);
    add_kernel(folder, "third.traceg", "gather", gather, "gather", 7);
    g_autofree char *path = folder_write(folder, "kernelslist.g", list, strlen(list));
    return command_on(FERMI, path);
}

static uint64_t end_of(JsonNode *result, unsigned kernel)
{
    g_autofree char *start = g_strdup_printf("kernels.%u.start_cycle", kernel);
    g_autofree char *cycles = g_strdup_printf("kernels.%u.cycles", kernel);
    return result_number(result, start) + result_number(result, cycles);
}

START_TEST(kernels_that_overlap_have_their_own_counters)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = command_for_streams(folder);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(result);
    assert_kernels_add_up(result);
    ck_assert_uint_lt(result_number(result, "kernels.1.start_cycle"), end_of(result, 0));
    ck_assert_uint_eq(result_length(result, "streams"), 2);
    ck_assert_uint_eq(result_number(result, "streams.0.stream"), 0);
    ck_assert_uint_eq(result_number(result, "streams.0.kernels"), 1);
    ck_assert_uint_eq(result_number(result, "streams.1.stream"), 7);
    ck_assert_uint_eq(result_number(result, "streams.1.kernels"), 2);
    ck_assert_uint_eq(result_number(result, "kernels.2.stream"), 7);
    /* ffma loads nothing. */
    ck_assert_uint_eq(result_number(result, "kernels.1.counters.sm.l1d_loads"), 0);
    ck_assert_uint_gt(result_number(result, "kernels.0.counters.sm.l1d_loads"), 0);
    ck_assert_uint_eq(result_number(result, "kernels.1.counters.dram.read_bytes") % 32, 0);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) slow = run_for_result(command, EXIT_DONE);
    g_autofree char *actual = result_without_host(slow);
    assert_same_result(expected, actual, "kernels that overlap");
    folder_remove(folder);
}
END_TEST

/* What was under way when the run was cut off is taken back from somebody. */
START_TEST(kernels_add_up_when_the_run_is_cut_off)
{
    static const unsigned cycles[] = {4100, 4700, 5600, 6500};
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = command_for_streams(folder);
    command_add(command, "--max-cycles");
    command_add(command, "%u", cycles[_i]);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_LIMIT);
    assert_kernels_add_up(result);
    ck_assert_uint_gt(result_number(result, "totals.sm.warp_instructions"), 0);
    folder_remove(folder);
}
END_TEST

/* Streams of a program, and two programs side by side. */
START_TEST(streams_are_those_of_the_program)
{
    auto_run run;
    run_programs(&run, NULL, (const char *const[]){"streams poll", "streams late_copy", NULL});
    ck_assert_msg(run.exit_code == EXIT_DONE, "%s", run.err);
    assert_kernels_add_up(run.result);
    ck_assert_uint_eq(result_length(run.result, "streams"), 3);
    ck_assert_uint_eq(result_number(run.result, "streams.0.client"), 0);
    ck_assert_uint_eq(result_number(run.result, "streams.1.stream"), 1);
    ck_assert_uint_eq(result_number(run.result, "streams.2.client"), 1);
    ck_assert_uint_eq(result_number(run.result, "streams.2.stream"), 1);
}
END_TEST

/* ---- many kernels ------------------------------------------------------------------------------
 */

START_TEST(later_kernels_are_summed_up_unless_each_is_asked_for)
{
    enum { KERNELS = 258 };
    g_autofree char *list = trace_of(
        "ffma", (const char *const[]){"blocks=1", "warps=1", "iters=1", "kernels=258", NULL});
    g_autoptr(GPtrArray) command = command_on(FERMI, list);
    g_autoptr(JsonNode) few = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_length(few, "kernels"), KERNELS - 2);
    ck_assert_uint_eq(result_length(few, "folded_kernels"), 1);
    ck_assert_uint_eq(result_number(few, "folded_kernels.0.launches"), 2);
    ck_assert_uint_eq(result_number(few, "folded_kernels.0.counters.sm.blocks"), 2);
    ck_assert_uint_eq(result_number(few, "streams.0.kernels"), KERNELS);
    assert_kernels_add_up(few);
    ck_assert_uint_eq(result_number(few, "streams.0.counters.sm.blocks"), KERNELS);
    command_add(command, "--per-kernel");
    g_autoptr(JsonNode) all = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(all, "kernels_have_counters"));
    ck_assert_uint_eq(result_length(all, "kernels"), KERNELS);
    ck_assert_uint_eq(result_sum(all, "kernels", "counters.sm.blocks"), KERNELS);
    assert_kernels_add_up(all);
    ck_assert(!json_object_has_member(json_node_get_object(all), "folded_kernels"));
}
END_TEST

/* ---- CSV
 * ------------------------------------------------------------------------------------------ */

/* Where a row's number is in the JSON of the same run; g_free. */
static char *json_path(char **row, const char *metric)
{
    bool counter = strchr(metric, '.') != NULL;
    if (strcmp(row[0], "run") == 0)
        return g_strdup_printf("%s.%s", counter ? "totals" : "metrics", metric);
    if (strcmp(row[0], "outside_kernels") == 0)
        return counter ? g_strdup_printf("outside_kernels.%s", metric) : NULL;
    if (strcmp(row[0], "kernel") == 0)
        return g_strdup_printf("kernels.%s.%s.%s", row[1], counter ? "counters" : "metrics",
                               metric);
    if (strcmp(row[0], "stream") == 0) /* 0 and 7 are the first and the second */
        return g_strdup_printf("streams.%d.%s.%s", strcmp(row[1], "0") != 0,
                               counter ? "counters" : "metrics", metric);
    if (!counter)
        return NULL; /* JSON derives none of units */
    const char *units = strcmp(row[0], "sm") == 0   ? "per_sm"
                        : strcmp(row[0], "l2") == 0 ? "per_l2_bank"
                                                    : "per_dram_channel";
    return g_strdup_printf("%s%s.%s.%s", g_str_has_prefix(metric, "energy.") ? "energy." : "",
                           units, row[1], strchr(metric, '.') + 1);
}

static void check_row(JsonNode *result, char **row)
{
    g_autofree char *path = json_path(row, row[3]);
    if (!path)
        return;
    JsonNode *node = result_at(result, path);
    if (*row[5] == '\0')
        ck_assert_msg(JSON_NODE_HOLDS_NULL(node), "%s", path);
    else if (strchr(row[3], '.') != NULL)
        ck_assert_msg(g_ascii_strtoull(row[5], NULL, 10) == result_number(result, path), "%s",
                      path);
    else
        ck_assert_double_eq_tol(g_ascii_strtod(row[5], NULL), json_node_get_double(node),
                                1e-9 * (1 + json_node_get_double(node)));
}

START_TEST(csv_says_what_json_says)
{
    char *folder = folder_new();
    g_autofree char *csv = g_build_filename(folder, "run.csv", NULL);
    g_autoptr(GPtrArray) command = command_for_streams(folder);
    command_add(command, "--csv");
    command_add(command, "%s", csv);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(csv, &text, NULL, NULL));
    g_autoptr(GString) unquoted = g_string_new(text);
    ck_assert_uint_gt(g_string_replace(unquoted, "\"add<int, 3>\"", "add", 0), 100);
    g_auto(GStrv) lines = g_strsplit(unquoted->str, "\n", -1);
    ck_assert_str_eq(lines[0], "scope,index,name,metric,unit,value");
    unsigned n = 0;
    for (char **line = lines + 1; **line != '\0'; line++, n++) {
        g_auto(GStrv) row = g_strsplit(*line, ",", -1);
        ck_assert_msg(g_strv_length(row) == 6, "%s", *line);
        check_row(result, row);
    }
    /* Every counter of every scope is there. */
    unsigned sm = json_object_get_size(json_node_get_object(result_at(result, "totals.sm")));
    unsigned l2 = json_object_get_size(json_node_get_object(result_at(result, "totals.l2")));
    unsigned dram = json_object_get_size(json_node_get_object(result_at(result, "totals.dram")));
    ck_assert_uint_gt(n, (1 + 3 + 1 + 2) * (sm + l2 + dram) + 15 * sm + 12 * l2 + 6 * dram);
    folder_remove(folder);
}
END_TEST

START_TEST(csv_goes_to_standard_output)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    auto_outcome outcome;
    command_add(command, "--csv");
    command_add(command, "-");
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert(g_str_has_prefix(outcome.out, "scope,index,name,metric,unit,value\nrun,0,vecadd,"));
}
END_TEST

START_TEST(csv_that_cannot_be_written_is_an_error)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    auto_outcome outcome;
    command_add(command, "--csv");
    command_add(command, "/nonexistent/run.csv");
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(outcome.err, "/nonexistent/run.csv"));
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("metrics output");
    TCase *tests = tcase_create("output");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_page_is_that_of_the_registry);
    tcase_add_test(tests, the_plain_list_has_meanings_and_aliases);
    tcase_add_test(tests, wrong_options_are_refused);
    tcase_add_test(tests, kernels_that_overlap_have_their_own_counters);
    tcase_add_loop_test(tests, kernels_add_up_when_the_run_is_cut_off, 0, 4);
    tcase_add_test(tests, streams_are_those_of_the_program);
    tcase_add_test(tests, later_kernels_are_summed_up_unless_each_is_asked_for);
    tcase_add_test(tests, csv_says_what_json_says);
    tcase_add_test(tests, csv_goes_to_standard_output);
    tcase_add_test(tests, csv_that_cannot_be_written_is_an_error);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
