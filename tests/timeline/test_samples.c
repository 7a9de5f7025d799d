/* SPDX-License-Identifier: BSD-3-Clause */
/* Samples are exact: they sum to the totals, are what a run that stops at that cycle counts, and
 * are the same at any lookahead. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

static const char *const groups[] = {"sm", "l2", "dram", "request_ports", "reply_ports"};

enum { SPMV = 4, KINDS = 3 };

/* spmv on Fermi; a trace on a platform whose crossbar queues at its inputs; there three SMs share
 * ports. */
static GPtrArray *command_of(int index)
{
    static const char *const settings[] = {"blocks=20", "features=4", NULL};
    if (index == 0)
        return command_of_run(SPMV);
    g_autofree char *trace = trace_of("strided", settings);
    GPtrArray *command = command_on("platforms/calibration/accelsim-qv100.xml", trace);
    if (index == 2)
        command_set_all(command, (const char *const[]){"xbar.cluster=3", NULL});
    return command;
}

/* Every counter of these groups, with commas between them. */
static char *all_metrics(JsonNode *result)
{
    GString *names = g_string_new(NULL);
    for (size_t g = 0; g < G_N_ELEMENTS(groups); g++) {
        g_autofree char *path = g_strdup_printf("totals.%s", groups[g]);
        JsonObject *counters = json_node_get_object(result_at(result, path));
        g_autoptr(GList) members = json_object_get_members(counters);
        for (GList *member = members; member; member = member->next)
            g_string_append_printf(names, "%s%s.%s", names->len > 0 ? "," : "", groups[g],
                                   (const char *)member->data);
    }
    return g_string_free(names, FALSE);
}

static void add_sampling(GPtrArray *command, uint64_t interval, const char *metrics)
{
    command_add(command, "--sample");
    command_add(command, "%" G_GUINT64_FORMAT, interval);
    command_add(command, "--metrics");
    command_add(command, "%s", metrics);
}

static uint64_t total_of(JsonNode *result, const char *metric)
{
    g_autofree char *path = g_strdup_printf("totals.%s", metric);
    return result_number(result, path);
}

/* By metric: the samples' values. */
static JsonArray *values_of(JsonNode *result, const char *metric)
{
    JsonObject *metrics = json_node_get_object(result_at(result, "samples.metrics"));
    ck_assert(json_object_has_member(metrics, metric));
    return json_object_get_array_member(metrics, metric);
}

static uint64_t sum_of(JsonNode *result, const char *metric, guint most)
{
    JsonArray *values = values_of(result, metric);
    uint64_t sum = 0;
    for (guint i = 0; i < MIN(most, json_array_get_length(values)); i++) {
        ck_assert_int_ge(json_array_get_int_element(values, i), 0);
        sum += (uint64_t)json_array_get_int_element(values, i);
    }
    return sum;
}

START_TEST(samples_sum_to_totals_at_any_lookahead)
{
    g_autoptr(GPtrArray) plain = command_of(_i);
    g_autoptr(JsonNode) expected = run_for_result(plain, EXIT_DONE);
    g_autofree char *metrics = all_metrics(expected);
    g_autoptr(GPtrArray) command = command_of(_i);
    add_sampling(command, 137, metrics);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_auto(GStrv) names = g_strsplit(metrics, ",", -1);
    for (char **name = names; *name; name++) {
        ck_assert_msg(sum_of(result, *name, G_MAXUINT) == total_of(expected, *name), "%s", *name);
        ck_assert_uint_eq(total_of(result, *name), total_of(expected, *name));
    }
    uint64_t cycles = result_number(result, "elapsed_cycles");
    ck_assert_uint_eq(result_length(result, "samples.end_cycle"), (cycles + 136) / 137);
    command_add(command, "--set");
    command_add(command, "engine.lookahead=1");
    g_autoptr(JsonNode) slow = run_for_result(command, EXIT_DONE);
    g_autofree char *fast_text = result_without_host(result),
                    *slow_text = result_without_host(slow);
    assert_same_result(fast_text, slow_text, "samples");
}
END_TEST

/* The first sample of so many cycles against a run that ends there. */
START_TEST(a_sample_is_what_a_run_up_to_it_counts)
{
    static const uint64_t cycles[] = {4001, 11000, 31234, 35000, 41111};
    for (size_t c = 0; c < G_N_ELEMENTS(cycles); c++) {
        g_autoptr(GPtrArray) limited = command_of(_i);
        command_add(limited, "--max-cycles");
        command_add(limited, "%" G_GUINT64_FORMAT, cycles[c]);
        auto_outcome outcome;
        command_add(limited, "--json");
        command_add(limited, "-");
        command_run(limited, &outcome);
        if (outcome.exit_code == EXIT_DONE)
            continue; /* it is that short */
        ck_assert_int_eq(outcome.exit_code, EXIT_LIMIT);
        g_autoptr(JsonNode) expected = result_parse(outcome.out);
        g_autofree char *metrics = all_metrics(expected);
        g_autoptr(GPtrArray) command = command_of(_i);
        add_sampling(command, cycles[c], metrics);
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        g_auto(GStrv) names = g_strsplit(metrics, ",", -1);
        for (char **name = names; *name; name++)
            ck_assert_msg(sum_of(result, *name, 1) == total_of(expected, *name),
                          "%s at cycle %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT
                          " in the sample, %" G_GUINT64_FORMAT " in the run",
                          *name, cycles[c], sum_of(result, *name, 1), total_of(expected, *name));
    }
}
END_TEST

/* Also of one unit, and as CSV. */
START_TEST(units_and_csv)
{
    char *folder = folder_new();
    g_autofree char *file = g_build_filename(folder, "s.csv", NULL);
    g_autoptr(GPtrArray) command = command_of(0);
    add_sampling(command, 1000000, "sm3.warp_instructions,l2-1.accesses,sm.warps");
    command_add(command, "--sample-csv");
    command_add(command, "%s", file);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(file, &text, NULL, NULL));
    g_autofree char *expected = g_strdup_printf(
        "first_cycle,end_cycle,end_ps,sm3.warp_instructions,l2-1.accesses,sm.warps\n"
        "0,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
        ",%" G_GUINT64_FORMAT "\n",
        result_number(result, "elapsed_cycles"), result_number(result, "elapsed_ps"),
        result_number(result, "per_sm.3.warp_instructions"),
        result_number(result, "per_l2_bank.1.accesses"), result_number(result, "totals.sm.warps"));
    ck_assert_str_eq(text, expected);
    ck_assert_uint_gt(result_number(result, "per_sm.3.warp_instructions"), 0);
    folder_remove(folder);
}
END_TEST

START_TEST(unknown_metrics_are_refused)
{
    static const char *const rows[][2] = {
        {"sm.nothing", "warp_instructions"}, {"gpu.warps", "request_ports"},
        {"warps", "GROUP.COUNTER"},          {"", "GROUP.COUNTER"},
        {"sm.warps,sm.warps", "twice"},      {"sm99.warps", "sm99"}};
    char *folder = folder_new();
    g_autofree char *timeline = g_build_filename(folder, "t.json", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) command = command_of(0);
        auto_outcome outcome;
        add_sampling(command, 1000, rows[i][0]);
        command_add(command, "--json");
        command_add(command, "-");
        command_add(command, "--timeline");
        command_add(command, "%s", timeline);
        command_run(command, &outcome);
        ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
        ck_assert_msg(strstr(outcome.err, rows[i][1]) != NULL, "%s", outcome.err);
        ck_assert(!g_file_test(timeline, G_FILE_TEST_EXISTS));
    }
    folder_remove(folder);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("samples");
    TCase *tests = tcase_create("samples");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, samples_sum_to_totals_at_any_lookahead, 0, KINDS);
    tcase_add_loop_test(tests, a_sample_is_what_a_run_up_to_it_counts, 0, KINDS);
    tcase_add_test(tests, units_and_csv);
    tcase_add_test(tests, unknown_metrics_are_refused);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
