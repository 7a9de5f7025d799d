/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu study --wide: its columns, what is missing, and the example of docs/howto/wide.md, which
 * runs in plain Python as it stands there. And where results go without -o. */
#include "tests/study/data/study_command.h"

#include <string.h>
#include <unistd.h>

static void put_study(void)
{
    g_autofree char *workload = source_path("tests/kernels/alu_chain.json");
    g_autofree char *members = g_strdup_printf(
        "\"workload\": \"%s\", \"set\": [\"sm.count=1\"], \"axes\": ["
        "{\"name\": \"l1\", \"values\": [{\"label\": \"8, small\"}]},"
        "{\"name\": \"scheduler\", \"values\": ["
        "{\"label\": \"lrr\", \"policy\": {\"warp_scheduler\": \"lrr\"}},"
        "{\"label\": \"gto\", \"policy\": {\"warp_scheduler\": \"gto\"}}]},"
        "{\"name\": \"workload\", \"values\": ["
        "{\"label\": \"one\", \"set\": [\"scalars.iterations=1\"]},"
        "{\"label\": \"two\", \"set\": [\"scalars.iterations=2\"]}]}],"
        "\"derive\": [{\"name\": \"speedup\", \"kind\": \"speedup\", \"metric\": \"cycles\","
        " \"over\": {\"scheduler\": \"lrr\"}}]",
        workload);
    study_folder_put("small.json", members);
}

/* The lines of the CSV; g_strfreev. */
static char **make_wide(const char *points)
{
    auto_outcome outcome = {0};
    g_autofree char *csv = fixture_path(&study_folder, "wide.csv");
    g_autofree char *wide = g_strconcat("--wide=", csv, NULL);
    g_autofree char *text = NULL;
    g_autoptr(GPtrArray) command = study_command_line("small.json", "r.sqlite");
    command_add(command, "%s", wide);
    if (points)
        command_add(command, "%s", points);
    command_run(command, &outcome);
    study_expect_end(&outcome, EXIT_DONE, " points: 0 done before, ");
    ck_assert(g_file_get_contents(csv, &text, NULL, NULL));
    return g_strsplit(text, "\r\n", -1);
}

START_TEST(test_columns)
{
    put_study();
    g_auto(GStrv) lines = make_wide("--points=0-2");
    ck_assert_uint_eq(g_strv_length(lines), 6); /* heads, four points, nothing */
    ck_assert(g_str_has_prefix(lines[0], "position,l1,scheduler,workload,status,speedup,"));
    ck_assert_msg(g_str_has_prefix(lines[1], "0,\"8, small\",lrr,one,done,1,"), "%s", lines[1]);
    ck_assert_msg(g_str_has_prefix(lines[4], "3,\"8, small\",gto,two,missing,,"), "%s", lines[4]);
    g_auto(GStrv) heads = g_strsplit(lines[0], ",", -1);
    g_auto(GStrv) last = g_strsplit(lines[4] + strlen("3,\"8,"), ",", -1);
    ck_assert_uint_eq(g_strv_length(last), g_strv_length(heads) - 1);
    ck_assert(g_strv_contains((const char *const *)heads, "cycles"));
    ck_assert(g_strv_contains((const char *const *)heads, "sm.warp_instructions"));
    ck_assert(g_strv_contains((const char *const *)heads, "process.wall_s"));
    /* Each once, although every point has them. */
    ck_assert_uint_eq(
        g_strv_length(heads),
        (guint)study_query("r.sqlite", "SELECT 6 + count(DISTINCT name) FROM metric"));
}
END_TEST

/* The indented lines of the page from "import csv" on, without the four blanks. g_free. */
static char *example_of(const char *page)
{
    g_autofree char *path = source_path(page);
    g_autofree char *text = NULL;
    GString *example = g_string_new(NULL);
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    const char *start = strstr(text, "    import csv\n");
    ck_assert_ptr_nonnull(start);
    g_auto(GStrv) lines = g_strsplit(start, "\n", -1);
    for (char **line = lines; !**line || g_str_has_prefix(*line, "    "); line++)
        g_string_append_printf(example, "%s\n", **line ? *line + 4 : "");
    return g_string_free(example, FALSE);
}

START_TEST(test_example_of_the_page)
{
    put_study();
    g_strfreev(make_wide(NULL));
    g_autofree char *example = example_of("docs/howto/wide.md");
    fixture_put(&study_folder, "example.py", example);
    auto_outcome outcome = {0};
    g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
    command_add(command, "/usr/bin/env");
    command_add(command, "python3");
    g_ptr_array_add(command, fixture_path(&study_folder, "example.py"));
    g_ptr_array_add(command, fixture_path(&study_folder, "wide.csv"));
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    /* One warp: a scheduler has no choice. */
    ck_assert_str_eq(outcome.out, "8, small 1.0\n");
}
END_TEST

START_TEST(test_results_have_the_name_of_the_study)
{
    put_study();
    g_autofree char *study = fixture_path(&study_folder, "small.json");
    auto_outcome outcome = {0};
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "study");
    command_add(command, "%s", study);
    ck_assert_int_eq(chdir(study_folder.folder), 0);
    command_run(command, &outcome);
    ck_assert_int_eq(chdir("/"), 0);
    study_expect_end(&outcome, EXIT_DONE, "0 left; in small.sqlite");
    study_expect_files("gpu.xml small.json small.sqlite study.json");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study wide");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, study_folder_set_up, study_folder_tear_down);
    tcase_add_test(tests, test_columns);
    tcase_add_test(tests, test_example_of_the_page);
    tcase_add_test(tests, test_results_have_the_name_of_the_study);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
