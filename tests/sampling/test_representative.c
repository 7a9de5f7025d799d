/* SPDX-License-Identifier: BSD-3-Clause */
/* --representative against runs that time everything: the estimate is near, memory is right, and
 * what was timed is told. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include <math.h>
#include <string.h>

static const char add_kernel[] = ".version 3.2\n"
                                 ".target sm_20\n"
                                 ".address_size 64\n"
                                 ".visible .entry add(.param .u64 a)\n"
                                 "{\n"
                                 "    .reg .u32 %r<5>;\n"
                                 "    .reg .u64 %d<3>;\n"
                                 "    mov.u32 %r1, %tid.x;\n"
                                 "    mov.u32 %r2, %ctaid.x;\n"
                                 "    mov.u32 %r3, %ntid.x;\n"
                                 "    mad.lo.u32 %r1, %r2, %r3, %r1;\n"
                                 "    ld.param.u64 %d1, [a];\n"
                                 "    mul.wide.u32 %d2, %r1, 4;\n"
                                 "    add.u64 %d1, %d1, %d2;\n"
                                 "    ld.global.u32 %r4, [%d1];\n"
                                 "    add.u32 %r4, %r4, 1;\n"
                                 "    st.global.u32 [%d1], %r4;\n"
                                 "    ret;\n"
                                 "}\n";

/* Each launch adds 1 to each element: the check sees any that was not carried out. */
static const char add_workload[] =
    "{\"name\": \"add\", \"description\": \"launches that are alike\", \"modules\": {\"add\": "
    "{\"ptx\": \"add.ptx\"}},\n"
    " \"scalars\": {\"blocks\": 40, \"launches\": 100, \"n\": \"blocks * 128\"},\n"
    " \"buffers\": {\"a\": {\"type\": \"u32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": "
    "0, \"step\": 1}}},\n"
    "   \"b\": {\"type\": \"u32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": "
    "\"launches\", \"step\": 1}}}},\n"
    " \"steps\": [{\"repeat\": {\"count\": \"launches\", \"steps\": [{\"launch\": {\"kernel\": "
    "\"add\",\n"
    "   \"grid\": [\"blocks\"], \"block\": [128], \"args\": [\"a\"]}}]}}],\n"
    " \"checks\": [{\"buffer\": \"a\", \"equals\": \"b\"}]}\n";

static char *folder, *workload;

static void set_up(void)
{
    folder = folder_new();
    g_free(folder_write(folder, "add.ptx", add_kernel, strlen(add_kernel)));
    workload = folder_write(folder, "add.json", add_workload, strlen(add_workload));
}

static void tear_down(void)
{
    g_free(workload);
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

/* Of one launch of many waves the first ones are timed. Nothing depends on the lookahead. */
START_TEST(some_waves_stand_for_all)
{
    static const char *const sets[] = {"scalars.blocks=1200", "scalars.launches=1", "sm.count=2",
                                       NULL},
                             *const bounded[] = {"scalars.blocks=1200", "scalars.launches=1",
                                                 "sm.count=2", "engine.lookahead=1", NULL};
    g_autoptr(GPtrArray) timed = command_of(workload, false, sets);
    g_autoptr(GPtrArray) some = command_of(workload, true, sets);
    g_autoptr(GPtrArray) late = command_of(workload, true, bounded);
    g_autoptr(JsonNode) full = run_for_result(timed, EXIT_DONE);
    g_autoptr(JsonNode) sampled = run_for_result(some, EXIT_DONE);
    g_autoptr(JsonNode) again = run_for_result(late, EXIT_DONE);
    expect_near(sampled, full, 0.06);
    ck_assert_uint_le(result_number(sampled, "representative.timed_launches.0.timed_blocks"), 700);
    ck_assert_uint_eq(result_number(sampled, "representative.timed_launches.0.blocks"), 1200);
    ck_assert(result_flag(sampled, "checks.0.passed"));
    g_autofree char *a = result_without_host(sampled), *b = result_without_host(again);
    assert_same_result(a, b, "lookahead 1");
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

int main(void)
{
    Suite *suite = suite_create("representative");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, some_launches_stand_for_all);
    tcase_add_test(tests, some_waves_stand_for_all);
    tcase_add_test(tests, traces_are_sampled);
    tcase_add_loop_test(tests, workloads_compute_the_same, 0, n_small_workloads);
    tcase_add_loop_test(tests, what_makes_no_sense_is_refused, 0, (int)G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
