/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs from a folder of the user's in place of a study's own. */
#include "study/originals.h"
#include "study/study_read.h"
#include "tests/study/data/study_fixture.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>

static struct fixture fixture;

static void set_up(void)
{
    fixture_init(&fixture);
}

static void tear_down(void)
{
    fixture_finish(&fixture);
}

static const char text[] =
    "{\"name\": \"n\", \"title\": \"T\", \"platform\": \"p.xml\", \"axes\": [{\"name\": "
    "\"program\","
    " \"values\": ["
    "{\"label\": \"A\", \"command\": [\"a\", \"1\"], \"original\": [\"first\", \"-i\","
    " \"{programs}/in.txt\", \"x={programs}\"]},"
    "{\"label\": \"B\", \"command\": [\"b\"], \"original\": [\"second\"]},"
    "{\"label\": \"C\", \"command\": [\"c\"]}]}]}";

static void check_words(const struct study_point *point, const char *const *expected)
{
    char **command = point->setting.command;
    for (; *expected; expected++, command++)
        ck_assert_str_eq(*command, *expected);
    ck_assert_ptr_null(*command);
}

START_TEST(test_those_that_are_there)
{
    struct study *study = fixture_study(&fixture, text);
    g_autofree char *first = fixture_path(&fixture, "first");
    g_autofree char *input = fixture_path(&fixture, "in.txt");
    g_autofree char *folder = g_strdup_printf("x=%s", fixture.folder);
    fixture_put(&fixture, "first", "");
    fixture_put(&fixture, "second", ""); /* is not executable */
    ck_assert_int_eq(g_chmod(first, 0755), 0);
    g_autofree char *others = study_use_originals(study, fixture.folder, NULL);
    ck_assert_str_eq(others, "B, C");
    ck_assert_str_eq(study->name, "n, originals");
    ck_assert_str_eq(study->title, "T, originals");
    g_autoptr(GPtrArray) points = study_points(study);
    check_words(points->pdata[0], (const char *const[]){first, "-i", input, folder, NULL});
    check_words(points->pdata[1], (const char *const[]){"b", NULL});
    check_words(points->pdata[2], (const char *const[]){"c", NULL});
    study_free(study);
}
END_TEST

START_TEST(test_none)
{
    struct study *study = fixture_study(&fixture, text);
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(study_use_originals(study, "/nowhere", &error));
    g_autofree char *message =
        g_strdup_printf("/nowhere: expected programs that %s names as originals", study->file);
    ck_assert_str_eq(error->message, message);
    ck_assert_str_eq(study->name, "n");
    study_free(study);
}
END_TEST

START_TEST(test_only_with_a_command)
{
    g_autofree char *message = fixture_study_error(
        &fixture,
        "{\"name\": \"n\", \"platform\": \"p.xml\", \"workload\": \"w.json\", \"original\":"
        " [\"a\"], \"axes\": [{\"name\": \"x\", \"values\": [{\"label\": \"1\"}]}]}");
    ck_assert_str_eq(message, "/study.json: at original: only with \"command\"");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study originals");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_those_that_are_there);
    tcase_add_test(tests, test_none);
    tcase_add_test(tests, test_only_with_a_command);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
