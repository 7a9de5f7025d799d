/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces on a whole GPU, without SimGrid. */
#include "models/gpu.h"
#include "tests/rigs/choices.h"
#include "tests/workloads/sass_trace/trace_maker.h"
#include "workloads/sass_trace/workload.h"

#include <check.h>
#include <string.h>

static char *folder;

static void set_up(void)
{
    folder = trace_folder_new();
}

static void tear_down(void)
{
    trace_folder_remove(folder);
    g_free(folder);
}

struct outcome {
    enum gpu_end end;
    char *error;
    sim_time time;
    uint64_t payloads_left;
    struct gpu_totals totals;
};

static void run_gpu(struct outcome *out, const struct gpu_config *config, const char *list,
                    sim_time window)
{
    GError *error = NULL;
    struct trace_workload *workload = trace_workload_new(list, &error);
    ck_assert_msg(workload != NULL, "%s", error ? error->message : "");
    struct policy_choices policies = choices_with("gto");
    struct device_memory *memory = device_memory_new(config->memory_bytes, 0, &error);
    struct command_source *const sources[] = {trace_workload_source(workload)};
    const struct gpu_run run = {
        .sources = sources, .n_sources = 1, .memory = memory, .policies = &policies};
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    struct gpu *gpu = gpu_new(config, &run, &options);
    *out = (struct outcome){.end = gpu_run_to_end(gpu, false), .time = gpu_end_time(gpu)};
    if (gpu_engine(gpu)->error)
        out->error = g_strdup(gpu_engine(gpu)->error->message);
    out->payloads_left = engine_payloads_in_use(gpu_engine(gpu));
    gpu_totals(gpu, &out->totals);
    gpu_free(gpu);
    trace_workload_free(workload);
    device_memory_free(memory);
    policy_choices_clear(&policies);
}

static void run(struct outcome *out, const char *kernel, sim_time window)
{
    GError *error = NULL;
    struct gpu_config config;
    struct platform *platform = platform_load("platforms/fermi-gtx480.xml", &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "");
    ck_assert(gpu_config_read(&config, platform, &error));
    g_free(trace_file(folder, "kernel-1.traceg", kernel));
    g_autofree char *list =
        trace_file(folder, "kernelslist.g", "MemcpyHtoD,0x40000000,65536\nkernel-1.traceg\n");
    run_gpu(out, &config, list, window);
    gpu_config_clear(&config);
    platform_free(platform);
}

static const struct vecadd_shape vecadd = {.trace = {.grid = {90}, .block = {128}},
                                           .rounds = 4,
                                           .bytes_apart = 1 << 20,
                                           .immediate = " 0"};

/* Each warp and round reads two lines and writes one, and everything comes to its end. */
START_TEST(counts_are_those_of_the_trace)
{
    struct outcome outcome;
    g_autofree char *text = trace_vecadd(&vecadd);
    run(&outcome, text, SIM_TIME_NEVER);
    const struct sm_counters *sm = &outcome.totals.sm;
    uint64_t rounds = 90 * 4 * 4;
    ck_assert_int_eq(outcome.end, GPU_DONE);
    ck_assert_uint_eq(sm->warp_instructions, trace_vecadd_instructions(&vecadd));
    ck_assert_uint_eq(sm->thread_instructions,
                      (trace_vecadd_instructions(&vecadd) - 90 * 4) * WARP_LANES);
    ck_assert_uint_eq(sm->blocks, 90);
    ck_assert_uint_eq(sm->barriers, rounds);
    ck_assert_uint_eq(sm->l1.loads, 2 * rounds);
    ck_assert_uint_eq(sm->l1.stores, rounds);
    ck_assert_uint_ge(outcome.totals.dram.reads, 2 * rounds);
    ck_assert_uint_eq(sm->write_acks, rounds);
    ck_assert_uint_eq(outcome.payloads_left, 0);
}
END_TEST

START_TEST(lookahead_changes_nothing)
{
    struct outcome one, other;
    g_autofree char *text = trace_vecadd(&vecadd);
    run(&one, text, SIM_TIME_NEVER);
    run(&other, text, 1429); /* a cycle */
    ck_assert_uint_eq(one.time, other.time);
    ck_assert_mem_eq(&one.totals, &other.totals, sizeof one.totals);
}
END_TEST

/* Traced addresses need not be allocated, and may lie where device memory does. */
START_TEST(all_kinds_of_access)
{
    struct outcome outcome;
    g_autofree char *text = trace_one_warp(
        &(const struct trace_shape){.binary_version = 80, .shared_bytes = 1024},
        "0000 ffffffff 1 R1 LDG.E 1 R2 4 1 0x1000000000 4 0\n"
        "0010 ffffffff 0 STG.E 2 R2 R1 4 1 0x1000000000 4 0\n"
        "0020 ffffffff 1 R1 ATOMG.E.ADD.STRONG.GPU 2 R2 R1 4 1 0x1000000000 0 0\n"
        "0030 ffffffff 0 RED.E.ADD.64.STRONG.GPU 2 R2 R1 8 1 0xfffffffffffff004 8 0\n"
        "0040 ffffffff 1 R3 LDL 1 R2 4 1 0xfffc20 0 0\n"
        "0050 ffffffff 0 STL.128 2 R2 R3 16 1 0xfffc20 0 0\n"
        "0060 ffffffff 1 R4 LDS.128 1 R2 16 1 0x7fa000000000 16 0\n"
        "0070 ffffffff 1 R4 ATOMS.ADD 2 R2 R4 4 1 0x7fa000000000 0 0\n"
        "0080 ffffffff 1 R4 LDC 1 R2 4 1 0x160 0 0\n"
        "0090 ffffffff 0 LDGSTS.E.BYPASS.128 2 R2 R3 16 1 0x7f0000000001 16 0\n"
        "00a0 ffffffff 0 LDGDEPBAR 0 0 0\n"
        "00b0 ffffffff 0 DEPBAR.LE 0 0 0\n"
        "00c0 ffffffff 1 R5 LDG.E.128.STRONG.GPU 1 R4 16 1 0x7f0000000001 -16 0\n"
        "00d0 ffffffff 0 MEMBAR.SC.GPU 0 0 0\n"
        "00e0 ffffffff 0 CCTL.IVALL 0 0 0\n"
        "00f0 00000001 0 STG.E.128 2 R5 R5 16 1 0x7f000000007c 0 0\n"
        "0100 ffffffff 0 BAR.SYNC 0 0 0\n"
        "0110 ffffffff 1 R8 TEX 2 R2 R3 16 1 0x7f0000000000 16 0\n"
        "0120 ffffffff 1 R8 SULD 1 R2 4 1 0x7f0000000000 4 0\n"
        "0130 ffffffff 0 SUST 2 R2 R8 4 1 0x7f0000000000 4 0\n"
        "0140 ffffffff 1 R9 SUATOM 2 R2 R8 4 1 0x7f0000000000 0 0\n"
        "0150 ffffffff 1 R9 HMMA.16816.F32 3 R8 R8 R8 0 0\n");
    run(&outcome, text, SIM_TIME_NEVER);
    ck_assert_msg(outcome.end == GPU_DONE, "%s", outcome.error);
    ck_assert_uint_eq(outcome.totals.sm.warp_instructions, 23);
    ck_assert_uint_eq(outcome.totals.sm.atomics_sent, outcome.totals.sm.atomic_replies);
    ck_assert_uint_eq(outcome.totals.sm.fences, 2);
    ck_assert_uint_eq(outcome.payloads_left, 0);
}
END_TEST

/* An error in a block is found when the block is dispatched. */
START_TEST(errors_end_the_run)
{
    struct outcome outcome;
    g_autofree char *good = trace_vecadd(&vecadd);
    g_autofree char *path = g_build_filename(folder, "kernel-1.traceg", NULL);
    char *line = strstr(strstr(good, "thread block = 33,"), "FADD 2 R4 R5 0 0");
    unsigned number = 1;
    for (const char *p = good; p < line; p++)
        number += *p == '\n';
    memcpy(line, "FADD 3 R4 R5 0 0", 16);
    g_autofree char *place =
        g_strdup_printf("%s:%u: kernel test, block (33,0,0), warp 0", path, number);
    run(&outcome, good, SIM_TIME_NEVER);
    ck_assert_int_eq(outcome.end, GPU_FAILED);
    ck_assert_msg(g_str_has_prefix(outcome.error, place), "%s", outcome.error);
    ck_assert_msg(strstr(outcome.error, "expected a register R0 to R255, found \"0\"") != NULL,
                  "%s", outcome.error);
    g_free(outcome.error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace gpu");
    TCase *tests = tcase_create("gpu");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, counts_are_those_of_the_trace);
    tcase_add_test(tests, lookahead_changes_nothing);
    tcase_add_test(tests, all_kinds_of_access);
    tcase_add_test(tests, errors_end_the_run);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
