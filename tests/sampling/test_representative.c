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

/* Long blocks: each round loads, passes the value through shared memory to another warp and back,
 * and adds it to the thread's own word, which lies in L1 then. */
static const char sweep_kernel[] = ".version 3.2\n"
                                   ".target sm_20\n"
                                   ".address_size 64\n"
                                   ".visible .entry sweep(.param .u64 a, .param .u64 sums,\n"
                                   "    .param .u32 n, .param .u32 rounds)\n"
                                   "{\n"
                                   "    .reg .u32 %r<9>;\n"
                                   "    .reg .u64 %d<5>;\n"
                                   "    .reg .pred %p;\n"
                                   "    .shared .align 4 .b8 there[1024];\n"
                                   "    mov.u32 %r1, %tid.x;\n"
                                   "    mov.u32 %r2, %ctaid.x;\n"
                                   "    mad.lo.u32 %r3, %r2, 128, %r1;\n"
                                   "    ld.param.u64 %d1, [a];\n"
                                   "    ld.param.u64 %d2, [sums];\n"
                                   "    mul.wide.u32 %d3, %r3, 4;\n"
                                   "    add.u64 %d1, %d1, %d3;\n"
                                   "    add.u64 %d2, %d2, %d3;\n"
                                   "    ld.param.u32 %r4, [n];\n"
                                   "    mul.wide.u32 %d4, %r4, 4;\n"
                                   "    ld.param.u32 %r4, [rounds];\n"
                                   "    mov.u32 %r6, there;\n"
                                   "    mad.lo.u32 %r5, %r1, 4, %r6;\n"
                                   "    mad.lo.u32 %r6, %r1, -4, %r6;\n"
                                   "round:\n"
                                   "    ld.global.u32 %r7, [%d1];\n"
                                   "    st.shared.u32 [%r5], %r7;\n"
                                   "    bar.sync 0;\n"
                                   "    ld.shared.u32 %r7, [%r6+508];\n"
                                   "    st.shared.u32 [%r5+512], %r7;\n"
                                   "    bar.sync 0;\n"
                                   "    ld.shared.u32 %r7, [%r6+1020];\n"
                                   "    ld.global.u32 %r8, [%d2];\n"
                                   "    add.u32 %r8, %r8, %r7;\n"
                                   "    st.global.u32 [%d2], %r8;\n"
                                   "    add.u64 %d1, %d1, %d4;\n"
                                   "    sub.u32 %r4, %r4, 1;\n"
                                   "    setp.ne.u32 %p, %r4, 0;\n"
                                   "    @%p bra round;\n"
                                   "    ret;\n"
                                   "}\n";

/* Word i becomes the sum of i, i + n, i + 2 n, ... */
static const char sweep_workload[] =
    "{\"name\": \"sweep\", \"description\": \"few blocks that are long\", \"modules\": {\"sweep\": "
    "{\"ptx\": \"sweep.ptx\"}},\n"
    " \"scalars\": {\"blocks\": 20, \"rounds\": 1500, \"n\": \"blocks * 128\",\n"
    "   \"all\": \"n * rounds\", \"first\": \"n * (rounds * (rounds - 1) / 2)\"},\n"
    " \"buffers\": {\"a\": {\"type\": \"u32\", \"count\": \"all\", \"init\": {\"iota\": "
    "{\"start\": "
    "0, \"step\": 1}}},\n"
    "   \"sums\": {\"type\": \"u32\", \"count\": \"n\", \"init\": \"zero\"},\n"
    "   \"b\": {\"type\": \"u32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": "
    "\"first\", \"step\": \"rounds\"}}}},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"sweep\", \"grid\": [\"blocks\"], \"block\": [128],\n"
    "   \"args\": [\"a\", \"sums\", \"n\", \"rounds\"]}}],\n"
    " \"checks\": [{\"buffer\": \"sums\", \"equals\": \"b\"}]}\n";

/* Each launch does the same again: b becomes a + 1. */
static const char plus_kernel[] = ".version 3.2\n"
                                  ".target sm_20\n"
                                  ".address_size 64\n"
                                  ".visible .entry plus(.param .u64 a, .param .u64 b)\n"
                                  "{\n"
                                  "    .reg .u32 %r<5>;\n"
                                  "    .reg .u64 %d<4>;\n"
                                  "    mov.u32 %r1, %tid.x;\n"
                                  "    mov.u32 %r2, %ctaid.x;\n"
                                  "    mov.u32 %r3, %ntid.x;\n"
                                  "    mad.lo.u32 %r1, %r2, %r3, %r1;\n"
                                  "    ld.param.u64 %d1, [a];\n"
                                  "    ld.param.u64 %d2, [b];\n"
                                  "    mul.wide.u32 %d3, %r1, 4;\n"
                                  "    add.u64 %d1, %d1, %d3;\n"
                                  "    add.u64 %d2, %d2, %d3;\n"
                                  "    ld.global.u32 %r4, [%d1];\n"
                                  "    add.u32 %r4, %r4, 1;\n"
                                  "    st.global.u32 [%d2], %r4;\n"
                                  "    ret;\n"
                                  "}\n";
static const char plus_workload[] =
    "{\"name\": \"plus\", \"description\": \"launches that repeat\", \"modules\": {\"plus\": "
    "{\"ptx\": \"plus.ptx\"}},\n"
    " \"scalars\": {\"blocks\": 350, \"launches\": 40, \"n\": \"blocks * 512\"},\n"
    " \"buffers\": {\"a\": {\"type\": \"u32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": "
    "0, \"step\": 1}}},\n"
    "   \"b\": {\"type\": \"u32\", \"count\": \"n\", \"init\": \"zero\"},\n"
    "   \"c\": {\"type\": \"u32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": 1, "
    "\"step\": 1}}}},\n"
    " \"steps\": [{\"repeat\": {\"count\": \"launches\", \"steps\": [{\"launch\": {\"kernel\": "
    "\"plus\",\n"
    "   \"grid\": [\"blocks\"], \"block\": [512], \"args\": [\"a\", \"b\"]}}]}}],\n"
    " \"checks\": [{\"buffer\": \"b\", \"equals\": \"c\"}]}\n";

static char *folder, *workload, *sweep, *plus;

static void set_up(void)
{
    folder = folder_new();
    g_free(folder_write(folder, "add.ptx", add_kernel, strlen(add_kernel)));
    workload = folder_write(folder, "add.json", add_workload, strlen(add_workload));
    g_free(folder_write(folder, "sweep.ptx", sweep_kernel, strlen(sweep_kernel)));
    sweep = folder_write(folder, "sweep.json", sweep_workload, strlen(sweep_workload));
    g_free(folder_write(folder, "plus.ptx", plus_kernel, strlen(plus_kernel)));
    plus = folder_write(folder, "plus.json", plus_workload, strlen(plus_workload));
}

static void tear_down(void)
{
    g_free(workload);
    g_free(sweep);
    g_free(plus);
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
    tcase_add_test(tests, warps_leap);
    tcase_add_test(tests, one_wave_stands_for_others);
    tcase_add_loop_test(tests, launches_that_repeat_are_known, 0, 2);
    tcase_add_test(tests, other_grids_are_sized);
    tcase_add_test(tests, traces_are_sampled);
    tcase_add_loop_test(tests, workloads_compute_the_same, 0, n_small_workloads);
    tcase_add_loop_test(tests, what_makes_no_sense_is_refused, 0, (int)G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
