/* SPDX-License-Identifier: BSD-3-Clause */
/* The commands of tutorials and how-to guides work, and print what the pages say.
 *
 * Each page's steps (page_steps.h) are done in order in a folder of their own, which looks like a
 * clone's top: it has a link to each file and folder there, the build as build/, and a ./run that
 * builds nothing. Every block of
 * commands has a shell of its own and must end with exit code 0. The argument is a folder of pages.
 *
 * Environment, set by meson.build:
 *   SIMGPU_TEST_ROOT   the source tree
 *   SIMGPU_TEST_BUILT  the build folder
 */
#include "tests/docs/page_steps.h"
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE = 250 }; /* seconds a page */

static GPtrArray *pages;

static void link_into(const char *folder, const char *target, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    ck_assert_msg(symlink(target, path) == 0, "cannot make a link %s", path);
}

/* ./run would build simgpu once more in a folder that is no clone: here it is the one that is
 * built. */
static void write_run(const char *folder)
{
    static const char text[] = "#!/bin/sh\nexec build/cli/simgpu \"$@\"\n";
    g_autofree char *path = folder_write(folder, "run", text, strlen(text));
    ck_assert_int_eq(chmod(path, 0755), 0);
}

/* A folder that looks like the top of a clone. */
static char *clone_new(void)
{
    char *folder = folder_new();
    const char *root = test_environment("SIMGPU_TEST_ROOT");
    g_autoptr(GDir) dir = g_dir_open(root, 0, NULL);
    ck_assert_ptr_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(root, name, NULL);
        if (strcmp(name, "run") == 0)
            write_run(folder);
        else if (*name != '.' && !g_str_has_prefix(name, "build"))
            link_into(folder, path, name);
    }
    link_into(folder, test_environment("SIMGPU_TEST_BUILT"), "build");
    return folder;
}

/* A page's file may lie in the folder itself only: all others are the clone's. */
static void write_file(const char *folder, const struct page_step *step)
{
    ck_assert_msg(!strchr(step->file, '/'), "line %u: %s is not in the top folder", step->line,
                  step->file);
    g_free(folder_write(folder, step->file, step->text, strlen(step->text)));
}

/* Debian's programs come first: its Python has the packages that pages name. */
static char **shell_environment(void)
{
    const char *built = test_environment("SIMGPU_TEST_BUILT");
    g_autofree char *path =
        g_strdup_printf("%s/cli:%s/runtime/simgpucc:/usr/bin:%s", built, built, g_getenv("PATH"));
    return g_environ_setenv(g_get_environ(), "PATH", path, TRUE);
}

/* Whether Python has all the modules that the commands need. */
static bool has_needs(const struct page_step *step)
{
    if (!step->needs)
        return true;
    g_autofree char *program = g_strdup_printf("import %s", step->needs);
    const char *arguments[] = {"python3", "-c", program, NULL};
    g_auto(GStrv) environment = shell_environment();
    int status;
    return g_spawn_sync(NULL, (char **)arguments, environment,
                        G_SPAWN_SEARCH_PATH_FROM_ENVP | G_SPAWN_STDOUT_TO_DEV_NULL |
                            G_SPAWN_STDERR_TO_DEV_NULL,
                        NULL, NULL, NULL, NULL, &status, NULL) &&
           status == 0;
}

static void run_commands(const char *page, const char *folder, const struct page_step *step)
{
    const char *arguments[] = {"bash", "-ec", step->text, NULL};
    g_auto(GStrv) environment = shell_environment();
    g_autofree char *out = NULL, *err = NULL;
    int status;
    ck_assert(g_spawn_sync(folder, (char **)arguments, environment, G_SPAWN_SEARCH_PATH, NULL, NULL,
                           &out, &err, &status, NULL));
    ck_assert_msg(exit_code_of_status(status) == 0, "%s:%u: exit code %d\n%.1500s\n%.1500s", page,
                  step->line, exit_code_of_status(status), out, err);
    g_autofree char *missing = step->output ? page_missing_line(step->output, out) : NULL;
    ck_assert_msg(!missing, "%s:%u: it does not print\n%s\nbut\n%.2500s", page, step->line, missing,
                  out);
}

START_TEST(commands_of_a_page_work)
{
    const char *page = pages->pdata[_i];
    g_autofree char *text = tree_text(page), *problem = NULL;
    g_autoptr(GArray) steps = page_steps(text, &problem);
    ck_assert_msg(steps != NULL, "%s: %s", page, problem);
    char *folder = clone_new();
    for (guint i = 0; i < steps->len; i++) {
        const struct page_step *step = &g_array_index(steps, struct page_step, i);
        if (step->file)
            write_file(folder, step);
        else if (has_needs(step))
            run_commands(page, folder, step);
        else
            fprintf(stderr, "%s:%u: skipped, without Python's %s\n", page, step->line, step->needs);
    }
    folder_remove(folder);
}
END_TEST

/* ---- pages are read ----------------------------------------------------------------------- */

START_TEST(steps_are_found)
{
    g_autofree char *problem = NULL;
    g_autoptr(GArray) steps =
        page_steps("Do this:\n\n```sh\n./run\n```\n\n```json file=a.json\n{\n    \"x\": 1\n}\n```\n"
                   "- then\n\n  ```sh run\n  a\n  ```\n\n```sh run\nb\n```\n\nIt prints:\n\n"
                   "```text output\nc\n...\n```\n\n```text\nnothing\n```\n",
                   &problem);
    static const struct page_step expected[] = {
        {7, "a.json", "{\n    \"x\": 1\n}\n", NULL, NULL},
        {14, NULL, "  a\n", NULL, NULL},
        {18, NULL, "b\n", "c\n...\n", NULL},
    };
    ck_assert_ptr_null(problem);
    ck_assert_uint_eq(steps->len, G_N_ELEMENTS(expected));
    for (guint i = 0; i < steps->len; i++) {
        const struct page_step *step = &g_array_index(steps, struct page_step, i);
        ck_assert_uint_eq(step->line, expected[i].line);
        ck_assert_pstr_eq(step->file, expected[i].file);
        ck_assert_pstr_eq(step->text, expected[i].text);
        ck_assert_pstr_eq(step->output, expected[i].output);
    }
}
END_TEST

START_TEST(output_belongs_to_commands)
{
    g_autofree char *problem = NULL;
    g_autoptr(GArray) steps = page_steps("Text\n\n```text output\na\n```\n", &problem);
    ck_assert_ptr_null(steps);
    ck_assert_pstr_eq(problem, "line 3: output without commands before it");
}
END_TEST

static const struct comparison {
    const char *expected, *printed, *missing;
} comparisons[] = {
    {"a\nb\n", "a\nb\n", NULL},
    {"b\n", "a\nb\nc\n", NULL},
    {"a\nc\n", "a\nb\nc\n", "c"},
    {"a\n...\nc\n", "a\nb\nb\nc\n", NULL},
    {"a\n...\nb\n", "a\nb\n", NULL},
    {"b\n...\na\n", "a\nb\n", "a"},
    {"...\nb\nd\n", "b\nc\nb\nd\n", NULL},
    {"took ... s (x)\n", "took 1.5 s (x)  \n", NULL},
    {"took ... s\n", "took 1.5 ms or so\n", "took ... s"},
    {"a.c\n", "abc\n", "a.c"},
};

START_TEST(output_is_compared)
{
    g_autofree char *missing = page_missing_line(comparisons[_i].expected, comparisons[_i].printed);
    ck_assert_pstr_eq(missing, comparisons[_i].missing);
}
END_TEST

/* What the clone's links lead to is not the test's to delete. */
START_TEST(links_are_deleted_alone)
{
    char *there = folder_new(), *here = folder_new();
    g_autofree char *file = folder_write(there, "file", "x", 1);
    link_into(here, there, "link");
    folder_remove(here);
    ck_assert(g_file_test(file, G_FILE_TEST_EXISTS));
    folder_remove(there);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2)
        g_error("usage: %s FOLDER", argv[0]);
    pages = tree_files(argv[1], ".md");
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("pages");
    tcase_set_timeout(tests, PATIENCE);
    tcase_add_loop_test(tests, commands_of_a_page_work, 0, (int)pages->len);
    tcase_add_test(tests, links_are_deleted_alone);
    tcase_add_test(tests, steps_are_found);
    tcase_add_test(tests, output_belongs_to_commands);
    tcase_add_loop_test(tests, output_is_compared, 0, (int)G_N_ELEMENTS(comparisons));
    suite_add_tcase(suite, tests);
    int status = run_suite(suite);
    g_ptr_array_unref(pages);
    return status;
}
