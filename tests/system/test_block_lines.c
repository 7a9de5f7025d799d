/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines that blocks read, found before the launch, are those that another observer sees them
 * read; they don't depend on the lookahead; a trace's recorder hands the question on. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

static const struct {
    const char *workload, *size;
    bool all; /* every load is known */
} runs[] = {
    {"tests/kernels/sharing_mm.json", "scalars.n=64", true},
    {"tests/kernels/sharing_syrk.json", "scalars.n=48", true},
    {"tests/kernels/sharing_syr2k.json", "scalars.n=48", true},
    {"tests/kernels/sharing_five_points.json", "scalars.n=112", true},
    {"workloads/examples/matmul/matmul.json", "scalars.n=64", true},
    {"workloads/examples/spmv/spmv.json", "scalars.rows=1024", false},
    {"tests/kernels/calls.json", NULL, false},
};

static GPtrArray *command_of(int run)
{
    GPtrArray *command = command_for(runs[run].workload);
    command_add(command, "--observe=sharing,block_lines");
    if (runs[run].size)
        command_add(command, "--set=%s", runs[run].size);
    return command;
}

static uint64_t of_first(JsonNode *result, const char *member)
{
    g_autofree char *path = g_strdup_printf("block_lines.launches.0.%s", member);
    return result_number(result, path);
}

START_TEST(found_is_read)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(result, "block_lines.launches.0.analysed"));
    ck_assert_uint_eq(of_first(result, "lines_known_and_read"), of_first(result, "lines_known"));
    ck_assert_uint_eq(of_first(result, "lines_unforeseen"), 0);
    ck_assert_uint_eq(of_first(result, "loads_unknown") == 0, runs[_i].all);
    if (!runs[_i].all)
        return;
    ck_assert_uint_eq(of_first(result, "lines_read"), of_first(result, "lines_known"));
    ck_assert(json_node_equal(result_at(result, "sharing.kernels.0.block_matrix"),
                              result_at(result, "block_lines.launches.0.block_matrix")));
}
END_TEST

/* What the observer says with one more option. */
static JsonNode *with(const char *option)
{
    g_autoptr(GPtrArray) command = command_of(1);
    if (option)
        command_add(command, "%s", option);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return json_node_copy(result_at(result, "block_lines"));
}

START_TEST(same_anyhow)
{
    char *folder = folder_new();
    g_autofree char *export = g_strdup_printf("--export-trace=%s/trace", folder);
    const char *const options[] = {"--set=engine.lookahead=1", "--trace-like", export};
    g_autoptr(JsonNode) plain = with(NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autoptr(JsonNode) other = with(options[i]);
        ck_assert_msg(json_node_equal(plain, other), "otherwise with %s", options[i]);
    }
    folder_remove(folder);
}
END_TEST

START_TEST(traces_are_not_analysed)
{
    static const char *const settings[] = {"blocks=4", "iters=1", NULL};
    g_autofree char *list = trace_of("vecadd", settings);
    g_autoptr(GPtrArray) command = command_on("platforms/volta-titanv.xml", list);
    command_add(command, "--observe=block_lines");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(!result_flag(result, "block_lines.launches.0.analysed"));
    ck_assert_uint_eq(of_first(result, "lines_known"), 0);
    ck_assert_uint_gt(of_first(result, "lines_read"), 0);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("block_lines");
    TCase *tests = tcase_create("block_lines");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, found_is_read, 0, (int)G_N_ELEMENTS(runs));
    tcase_add_test(tests, same_anyhow);
    tcase_add_test(tests, traces_are_not_analysed);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    traces_finish();
    return result;
}
