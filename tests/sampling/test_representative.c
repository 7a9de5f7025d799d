/* SPDX-License-Identifier: BSD-3-Clause */
/* --representative against runs that time everything: the estimate is near, memory is right, and
 * what was timed is told. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include "tests/sampling/sampled_kernels.h"
#include <math.h>
#include <string.h>

static char *folder, *workload, *sweep, *plus, *uneven;

static void set_up(void)
{
    folder = folder_new();
    g_free(folder_write(folder, "add.ptx", add_kernel, strlen(add_kernel)));
    workload = folder_write(folder, "add.json", add_workload, strlen(add_workload));
    g_free(folder_write(folder, "sweep.ptx", sweep_kernel, strlen(sweep_kernel)));
    sweep = folder_write(folder, "sweep.json", sweep_workload, strlen(sweep_workload));
    g_free(folder_write(folder, "plus.ptx", plus_kernel, strlen(plus_kernel)));
    plus = folder_write(folder, "plus.json", plus_workload, strlen(plus_workload));
    g_free(folder_write(folder, "uneven.ptx", uneven_kernel, strlen(uneven_kernel)));
    uneven = folder_write(folder, "uneven.json", uneven_workload, strlen(uneven_workload));
}

static void tear_down(void)
{
    g_free(workload);
    g_free(sweep);
    g_free(plus);
    g_free(uneven);
    folder_remove(folder);
}

static GPtrArray *command_of(const char *input, bool representative, const char *const *sets)
{
    GPtrArray *command = command_for(input);
    command_set_all(command, sets);
    if (representative)
        command_add(command, "--representative");
    return command;
}

/* The cycles of all kernels, and the bytes of DRAM, are in the intervals, and these are narrow. */
static void expect_near(JsonNode *sampled, JsonNode *full, double most)
{
    const double cycles = (double)(result_sum(full, "kernels", "cycles"));
    const double bytes = (double)(result_number(full, "totals.dram.read_bytes") +
                                  result_number(full, "totals.dram.write_bytes"));
    const double value = result_double(sampled, "representative.cycles.value");
    const double half = result_double(sampled, "representative.cycles.half_width");
    const double dram = result_double(sampled, "representative.dram_bytes.value");
    const double dram_half = result_double(sampled, "representative.dram_bytes.half_width");
    ck_assert_msg(fabs(value - cycles) <= half, "%.0f cycles, estimated %.0f +- %.0f", cycles,
                  value, half);
    ck_assert_double_le(half, most * cycles);
    ck_assert_msg(fabs(dram - bytes) <= dram_half, "%.0f bytes, estimated %.0f +- %.0f", bytes,
                  dram, dram_half);
}

/* Of a hundred launches a few are timed. */
START_TEST(some_launches_stand_for_all)
{
    g_autoptr(GPtrArray) timed = command_of(workload, false, (const char *const[]){NULL});
    g_autoptr(GPtrArray) some = command_of(workload, true, (const char *const[]){NULL});
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    expect_near(sampled, full, 0.02);
    ck_assert_uint_eq(result_number(sampled, "representative.launches"), 100);
    ck_assert_uint_le(result_number(sampled, "representative.timed"), 8);
    ck_assert(result_flag(sampled, "checks.0.passed"));
    ck_assert_double_eq_tol(result_double(sampled, "representative.warp_instructions"),
                            (double)result_number(full, "totals.sm.warp_instructions"), 1);
    /* The time of computed launches passes. */
    ck_assert_double_eq_tol((double)result_number(sampled, "elapsed_ps"),
                            (double)result_number(full, "elapsed_ps"),
                            0.02 * (double)result_number(full, "elapsed_ps"));
}
END_TEST

/* A workload all timed, and sampled. */
struct runs {
    JsonNode *full, *sampled;
    char *text; /* the sampled one's, without what depends on the host */
};

static void runs_clear(struct runs *runs)
{
    json_node_unref(runs->full);
    json_node_unref(runs->sampled);
    g_free(runs->text);
}

#define auto_runs __attribute__((cleanup(runs_clear))) struct runs
/* The sampled one is the same at a lookahead of one cycle. sets: ends with NULL. */
static struct runs run_three(const char *of, const char *const *sets)
{
    g_autoptr(GPtrArray) timed = command_of(of, false, sets);
    g_autoptr(GPtrArray) some = command_of(of, true, sets);
    g_autoptr(GPtrArray) bounded = command_of(of, true, sets);
    command_set_all(bounded, (const char *const[]){"engine.lookahead=1", NULL});
    struct runs runs = {run_for_result(timed, EXIT_DONE), run_for_result(some, EXIT_DONE), NULL};
    g_autoptr(JsonNode) late = run_for_result(bounded, EXIT_DONE);
    g_autofree char *of_late = result_without_host(late);
    runs.text = result_without_host(runs.sampled);
    ck_assert(result_flag(runs.sampled, "checks.0.passed"));
    assert_same_result(runs.text, of_late, "lookahead 1");
    return runs;
}

/* Of one launch of many waves the first ones are timed. Nothing depends on the lookahead. */
START_TEST(some_waves_stand_for_all)
{
    static const char *const sets[] = {"scalars.blocks=1200", "scalars.launches=1", "sm.count=2",
                                       NULL};
    auto_runs runs = run_three(workload, sets);
    expect_near(runs.sampled, runs.full, 0.06);
    ck_assert_uint_le(result_number(runs.sampled, "representative.timed_launches.0.timed_blocks"),
                      700);
    ck_assert_uint_eq(result_number(runs.sampled, "representative.timed_launches.0.blocks"), 1200);
}
END_TEST

/* Of a launch of few, long blocks parts are leapt over, in the middle of the blocks. Memory is
 * right, and nothing depends on the lookahead or on threads. */
START_TEST(warps_leap)
{
    static const char *const sets[] = {"sm.count=2", NULL};
    auto_runs runs = run_three(sweep, sets);
    g_autoptr(GPtrArray) together = command_of(sweep, true, sets);
    command_add(together, "--threads");
    command_add(together, "2");
    g_autoptr(JsonNode) threads = run_for_result(together, EXIT_DONE);
    expect_near(runs.sampled, runs.full, 0.06);
    ck_assert_uint_lt(3 * result_number(runs.sampled, "representative.timed_warp_instructions"),
                      result_number(runs.full, "totals.sm.warp_instructions"));
    g_autofree char *text = result_without_host(threads);
    assert_same_result(runs.text, text, "two threads");
}
END_TEST

/* The ends of blocks are timed, though none has ended before: a leap up to the ends of their loops
 * would bring all of them there together. */
START_TEST(blocks_end_in_time)
{
    static const char *const sets[] = {"sm.count=2", "scalars.blocks=16", "scalars.rounds=1500",
                                       NULL};
    g_autoptr(GPtrArray) timed = command_of(sweep, false, sets);
    g_autoptr(GPtrArray) some = command_of(sweep, true, sets);
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    const double cycles = (double)result_sum(full, "kernels", "cycles");
    expect_near(sampled, full, 0.05);
    ck_assert_double_eq_tol(result_double(sampled, "representative.cycles.value"), cycles,
                            0.01 * cycles);
    ck_assert_uint_lt(10 * result_number(sampled, "representative.timed_warp_instructions"),
                      result_number(full, "totals.sm.warp_instructions"));
}
END_TEST

/* Of several waves of long blocks one is timed, with leaps, and what whole waves leave over. */
START_TEST(one_wave_stands_for_others)
{
    static const char *const sets[] = {"sm.count=2", "scalars.blocks=100", "scalars.rounds=300",
                                       NULL};
    auto_runs runs = run_three(sweep, sets);
    expect_near(runs.sampled, runs.full, 0.05);
    ck_assert_uint_lt(10 * result_number(runs.sampled, "representative.timed_warp_instructions"),
                      result_number(runs.full, "totals.sm.warp_instructions"));
    ck_assert_double_eq_tol(result_double(runs.sampled, "representative.warp_instructions"),
                            (double)result_number(runs.full, "totals.sm.warp_instructions"), 1);
}
END_TEST

/* Launches that repeat are not run again, though others among them were timed: neither those that
 * are looked at first, nor those of too many blocks for that. */
START_TEST(launches_that_repeat_are_known)
{
    static const char *const sets[][2] = {{NULL}, {"scalars.blocks=1000", NULL}};
    g_autoptr(GPtrArray) timed = command_of(plus, false, sets[_i]);
    g_autoptr(GPtrArray) some = command_of(plus, true, sets[_i]);
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    ck_assert_double_eq_tol(result_double(sampled, "representative.cycles.value"),
                            (double)result_sum(full, "kernels", "cycles"),
                            0.03 * (double)result_sum(full, "kernels", "cycles"));
    ck_assert(result_flag(sampled, "checks.0.passed"));
    ck_assert_uint_ge(result_number(sampled, "totals.functional.known_launches"), 20);
    ck_assert_double_eq_tol(result_double(sampled, "representative.warp_instructions"),
                            (double)result_number(full, "totals.sm.warp_instructions"), 1);
}
END_TEST

/* Launches of many waves are not looked at. A block says how long those of new grids are. */
START_TEST(other_grids_are_sized)
{
    enum { LEAST = 164 };
    g_autoptr(GString) steps = g_string_new("\"steps\": [");
    for (unsigned blocks = 200; blocks >= LEAST; blocks -= 2)
        g_string_append_printf(
            steps,
            "{\"launch\": {\"kernel\": \"plus\", \"grid\": [%u], \"block\": [512], "
            "\"args\": [\"a\", \"b\"]}}%s",
            blocks, blocks == LEAST ? "],\n" : ", ");
    const char *at = strstr(plus_workload, "\"steps\""), *end = strstr(at, " \"checks\"");
    g_autofree char *text =
        g_strdup_printf("%.*s%s%s", (int)(at - plus_workload), plus_workload, steps->str, end);
    g_autofree char *grids = folder_write(folder, "grids.json", text, strlen(text));
    static const char *const sets[] = {"scalars.blocks=200", "sm.count=2", NULL};
    g_autoptr(GPtrArray) timed = command_of(grids, false, sets);
    g_autoptr(GPtrArray) some = command_of(grids, true, sets);
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    expect_near(sampled, full, 0.08);
    ck_assert(result_flag(sampled, "checks.0.passed"));
    ck_assert_uint_le(result_number(sampled, "representative.timed"), 6);
}
END_TEST

/* Blocks that would fill L2 are left out, and L2 gets their lines while the others run. Nothing
 * depends on the lookahead or on threads. 16 blocks are a wave, and 116 waves fill L2. */
START_TEST(l2_is_filled_without_time)
{
    static const char *const sets[] = {"scalars.blocks=16000", "scalars.launches=1", "sm.count=2",
                                       NULL};
    auto_runs runs = run_three(workload, sets);
    g_autoptr(GPtrArray) together = command_of(workload, true, sets);
    command_add(together, "--threads");
    command_add(together, "2");
    g_autoptr(JsonNode) threads = run_for_result(together, EXIT_DONE);
    g_autofree char *text = result_without_host(threads);
    expect_near(runs.sampled, runs.full, 0.06);
    assert_same_result(runs.text, text, "two threads");
    ck_assert_uint_lt(result_number(runs.sampled, "representative.timed_launches.0.timed_blocks"),
                      800);
}
END_TEST

/* Launches that follow one of their kind, with nothing between, find L2 full of lines like theirs:
 * they are cut without filling it again. With a policy for its lines, no blocks are left out that
 * fill it. */
START_TEST(l2_is_full_already)
{
    static const char *const sets[] = {"scalars.blocks=16000", "scalars.launches=3", "sm.count=2",
                                       "l2.l2_replacement=fifo", NULL};
    g_autoptr(GPtrArray) timed = command_of(workload, false, sets);
    g_autoptr(GPtrArray) some = command_of(workload, true, sets);
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    expect_near(sampled, full, 0.06);
    ck_assert_uint_ge(result_number(sampled, "representative.timed"), 2);
    ck_assert_uint_lt(3 * result_number(sampled, "representative.timed_launches.1.timed_blocks"),
                      result_number(sampled, "representative.timed_launches.0.timed_blocks"));
}
END_TEST

/* Blocks that end one by one leave no room for leaps: what is left is not timed. */
START_TEST(uneven_ends_are_bounded)
{
    static const char *const sets[] = {"sm.count=8", "scalars.blocks=64", "scalars.least=1500",
                                       "scalars.step=100", NULL};
    auto_runs runs = run_three(uneven, sets);
    expect_near(runs.sampled, runs.full, 0.25);
    ck_assert_uint_lt(3 * result_number(runs.sampled, "representative.timed_warp_instructions"),
                      result_number(runs.full, "totals.sm.warp_instructions"));
}
END_TEST

/* Warps of a block whose accesses take longer than the others' leap less far. */
START_TEST(warps_keep_their_paces)
{
    static const char *const sets[] = {
        "sm.count=2",       "scalars.blocks=16", "scalars.least=4000", "scalars.step=10",
        "scalars.shift=31", "scalars.wide=1",    "scalars.warps=1",    NULL};
    auto_runs runs = run_three(uneven, sets);
    const double cycles = (double)result_sum(runs.full, "kernels", "cycles");
    const double value = result_double(runs.sampled, "representative.cycles.value");
    const double half = result_double(runs.sampled, "representative.cycles.half_width");
    ck_assert_double_le(fabs(value - cycles), half);
    ck_assert_double_le(half, 0.15 * cycles);
    ck_assert_uint_lt(5 * result_number(runs.sampled, "representative.timed_warp_instructions"),
                      result_number(runs.full, "totals.sm.warp_instructions"));
}
END_TEST

/* A launch that never becomes steady is cut with a wider interval, and that is told. */
START_TEST(budget_ends)
{
    static const char *const sets[] = {"sm.count=2",
                                       "scalars.blocks=6400",
                                       "scalars.least=20",
                                       "scalars.step=0",
                                       "scalars.shift=4",
                                       "scalars.wide=1",
                                       NULL};
    g_autoptr(GPtrArray) timed = command_of(uneven, false, sets);
    g_autoptr(GPtrArray) some = command_of(uneven, true, sets);
    command_add(some, "--error");
    command_add(some, "10%%");
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    expect_near(sampled, full, 0.5);
    ck_assert(result_flag(sampled, "representative.timed_launches.0.over_budget"));
    ck_assert_uint_lt(2 * result_number(sampled, "representative.timed_launches.0.timed_blocks"),
                      6400);
}
END_TEST

/* A trace's launches that are not timed are skipped. */
START_TEST(traces_are_sampled)
{
    g_autofree char *traces = g_build_filename(folder, "traces", NULL);
    g_autofree char *list = g_build_filename(traces, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) writing =
        command_of(workload, false, (const char *const[]){"scalars.blocks=4", NULL});
    command_add(writing, "--functional");
    command_add(writing, "--export-trace");
    command_add(writing, "%s", traces);
    auto_outcome outcome;
    command_run(writing, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    g_autoptr(GPtrArray) timed = command_of(list, false, (const char *const[]){NULL});
    g_autoptr(GPtrArray) some = command_of(list, true, (const char *const[]){NULL});
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    expect_near(sampled, full, 0.03);
    ck_assert_uint_le(result_number(sampled, "representative.timed"), 8);
}
END_TEST

/* Results stay right whatever a kernel does. */
START_TEST(workloads_compute_the_same)
{
    g_autoptr(GPtrArray) command = command_of_run(_i * SCHEDULERS);
    command_add(command, "--representative");
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_ge(result_number(result, "representative.timed"), 1);
}
END_TEST

static const struct {
    const char *options[4], *told;
} wrong[] = {
    {{"--representative", "--functional"}, "leave out --functional"},
    {{"--representative", "--max-blocks", "3"}, "leave out --max-blocks"},
    {{"--error", "2%"}, "--error is the aim of --representative"},
    {{"--representative", "--error", "0"}, "--error wants per cents from 0.1% to 50%"},
    {{"--representative", "--error", "two"}, "--error wants per cents from 0.1% to 50%"},
};

START_TEST(what_makes_no_sense_is_refused)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    for (unsigned i = 0; wrong[_i].options[i]; i++)
        command_add(command, "%s", wrong[_i].options[i]);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
    ck_assert_msg(strstr(outcome.err, wrong[_i].told) != NULL, "no \"%s\" in: %s", wrong[_i].told,
                  outcome.err);
}
END_TEST

static TCase *add_case(Suite *suite, const char *name)
{
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}

/* Those of "long" take seconds each, or minutes under the sanitizers, which leave them out. */
int main(void)
{
    Suite *suite = suite_create("representative");
    TCase *quick = add_case(suite, "quick"), *longer = add_case(suite, "long");
    tcase_add_test(quick, some_launches_stand_for_all);
    tcase_add_test(quick, some_waves_stand_for_all);
    tcase_add_test(quick, traces_are_sampled);
    tcase_add_loop_test(quick, workloads_compute_the_same, 0, n_small_workloads);
    tcase_add_loop_test(quick, what_makes_no_sense_is_refused, 0, (int)G_N_ELEMENTS(wrong));
    tcase_add_test(longer, warps_leap);
    tcase_add_test(longer, blocks_end_in_time);
    tcase_add_test(longer, one_wave_stands_for_others);
    tcase_add_loop_test(longer, launches_that_repeat_are_known, 0, 2);
    tcase_add_test(longer, other_grids_are_sized);
    tcase_add_test(longer, l2_is_filled_without_time);
    tcase_add_test(longer, l2_is_full_already);
    tcase_add_test(longer, uneven_ends_are_bounded);
    tcase_add_test(longer, warps_keep_their_paces);
    tcase_add_test(longer, budget_ends);
    return run_suite(suite);
}
