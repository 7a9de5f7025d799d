/* SPDX-License-Identifier: BSD-3-Clause */
/* suite.json, the folders, meson.build's executables and the READMEs name the same programs. */
#include "tests/suite/programs.h"
#include <string.h>

#define FOLDER "workloads/suite"

static char *text_of(const char *relative)
{
    g_autofree char *path = source_path(relative);
    char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "there is no %s", relative);
    return text;
}

/* With one space for every run of blanks and line ends. */
static char *unwrapped(const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (; *text != '\0'; text++)
        if (!g_ascii_isspace(*text))
            g_string_append_c(out, *text);
        else if (out->len > 0 && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    return g_strdup(out->str);
}

/* "iPAWS" of "iPAWS (M. Lee et al., HPCA 2016)". */
static char *short_name(const char *paper)
{
    const char *end = strstr(paper, " (");
    return g_strndup(paper, end ? (size_t)(end - paper) : strlen(paper));
}

/* The row that the folder's README must have. */
static char *row_of(const struct suite_program *program)
{
    g_autoptr(GString) row = g_string_new(NULL);
    g_string_append_printf(row, "\n| [%s](%s/) | %s | %s | ", program->name, program->name,
                           program->abbreviation, program->summary);
    for (guint i = 0; i < program->papers->len; i++) {
        const struct suite_paper *paper = program->papers->pdata[i];
        g_autofree char *who = short_name(paper->paper);
        g_string_append_printf(row, "%s%s %s: %s", i > 0 ? "; " : "", who, paper->name,
                               paper->category);
    }
    g_string_append(row, " |\n");
    return g_strdup(row->str);
}

START_TEST(a_program_has_all_it_needs)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    const struct suite_program *program = list->pdata[_i];
    ck_assert_uint_gt(program->papers->len, 0);
    g_autofree char *source = g_strdup_printf(FOLDER "/%s/%s.cu", program->name, program->name);
    g_autofree char *full_source = source_path(source);
    ck_assert_msg(g_file_test(full_source, G_FILE_TEST_IS_REGULAR), "there is no %s", source);
    g_autofree char *readme = g_strdup_printf(FOLDER "/%s/README.md", program->name);
    g_autofree char *readme_text = text_of(readme);
    g_autofree char *words = unwrapped(readme_text);
    for (unsigned size = 0; size < SUITE_SIZES; size++) {
        g_autofree char *arguments = g_strjoinv(" ", program->arguments[size]);
        g_autofree char *mention = g_strdup_printf("%s `%s`", suite_size_names[size], arguments);
        ck_assert_msg(strstr(words, mention) != NULL, "%s does not say \"%s\"", readme, mention);
    }
    g_autofree char *executable =
        g_build_filename(test_environment("SIMGPU_TEST_PROGRAMS"), program->name, NULL);
    ck_assert_msg(g_file_test(executable, G_FILE_TEST_IS_EXECUTABLE), "there is no %s", executable);
}
END_TEST

START_TEST(the_readme_has_its_row)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    g_autofree char *row = row_of(list->pdata[_i]);
    g_autofree char *readme = text_of(FOLDER "/README.md");
    ck_assert_msg(strstr(readme, row) != NULL, FOLDER "/README.md has no row%s", row);
}
END_TEST

START_TEST(nothing_is_left_out_of_the_list)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    g_autofree char *path = source_path(FOLDER);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    ck_assert_ptr_nonnull(folder);
    guint folders = 0;
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        if (!g_file_test(inner, G_FILE_TEST_IS_DIR) || strcmp(name, "common") == 0)
            continue;
        g_autoptr(GError) error = NULL;
        ck_assert_msg(suite_list_find(list, name, &error) != NULL, "suite.json lacks the folder %s",
                      name);
        folders++;
    }
    ck_assert_uint_eq(folders, list->len);
    ck_assert_uint_eq(folders, 58);
    g_autofree char *readme = text_of(FOLDER "/README.md");
    guint rows = 0;
    for (const char *at = readme; (at = strstr(at, "\n| [")) != NULL; at++)
        rows++;
    ck_assert_uint_eq(rows, list->len);
}
END_TEST

START_TEST(names_are_sorted_and_abbreviations_differ)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    for (guint i = 0; i < list->len; i++) {
        const struct suite_program *program = list->pdata[i];
        const struct suite_program *before = i > 0 ? list->pdata[i - 1] : NULL;
        ck_assert_msg(!before || strcmp(before->name, program->name) < 0, "%s is out of order",
                      program->name);
        ck_assert_ptr_eq(suite_list_find(list, program->abbreviation, NULL), program);
        ck_assert_ptr_eq(suite_list_find(list, program->name, NULL), program);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suite_list");
    TCase *tests = tcase_create("all of them");
    tcase_add_test(tests, nothing_is_left_out_of_the_list);
    tcase_add_test(tests, names_are_sorted_and_abbreviations_differ);
    suite_add_tcase(suite, tests);
    add_test_of_all(suite, "each", a_program_has_all_it_needs);
    add_test_of_all(suite, "rows", the_readme_has_its_row);
    return run_suite(suite);
}
