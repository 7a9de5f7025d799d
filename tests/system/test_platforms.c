/* SPDX-License-Identifier: BSD-3-Clause */
/* Every platform file of the tree loads, runs a workload and is installed. What a load takes on it
 * is for test_latencies.c. */
#include "tests/rigs/platform_files.h"
#include "tests/rigs/result.h"
#include <string.h>

static char **files;

/* Of the platform file of this turn. g_free. */
static char *file_path(int index)
{
    g_autofree char *path = g_strconcat("platforms/", files[index], NULL);
    return source_path(path);
}

static JsonNode *run(int index, const char *workload, const char *const *sets)
{
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, file_path(index));
    g_ptr_array_add(command, source_path(workload));
    command_set_all(command, sets);
    command_add(command, "--check");
    return run_for_result(command, EXIT_DONE);
}

START_TEST(it_runs_a_workload)
{
    static const char *const small[] = {"scalars.rows=256", "scalars.edges=2048", NULL};
    g_autoptr(JsonNode) result = run(_i, "workloads/examples/spmv/spmv.json", small);
    ck_assert_uint_gt(result_number(result, "kernels.0.cycles"), 0);
    assert_slots_are_accounted(result);
}
END_TEST

/* The most that are possible, whatever wires an SM of the platform has. */
START_TEST(it_may_have_1024_sms)
{
    g_autofree char *path = file_path(_i);
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome o;
    command_add(command, "%s", path);
    command_add(command, "--set=sm.count=1024");
    command_add(command, "--dump-platform=-");
    command_run(command, &o);
    ck_assert_msg(o.exit_code == EXIT_DONE, "%s", o.err);
}
END_TEST

/* Those of the calibration platforms have up to three wires into the crossbar. */
START_TEST(it_runs_on_1024_sms)
{
    static const char *const sets[] = {"sm.count=1024", "scalars.n=64", NULL};
    if (!g_str_has_prefix(files[_i], "calibration/"))
        return;
    g_autoptr(JsonNode) result = run(_i, "workloads/examples/vecadd/vecadd.json", sets);
    ck_assert_uint_eq(result_length(result, "per_sm"), 1024);
}
END_TEST

START_TEST(it_is_installed)
{
    g_autofree char *list = source_path("platforms/meson.build");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(list, &text, NULL, NULL));
    g_autofree char *name = g_strdup_printf("'%s'", files[_i]);
    ck_assert_msg(strstr(text, name) != NULL, "platforms/meson.build doesn't have %s", name);
}
END_TEST

/* A paper's baseline says what differs from a GPU, or a property for all of them would be written
 * down in each. */
START_TEST(a_paper_says_what_differs)
{
    enum { MOST_LINES = 100 };
    g_autofree char *path = file_path(_i);
    g_autofree char *text = NULL;
    if (!g_str_has_prefix(files[_i], "papers/"))
        return;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    ck_assert_uint_lt(g_strv_length(lines) - 1, MOST_LINES);
    ck_assert_ptr_nonnull(strstr(text, "<prop id=\"based_on\""));
}
END_TEST

int main(void)
{
    files = platform_files();
    int count = (int)g_strv_length(files);
    Suite *suite = suite_create("platforms");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, it_runs_a_workload, 0, count);
    tcase_add_loop_test(tests, it_may_have_1024_sms, 0, count);
    tcase_add_loop_test(tests, it_runs_on_1024_sms, 0, count);
    tcase_add_loop_test(tests, it_is_installed, 0, count);
    tcase_add_loop_test(tests, a_paper_says_what_differs, 0, count);
    suite_add_tcase(suite, tests);
    int status = run_suite(suite);
    g_strfreev(files);
    return status;
}
