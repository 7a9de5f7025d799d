/* SPDX-License-Identifier: BSD-3-Clause */
/* Workloads and kernels as their files give them, which takes longer: every check passes. */
#include "tests/rigs/result.h"
#include <string.h>

static const char *const files[] = {
    "workloads/examples/vecadd/vecadd.json",
    "workloads/examples/matmul/matmul.json",
    "workloads/examples/spmv/spmv.json",
    "workloads/examples/bfs/bfs.json",
    "workloads/examples/histogram/histogram.json",
    "workloads/examples/kmeans/kmeans.json",
    "tests/kernels/alu_loop.json",
    "tests/kernels/divergence.json",
    "tests/kernels/handoff.json",
    "tests/kernels/long_block.json",
    "tests/kernels/stream_read.json",
    "tests/kernels/calls.json",
};

START_TEST(checks_pass)
{
    g_autoptr(GPtrArray) command = command_for(files[_i]);
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_gt(result_length(result, "checks"), 0);
}
END_TEST

/* The README shows what its command prints, all but the last line, which tells the machine's
 * speed. Its lines are indented by four. */
START_TEST(the_readme_shows_what_comes_out)
{
    g_autofree char *path = source_path("README.md");
    g_autofree char *readme = NULL;
    ck_assert(g_file_get_contents(path, &readme, NULL, NULL));
    g_autoptr(GPtrArray) command = command_for("workloads/examples/spmv/spmv.json");
    auto_outcome outcome;
    command_run(command, &outcome);
    g_auto(GStrv) lines = g_strsplit(outcome.out, "\n", -1);
    guint n = 0;
    for (; lines[n] != NULL && !g_str_has_prefix(lines[n], "simulation"); n++) {
        g_autofree char *shown = g_strdup_printf("    %s\n", lines[n]);
        ck_assert_msg(strstr(readme, shown) != NULL, "README.md lacks: %s", lines[n]);
    }
    ck_assert_uint_gt(n, 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("default sizes");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, checks_pass, 0, (int)G_N_ELEMENTS(files));
    tcase_add_test(tests, the_readme_shows_what_comes_out);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
