/* SPDX-License-Identifier: BSD-3-Clause */
/* What is taken for a result, and which version. */
#include "results/result.h"

#include <check.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *text;
    const char *error, *version_error; /* NULL: none */
} files[] = {
    {"{\"schema_version\": 3, \"totals\": {}}", NULL, NULL},
    {"{\"schema_version\": 2, \"totals\": {}}", NULL,
     "schema_version: it is 2, but this simgpu knows 3"},
    {"{\"schema_version\": \"3\", \"totals\": {}}", NULL, "it is \"3\", but this simgpu knows 3"},
    {"{\"schema_version\": 3}", ": no result", NULL},
    {"{\"schema_version\": 3, \"totals\": []}", ": no result", NULL},
    {"{\"totals\": {}}", ": no result", NULL},
    {"[3]", ": no result", NULL},
    {"null", ": no result", NULL},
    {"{\"totals\": {},\n\"totals\": {}}", ":2: member \"totals\" is given twice", NULL},
};

static void check_message(GError *error, const char *file, const char *expected)
{
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(g_str_has_prefix(error->message, file) && strstr(error->message, expected), "%s",
                  error->message);
}

START_TEST(test_files)
{
    g_autofree char *file = NULL;
    g_autoptr(GError) error = NULL;
    int descriptor = g_file_open_tmp("result-XXXXXX.json", &file, NULL);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    ck_assert(g_file_set_contents(file, files[_i].text, -1, NULL));
    g_autoptr(JsonNode) result = result_load(file, "no result", &error);
    g_unlink(file);
    if (files[_i].error)
        check_message(error, file, files[_i].error);
    ck_assert_int_eq(result == NULL, files[_i].error != NULL);
    if (!result)
        return;
    ck_assert_int_eq(result_check_version(result, file, &error), files[_i].version_error == NULL);
    if (files[_i].version_error)
        check_message(error, file, files[_i].version_error);
}
END_TEST

START_TEST(test_no_file)
{
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(result_load("/nowhere/result.json", "no result", &error));
    check_message(error, "/nowhere/result.json", "No such file");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("result");
    TCase *tests = tcase_create("result");
    tcase_add_loop_test(tests, test_files, 0, (int)G_N_ELEMENTS(files));
    tcase_add_test(tests, test_no_file);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
