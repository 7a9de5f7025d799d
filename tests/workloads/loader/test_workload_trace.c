/* SPDX-License-Identifier: BSD-3-Clause */
/* Workload files that name a trace. */
#include "tests/workloads/loader/data/loader_fixture.h"
#include "workloads/loader/workload.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *json;
    const char *error; /* NULL: it is good */
} files[] = {
    {"{\"trace\": \"t/kernelslist.g\"}", NULL},
    {"{\"trace\": \"t/kernelslist.g\", \"name\": \"n\", \"description\": \"d\", "
     "\"$schema\": \"s\", \"policies\": {\"warp_scheduler\": \"lrr\"}}",
     NULL},
    {"{\"trace\": 1}", "w.json: at trace: expected a string, found an integer"},
    {"{\"trace\": \"\"}", "w.json: at trace: "},
    {"{\"trace\": \"t\", \"name\": 1}", "w.json: at name: expected a string, found an integer"},
    {"{\"trace\": \"t\", \"buffers\": {}}", "w.json: at the top level: unknown member \"buffers\""},
    {"{\"trace\": \"t\", \"policies\": {\"warp_scheduler\": 1}}",
     "w.json: at policies.warp_scheduler: expected a string"},
    {"{\"trace\": \"t\", \"program\": [\"a\"]}", "w.json: at the top level: unknown member"},
};

static struct fixture_directory directory;

static void set_up(void)
{
    fixture_directory_init(&directory);
}

static void tear_down(void)
{
    fixture_directory_finish(&directory);
}

static struct workload *load(const char *json, GError **error)
{
    fixture_write(&directory, "w.json", json, strlen(json));
    return workload_load(directory.workload, error);
}

START_TEST(good_and_bad)
{
    g_autoptr(GError) error = NULL;
    struct workload *w = load(files[_i].json, &error);
    ck_assert_int_eq(w != NULL, error == NULL);
    if (files[_i].error)
        ck_assert_msg(error && strstr(error->message, files[_i].error), "%s",
                      error ? error->message : "accepted");
    else
        ck_assert_msg(!error, "%s", error ? error->message : "");
    workload_free(w);
}
END_TEST

START_TEST(what_it_says)
{
    struct workload *w = load(files[0].json, NULL);
    g_autofree char *folder = g_path_get_dirname(directory.workload);
    g_autofree char *path = g_build_filename(folder, "t", "kernelslist.g", NULL);
    ck_assert_str_eq(workload_trace(w), path);
    ck_assert_ptr_null(workload_name(w));
    ck_assert_uint_eq(workload_n_programs(w), 0);
    ck_assert_ptr_null(workload_policy(w, "warp_scheduler"));
    ck_assert(!workload_set(w, "scalars.n", "1", NULL));
    workload_free(w);
    w = load(files[1].json, NULL);
    ck_assert_str_eq(workload_name(w), "n");
    ck_assert_str_eq(workload_policy(w, "warp_scheduler"), "lrr");
    workload_free(w);
}
END_TEST

START_TEST(an_absolute_path_stays)
{
    struct workload *w = load("{\"trace\": \"/a/kernelslist.g\"}", NULL);
    ck_assert_str_eq(workload_trace(w), "/a/kernelslist.g");
    workload_free(w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload trace");
    TCase *tests = tcase_create("trace");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, good_and_bad, 0, G_N_ELEMENTS(files));
    tcase_add_test(tests, what_it_says);
    tcase_add_test(tests, an_absolute_path_stays);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
