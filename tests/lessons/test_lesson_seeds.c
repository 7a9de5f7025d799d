/* SPDX-License-Identifier: BSD-3-Clause */
/* What a teacher sees as expected is right with the numbers of a seed, too; a starter file, handed
 * in as it is, gets less than half of the points. Sample solutions and wrong ones are for
 * tests/teaching/grade/test_lessons.c, which needs no teacher's report in lessons that have sample
 * answers for a seed. Which answers a lesson has is known from its sample solution. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 1 };

static GPtrArray *lessons; /* names of folders in lessons/ */

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names in a folder of the tree that fit a pattern, sorted. */
static GPtrArray *names_in(const char *folder, const char *pattern)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *path = g_build_filename(g_getenv("SIMGPU_TEST_ROOT"), folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir))
        if (g_pattern_match_simple(pattern, name))
            g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    return names;
}

/* ---- grading ------------------------------------------------------------------------------ */

struct grade {
    int exit_code;
    double points, of;
    JsonNode *report;
};

static void grade_clear(struct grade *grade)
{
    json_node_unref(grade->report);
}
#define auto_grade __attribute__((cleanup(grade_clear))) struct grade

/* Grades a file of answers with the report of a teacher. */
static struct grade graded(const char *lesson, const char *answers, unsigned seed)
{
    g_autofree char *folder = g_strconcat("lessons/", lesson, NULL);
    g_autofree char *path = source_path(folder);
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome o;
    command_add(command, "grade");
    command_add(command, "%s", path);
    command_add(command, "%s", answers);
    command_add(command, "--teacher");
    command_add(command, "--json=-");
    if (seed > 0)
        command_add(command, "--seed=%u", seed);
    command_run(command, &o);
    g_autoptr(JsonNode) report = json_from_string(o.out, NULL);
    ck_assert_msg(report != NULL, "%s, %s: exit code %d, %s", lesson, answers, o.exit_code, o.err);
    JsonObject *root = json_node_get_object(report);
    return (struct grade){o.exit_code, json_object_get_double_member(root, "points"),
                          json_object_get_double_member(root, "of"), g_steal_pointer(&report)};
}

static char *sample_path(const char *lesson, const char *name)
{
    g_autofree char *file = g_build_filename("tests/lessons", lesson, name, NULL);
    return source_path(file);
}

static void expect_all_points(const char *lesson, const char *answers, unsigned seed)
{
    auto_grade grade = graded(lesson, answers, seed);
    g_autofree char *text = json_to_string(grade.report, TRUE);
    ck_assert_msg(grade.exit_code == EXIT_DONE && grade.points == grade.of && grade.of > 0,
                  "%s, seed %u, %s: %s", lesson, seed, answers, text);
}

START_TEST(lessons_are_found)
{
    ck_assert_uint_gt(lessons->len, 5);
}
END_TEST

START_TEST(the_starter_files_get_less_than_half)
{
    const char *lesson = lessons->pdata[_i];
    g_autofree char *file = g_build_filename("lessons", lesson, "answers.txt", NULL);
    g_autofree char *answers = source_path(file);
    auto_grade grade = graded(lesson, answers, 0);
    ck_assert_msg(grade.exit_code == EXIT_CHECK_FAILED && 2 * grade.points < grade.of,
                  "%s: %g of %g points", lesson, grade.points, grade.of);
}
END_TEST

/* ---- other seeds -------------------------------------------------------------------------- */

/* What the report expects of an answer; NULL: nothing, as of plug-ins. */
static const char *expected_of(const struct grade *grade, const char *answer)
{
    JsonArray *checks = json_object_get_array_member(json_node_get_object(grade->report), "checks");
    for (guint i = 0; i < json_array_get_length(checks); i++) {
        JsonObject *check = json_array_get_object_element(checks, i);
        if (strcmp(json_object_get_string_member(check, "check"), answer) == 0)
            return json_object_get_string_member_with_default(check, "expected", NULL);
    }
    return NULL;
}

/* The sample solution with other values. A plug-in's path leads to where the sample's is. */
static char *answers_for(const struct grade *grade, const char *lesson)
{
    g_autofree char *sample = sample_path(lesson, "answers.txt"), *text = NULL;
    g_autofree char *folder = g_path_get_dirname(sample);
    GString *answers = g_string_new(NULL);
    ck_assert(g_file_get_contents(sample, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) parts = g_strsplit(*line, "=", 2);
        if (**line == '#' || g_strv_length(parts) < 2)
            continue;
        const char *name = g_strstrip(parts[0]), *value = g_strstrip(parts[1]);
        const char *expected = expected_of(grade, name);
        g_autofree char *path = g_build_filename(folder, value, NULL);
        g_string_append_printf(answers, "%s = %s\n", name, expected ? expected : path);
    }
    return g_string_free(answers, FALSE);
}

/* Somebody has worked out the answers for a seed. So it is where a student hands in a machine,
 * which is right for one seed only. */
static bool has_answers_of_a_seed(const char *lesson)
{
    g_autofree char *folder = g_build_filename("tests/lessons", lesson, NULL);
    g_autoptr(GPtrArray) files = names_in(folder, "answers-*.txt");
    return files->len > 0;
}

START_TEST(with_other_seeds_what_is_expected_is_right)
{
    const char *lesson = lessons->pdata[_i];
    g_autofree char *sample = sample_path(lesson, "answers.txt");
    if (has_answers_of_a_seed(lesson))
        return;
    char *folder = folder_new();
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        auto_grade grade = graded(lesson, sample, seed);
        g_autofree char *text = answers_for(&grade, lesson);
        g_autofree char *answers = folder_write(folder, "answers.txt", text, strlen(text));
        expect_all_points(lesson, answers, seed);
    }
    folder_remove(folder);
}
END_TEST

int main(void)
{
    lessons = names_in("lessons", "*-*");
    Suite *suite = suite_create("lesson seeds");
    TCase *tests = tcase_create("all");
    int n = (int)lessons->len;
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, lessons_are_found);
    tcase_add_loop_test(tests, the_starter_files_get_less_than_half, 0, n);
    tcase_add_loop_test(tests, with_other_seeds_what_is_expected_is_right, 0, n);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    g_ptr_array_unref(lessons);
    return failed;
}
