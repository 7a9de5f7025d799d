/* SPDX-License-Identifier: BSD-3-Clause */
/* Workloads and kernels as their files give them, which takes longer: every check passes. */
#include "tests/system/result.h"

static const char *const files[] = {
    "workloads/vecadd/vecadd.json",       "workloads/matmul/matmul.json",
    "workloads/spmv/spmv.json",           "workloads/bfs/bfs.json",
    "workloads/histogram/histogram.json", "workloads/kmeans/kmeans.json",
    "tests/kernels/alu_loop.json",        "tests/kernels/divergence.json",
    "tests/kernels/handoff.json",         "tests/kernels/long_block.json",
    "tests/kernels/stream_read.json",
};

START_TEST(checks_pass)
{
    g_autoptr(GPtrArray) command = command_for(files[_i]);
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_gt(result_length(result, "checks"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("default sizes");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, checks_pass, 0, (int)G_N_ELEMENTS(files));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
