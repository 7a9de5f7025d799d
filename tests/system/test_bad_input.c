/* SPDX-License-Identifier: BSD-3-Clause */
/* Every mistake in the tables ends with its exit code and a message that names the place: nothing
 * on standard output, no result file, no crash. */
#include "tests/rigs/folder.h"
#include "tests/system/bad_input.h"
#include <glib/gstdio.h>
#include <string.h>

static const char *const names[] = {
    [BAD_PLATFORM] = "platform.xml", [BAD_WORKLOAD] = "workload.json", [BAD_KERNEL] = "kernel.ptx"};

/* A good file of each kind. g_free. */
static char *good_text(enum bad_file file)
{
    if (file != BAD_PLATFORM)
        return g_strdup(file == BAD_WORKLOAD ? good_workload : good_kernel);
    g_autofree char *path = source_path(FERMI);
    char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

struct case_folder {
    char *path;
    unsigned line; /* of the change */
};

/* With {platforms} replaced. g_free. */
static char *with_platforms(const char *text)
{
    g_autofree char *platforms = source_path("platforms");
    GString *filled = g_string_new(text);
    g_string_replace(filled, "{platforms}", platforms, 0);
    return g_string_free(filled, FALSE);
}

static void write_changed(struct case_folder *folder, const struct bad_input *row)
{
    if (row->old == NULL && row->new == NULL) {
        g_autofree char *path = g_build_filename(folder->path, names[row->file], NULL);
        ck_assert_int_eq(g_mkdir(path, 0755), 0);
        return;
    }
    g_autofree char *text = good_text(row->file);
    g_autofree char *changed = g_strdup(row->new);
    if (row->old) {
        char *at = strstr(text, row->old);
        ck_assert_msg(at != NULL, "\"%s\" is not in the good file", row->old);
        ck_assert_msg(strstr(at + 1, row->old) == NULL, "\"%s\" is given twice", row->old);
        g_free(changed);
        changed =
            g_strdup_printf("%.*s%s%s", (int)(at - text), text, row->new, at + strlen(row->old));
        folder->line = 1;
        for (const char *p = text; p < at; p++)
            folder->line += *p == '\n';
    }
    g_autofree char *written = with_platforms(changed);
    g_free(folder_write(folder->path, names[row->file], written, strlen(written)));
}

static void write_files(struct case_folder *folder, const struct bad_input *row)
{
    folder->path = folder_new();
    folder->line = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (i == row->file) {
            write_changed(folder, row);
            continue;
        }
        g_autofree char *text = good_text((enum bad_file)i);
        g_free(folder_write(folder->path, names[i], text, strlen(text)));
    }
}

/* With {folder}, {build} and {line} replaced. g_free. */
static char *fill_in(const char *text, const struct case_folder *folder)
{
    g_autofree char *command_folder = g_path_get_dirname(g_getenv("SIMGPU_TEST_EXECUTABLE"));
    g_autofree char *build = g_path_get_dirname(command_folder);
    g_autofree char *line = g_strdup_printf("%u", folder->line);
    GString *filled = g_string_new(text);
    g_string_replace(filled, "{folder}", folder->path, 0);
    g_string_replace(filled, "{build}", build, 0);
    g_autofree char *platforms = source_path("platforms");
    g_string_replace(filled, "{platforms}", platforms, 0);
    g_string_replace(filled, "{line}", line, 0);
    return g_string_free(filled, FALSE);
}

static GPtrArray *command_of(const struct bad_input *row, const struct case_folder *folder)
{
    GPtrArray *command = command_new();
    if (row->file != BAD_NO_FILES) {
        command_add(command, "--json");
        command_add(command, "%s/result.json", folder->path);
    }
    for (const char *const *argument = row->arguments; *argument != NULL; argument++)
        g_ptr_array_add(command, fill_in(*argument, folder));
    if (row->file != BAD_NO_FILES) {
        command_add(command, "%s/platform.xml", folder->path);
        command_add(command, "%s/workload.json", folder->path);
    }
    return command;
}

static void check_row(const struct bad_input *row)
{
    struct case_folder folder;
    write_files(&folder, row);
    g_autoptr(GPtrArray) command = command_of(row, &folder);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == row->exit_code, "exit code %d, expected %d: %s",
                  outcome.exit_code, row->exit_code, outcome.err);
    ck_assert_msg(*outcome.out == '\0', "standard output: %s", outcome.out);
    ck_assert_msg(g_str_has_prefix(outcome.err, "simgpu: "), "%s", outcome.err);
    for (const char *const *fragment = row->fragments; *fragment != NULL; fragment++) {
        g_autofree char *expected = fill_in(*fragment, &folder);
        ck_assert_msg(strstr(outcome.err, expected) != NULL, "not \"%s\", but: %s", expected,
                      outcome.err);
    }
    g_autofree char *result = g_build_filename(folder.path, "result.json", NULL);
    ck_assert_msg(!g_file_test(result, G_FILE_TEST_EXISTS), "there is a result file");
    folder_remove(folder.path);
}

START_TEST(bad_platform)
{
    check_row(&bad_platforms[_i]);
}
END_TEST

START_TEST(bad_workload)
{
    check_row(&bad_workloads[_i]);
}
END_TEST

START_TEST(bad_kernel)
{
    check_row(&bad_kernels[_i]);
}
END_TEST

START_TEST(bad_command_line)
{
    check_row(&bad_command_lines[_i]);
}
END_TEST

START_TEST(bad_name)
{
    check_row(&bad_names[_i]);
}
END_TEST

/* Or the tables would test something else. */
START_TEST(the_good_files_are_good)
{
    static const struct bad_input nothing = {.file = BAD_NOTHING};
    struct case_folder folder;
    write_files(&folder, &nothing);
    g_autoptr(GPtrArray) command = command_of(&nothing, &folder);
    command_add(command, "--check");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_str_eq(outcome.err, "");
    g_autofree char *result = g_build_filename(folder.path, "result.json", NULL);
    ck_assert(g_file_test(result, G_FILE_TEST_EXISTS));
    folder_remove(folder.path);
}
END_TEST

static int rows(const struct bad_input *table)
{
    int n = 0;
    while (table[n].fragments[0] != NULL)
        n++;
    return n;
}

int main(void)
{
    Suite *suite = suite_create("bad input");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, the_good_files_are_good);
    tcase_add_loop_test(tests, bad_platform, 0, rows(bad_platforms));
    tcase_add_loop_test(tests, bad_workload, 0, rows(bad_workloads));
    tcase_add_loop_test(tests, bad_kernel, 0, rows(bad_kernels));
    tcase_add_loop_test(tests, bad_command_line, 0, rows(bad_command_lines));
    tcase_add_loop_test(tests, bad_name, 0, rows(bad_names));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
