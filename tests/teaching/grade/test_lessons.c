/* SPDX-License-Identifier: BSD-3-Clause */
/* Every lesson of lessons/: the sample solution beside these tests gets all points, also with the
 * numbers of a seed if it has an answers-SEED.txt; wrong answers lose some. Its page has what
 * students look for. */
#include "tests/rigs/command.h"
#include <stdlib.h>
#include <string.h>

static GPtrArray *lessons; /* char *: names of folders */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *files_in(const char *folder)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *path = source_path(folder);
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL)
        g_ptr_array_add(files, g_strdup(name));
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(files, by_text);
    return files;
}

static void find_lessons(void)
{
    g_autoptr(GPtrArray) folders = files_in("lessons");
    lessons = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < folders->len; i++) {
        g_autofree char *name =
            g_strdup_printf("lessons/%s/lesson.json", (char *)folders->pdata[i]);
        g_autofree char *path = source_path(name);
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            g_ptr_array_add(lessons, g_strdup(folders->pdata[i]));
    }
}

static void grade(const char *lesson, const char *answers, int exit_code)
{
    g_autofree char *folder_name = g_strdup_printf("lessons/%s", lesson);
    g_autofree char *file_name = g_strdup_printf("tests/lessons/%s/%s", lesson, answers);
    g_autofree char *folder = source_path(folder_name), *file = source_path(file_name);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "grade");
    command_add(command, "%s", folder);
    command_add(command, "%s", file);
    if (g_str_has_prefix(answers, "answers-")) {
        command_add(command, "--seed");
        command_add(command, "%d", atoi(answers + strlen("answers-")));
    }
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == exit_code, "%s, %s: exit code %d\n%s%s", lesson, answers,
                  outcome.exit_code, outcome.out, outcome.err);
    ck_assert_msg(!strstr(outcome.out, "Nobody asked"), "%s: %s", lesson, outcome.out);
}

START_TEST(solutions_get_all_points_and_wrong_answers_lose_some)
{
    const char *lesson = lessons->pdata[_i];
    unsigned right = 0, wrong = 0;
    g_autofree char *folder = g_strdup_printf("tests/lessons/%s", lesson);
    g_autoptr(GPtrArray) files = files_in(folder);
    for (guint i = 0; i < files->len; i++) {
        const char *file = files->pdata[i];
        const bool is_right = g_str_has_prefix(file, "answers");
        if (!g_str_has_suffix(file, ".txt") || !(is_right || g_str_has_prefix(file, "wrong")))
            continue;
        grade(lesson, file, is_right ? EXIT_DONE : EXIT_CHECK_FAILED);
        right += is_right ? 1 : 0;
        wrong += is_right ? 0 : 1;
    }
    ck_assert_msg(right > 0 && wrong > 0, "%s has no solution or no wrong answers", lesson);
}
END_TEST

START_TEST(pages_have_what_students_look_for)
{
    static const char *const headings[] = {"\n## Objectives\n", "\n## Files\n",
                                           "\n## What you hand in\n"};
    for (guint i = 0; i < lessons->len; i++) {
        g_autofree char *name = g_strdup_printf("lessons/%s/README.md", (char *)lessons->pdata[i]);
        g_autofree char *path = source_path(name), *text = NULL;
        ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "there is no %s", name);
        for (unsigned k = 0; k < G_N_ELEMENTS(headings); k++)
            ck_assert_msg(strstr(text, headings[k]) != NULL, "%s has no %s", name, headings[k]);
        ck_assert_msg(strstr(text, "minutes") != NULL, "%s doesn't say how long it takes", name);
    }
}
END_TEST

int main(void)
{
    find_lessons();
    Suite *suite = suite_create("lessons");
    TCase *tests = tcase_create("lessons");
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, solutions_get_all_points_and_wrong_answers_lose_some, 0,
                        (int)lessons->len);
    tcase_add_test(tests, pages_have_what_students_look_for);
    suite_add_tcase(suite, tests);
    const int failed = run_suite(suite);
    g_ptr_array_unref(lessons);
    return failed;
}
