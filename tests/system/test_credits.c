/* SPDX-License-Identifier: BSD-3-Clause */
/* No deadlock by protocol: every workload ends, with right results, when every queue, buffer and
 * set of miss registers has room for one entry only. They are found in the platform file by their
 * names, so that new ones are included. */
#include "tests/rigs/platform_values.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

static const char *const words[] = {"slots", "credits", "queue", "mshrs", "merges", "stores", NULL};

/* Those that there must be, or the scan has missed what it is for. */
static const char *const expected[] = {"xbar.sm_to_port.slots",
                                       "xbar.port_to_bank.slots",
                                       "xbar.bank_to_port.slots",
                                       "xbar.port_to_sm.slots",
                                       "l2.to_dram.slots",
                                       "dram.to_l2.slots",
                                       "dram.queue",
                                       "l2.mshrs",
                                       "l2.mshr_merges",
                                       "sm.ldst.queue",
                                       "sm.l1d.mshrs",
                                       "sm.l1d.mshr_merges",
                                       "sm.l1d.miss_queue"};

static char **limits(const char *platform)
{
    struct platform_values *values = platform_values_new(platform);
    char **keys = platform_keys_ending_in(values, words);
    platform_values_free(values);
    return keys;
}

static void add_one_of_each(GPtrArray *command, const char *platform)
{
    g_auto(GStrv) keys = limits(platform);
    for (char **key = keys; *key != NULL; key++) {
        command_add(command, "--set");
        command_add(command, "%s=1", *key);
    }
}

static GPtrArray *command_with_one_of_each(int index)
{
    GPtrArray *command = command_of_run(index);
    add_one_of_each(command, FERMI);
    command_add(command, "--check");
    return command;
}

START_TEST(the_scan_finds_them)
{
    g_auto(GStrv) keys = limits(FERMI);
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++)
        ck_assert_msg(g_strv_contains((const char *const *)keys, expected[i]), "%s is missing",
                      expected[i]);
}
END_TEST

START_TEST(one_of_each_is_enough_at_any_window)
{
    int index = _i * SCHEDULERS + _i % SCHEDULERS; /* one scheduler or the other */
    g_autoptr(GPtrArray) command = command_with_one_of_each(index);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_eq(result_sum(result, "checks", "wrong"), 0);
    g_autoptr(GPtrArray) usual = command_of_run(index);
    g_autoptr(JsonNode) with_room = run_for_result(usual, EXIT_DONE);
    ck_assert_uint_gt(result_number(result, "elapsed_cycles"),
                      result_number(with_room, "elapsed_cycles"));
    /* Credits that come back late are where windows would show. */
    g_autofree char *unbounded = result_without_host(result);
    command_add(command, "--set");
    command_add(command, "engine.lookahead=1");
    g_autoptr(JsonNode) again = run_for_result(command, EXIT_DONE);
    g_autofree char *bounded = result_without_host(again);
    assert_same_result(unbounded, bounded, workload_of_run(index)->file);
}
END_TEST

/* Slots that cannot cover a wire are enough to get on, and are warned of. */
START_TEST(one_of_each_is_enough_for_traces)
{
    g_autoptr(GPtrArray) command = command_of_trace_run(_i);
    add_one_of_each(command, platform_of_trace_run(_i));
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    bool inputs = strstr(platform_of_trace_run(_i), "calibration/") != NULL; /* one wire an SM */
    ck_assert(!inputs || strstr(outcome.err, "sm_to_port.slots of the crossbar is 1: ") != NULL);
    g_auto(GStrv) lines = g_strsplit(outcome.err, "\n", -1);
    ck_assert(**lines != '\0');
    for (char **line = lines; **line; line++) {
        ck_assert_msg(g_str_has_prefix(*line, "simgpu: warning: ") && strstr(*line, "slots"), "%s",
                      *line);
        ck_assert_msg(strstr(*line, " is 1: ") != NULL, "%s", *line);
        for (char **before = lines; before < line; before++)
            ck_assert_str_ne(*before, *line);
    }
    g_autoptr(JsonNode) result = result_parse(outcome.out);
    ck_assert(result_flag(result, "complete"));
}
END_TEST

/* An instruction cache of one line, for which all warps compete: whoever gets a line must get
 * instructions with it, or nobody gets on. */
START_TEST(one_line_of_instructions_is_enough)
{
    g_autoptr(GPtrArray) command = command_of_run(_i * SCHEDULERS);
    const char *const sets[] = {"sm.l1i.size=128B", "sm.l1i.ways=1", "sm.constant.size=128B",
                                "sm.constant.ways=1", NULL};
    command_set_all(command, sets);
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(result, "complete"));
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("credits");
    TCase *tests = tcase_create("one of each");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, the_scan_finds_them);
    tcase_add_loop_test(tests, one_of_each_is_enough_at_any_window, 0, n_small_workloads);
    tcase_add_loop_test(tests, one_of_each_is_enough_for_traces, 0, trace_runs());
    tcase_add_loop_test(tests, one_line_of_instructions_is_enough, 0, n_small_workloads);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
