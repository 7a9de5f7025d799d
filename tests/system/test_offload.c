/* SPDX-License-Identifier: BSD-3-Clause */
/* --policy offload=...: launches on the host's CPU, with what has to be copied for them. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

#define BFS    "workloads/examples/bfs/bfs.json"
#define VECADD "workloads/examples/vecadd/vecadd.json"

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

static GPtrArray *command_with(const char *workload, const char *policy)
{
    GPtrArray *command = command_for(workload);
    command_add(command, "--plugin");
    command_add(command, "%s/every_other.so", test_environment("SIMGPU_TEST_PLUGINS"));
    command_add(command, "--policy");
    command_add(command, "offload=%s", policy);
    if (strcmp(workload, BFS) == 0)
        command_set_all(command, (const char *const[]){"scalars.vertices=300", "scalars.degree=5",
                                                       "scalars.block=64", NULL});
    return command;
}

/* What is computed is right wherever it runs, and doesn't depend on the window. */
static JsonNode *check_run(const char *workload, const char *policy)
{
    g_autoptr(GPtrArray) command = command_with(workload, policy);
    command_add(command, "--check");
    JsonNode *result = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(result);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) again = run_for_result(command, EXIT_DONE);
    g_autofree char *one = result_without_host(again);
    assert_same_result(expected, one, policy);
    return result;
}

/* Nothing crosses PCIe, and no SM does anything. */
START_TEST(all_on_the_cpu)
{
    g_autoptr(JsonNode) result = check_run(BFS, "cpu");
    ck_assert_uint_gt(result_number(result, "offload.launches_on_cpu"), 2);
    ck_assert_uint_eq(result_number(result, "offload.launches_on_gpu"), 0);
    ck_assert_uint_eq(result_number(result, "offload.migrated_bytes"), 0);
    ck_assert_uint_gt(result_number(result, "offload.cpu_ps"), 1000000);
    ck_assert_uint_gt(result_number(result, "offload.cpu_warp_instructions"), 100);
    ck_assert_uint_eq(result_number(result, "totals.sm.warp_instructions"), 0);
    ck_assert_uint_eq(result_number(result, "totals.host_commands.bytes_to_device"), 0);
    ck_assert_uint_eq(result_number(result, "totals.host_commands.bytes_to_host"), 0);
}
END_TEST

/* From launch to launch the buffers go to and fro. */
START_TEST(copies_what_a_change_needs)
{
    g_autoptr(JsonNode) result = check_run(BFS, "every_other");
    const uint64_t there = result_number(result, "totals.host_commands.bytes_to_device");
    const uint64_t back = result_number(result, "totals.host_commands.bytes_to_host");
    const unsigned launches = result_length(result, "offload.launches");
    ck_assert_uint_eq(result_number(result, "offload.launches_on_cpu"), launches / 2);
    uint64_t migrated = 0;
    for (unsigned i = 0; i < launches; i++) {
        g_autofree char *device = g_strdup_printf("offload.launches.%u.device", i);
        g_autofree char *bytes = g_strdup_printf("offload.launches.%u.migrated_bytes", i);
        ck_assert_str_eq(result_text(result, device), i % 2 ? "cpu" : "gpu");
        ck_assert_uint_gt(result_number(result, bytes), 0);
        migrated += result_number(result, bytes);
    }
    ck_assert_uint_eq(result_number(result, "offload.migrated_bytes"), migrated);
    ck_assert_uint_ge(there + back, migrated); /* and flags that the host reads behind a launch */
    ck_assert_uint_gt(back, 0);
    ck_assert_uint_gt(result_number(result, "totals.sm.warp_instructions"), 0);
}
END_TEST

/* 512 elements of four bytes in three buffers go there before the launch, and one comes back. */
START_TEST(copies_each_buffer_once)
{
    g_autoptr(GPtrArray) command = command_with(VECADD, "every_other");
    command_set_all(command, (const char *const[]){"scalars.n=512", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(result, "offload.migrated_bytes"), 3 * 2048);
    ck_assert_uint_eq(result_number(result, "totals.host_commands.bytes_to_device"), 3 * 2048);
}
END_TEST

/* A kernel on the CPU and an application beside it feel each other. */
START_TEST(kernels_have_neighbours)
{
    uint64_t before = 0;
    g_autofree char *applications = source_path("offload/applications/spec2006.json");
    for (unsigned n = 0; n <= 4; n += 2) {
        g_autoptr(GPtrArray) command = command_with(VECADD, "cpu");
        command_set_all(command, (const char *const[]){"scalars.n=300000", NULL});
        for (unsigned i = 0; i < n; i++) {
            command_add(command, "--host-app");
            command_add(command, "lbm");
        }
        if (n > 0) {
            command_add(command, "--host-apps");
            command_add(command, "%s", applications);
        }
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        const uint64_t now = result_number(result, "offload.cpu_ps");
        ck_assert_uint_gt(now, before);
        before = now;
    }
}
END_TEST

/* Where it was faster, by the files of two runs. */
START_TEST(oracle_reads_runs)
{
    static const char *const devices[] = {"cpu", "gpu"};
    uint64_t least = UINT64_MAX;
    g_autoptr(GPtrArray) command = command_with(BFS, "oracle");
    for (unsigned i = 0; i < G_N_ELEMENTS(devices); i++) {
        g_autofree char *csv = g_strdup_printf("%s/%s.csv", folder, devices[i]);
        g_autoptr(GPtrArray) before = command_with(BFS, devices[i]);
        command_add(before, "--features");
        command_add(before, "%s", csv);
        g_autoptr(JsonNode) result = run_for_result(before, EXIT_DONE);
        least = MIN(least, result_number(result, "elapsed_ps"));
        command_add(command, "--set");
        command_add(command, "offload.%s_times=%s", devices[i], csv);
    }
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_le(result_number(result, "elapsed_ps"), least);
}
END_TEST

/* What takes no time is nowhere. */
START_TEST(functional_launches_are_not_placed)
{
    g_autoptr(GPtrArray) command = command_with(BFS, "cpu");
    command_add(command, "--functional");
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(result, "offload.launches_on_cpu"), 0);
    ck_assert_uint_eq(result_length(result, "offload.launches"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("offload");
    TCase *tcase = tcase_create("offload");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, all_on_the_cpu);
    tcase_add_test(tcase, copies_what_a_change_needs);
    tcase_add_test(tcase, copies_each_buffer_once);
    tcase_add_test(tcase, kernels_have_neighbours);
    tcase_add_test(tcase, oracle_reads_runs);
    tcase_add_test(tcase, functional_launches_are_not_placed);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
