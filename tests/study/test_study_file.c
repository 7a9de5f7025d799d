/* SPDX-License-Identifier: BSD-3-Clause */
/* Study files: which points there are, with what each is run, and what is refused. */
#include "study/study_read.h"
#include "tests/study/data/study_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct fixture fixture;

static void set_up(void)
{
    fixture_init(&fixture);
}

static void tear_down(void)
{
    fixture_finish(&fixture);
}

#define BASE "\"name\": \"n\", \"platform\": \"p.xml\", \"workload\": \"w.json\""
#define AXES                                                                                       \
    "\"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"1\", \"set\": [\"k=1\"]},"            \
    " {\"label\": \"2\", \"set\": [\"k=2\"]}]},"                                                   \
    " {\"name\": \"b\", \"values\": [{\"label\": \"x\", \"policy\": {\"warp_scheduler\": "         \
    "\"lrr\"}},"                                                                                   \
    " {\"label\": \"y\", \"options\": [\"--functional\"]}, {\"label\": \"z\"}]}]"

/* "a=1, b=x: ARGUMENT ..." of every point, a line each, without the folder. */
static char *describe(const struct study *study)
{
    g_autoptr(GPtrArray) points = study_points(study);
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < points->len; i++) {
        const struct study_point *point = points->pdata[i];
        g_autofree char *labels = study_point_text(study, point);
        g_autofree char *words = g_strjoinv(" ", point->arguments);
        ck_assert_uint_eq(point->position, i);
        g_string_append_printf(text, "%s: %s\n", labels, words);
    }
    g_autofree char *prefix = g_strconcat(fixture.folder, "/", NULL);
    g_auto(GStrv) parts = g_strsplit(text->str, prefix, -1);
    return g_strjoinv("", parts);
}

static void expect_points(const char *text, const char *expected)
{
    struct study *study = fixture_study(&fixture, text);
    g_autofree char *points = describe(study);
    ck_assert_str_eq(points, expected);
    study_free(study);
}

START_TEST(test_points_in_order)
{
    expect_points("{" BASE ", \"set\": [\"c=0\"], " AXES "}",
                  "a=1, b=x: p.xml w.json --policy warp_scheduler=lrr --set c=0 --set k=1\n"
                  "a=1, b=y: p.xml w.json --set c=0 --set k=1 --functional\n"
                  "a=1, b=z: p.xml w.json --set c=0 --set k=1\n"
                  "a=2, b=x: p.xml w.json --policy warp_scheduler=lrr --set c=0 --set k=2\n"
                  "a=2, b=y: p.xml w.json --set c=0 --set k=2 --functional\n"
                  "a=2, b=z: p.xml w.json --set c=0 --set k=2\n");
}
END_TEST

/* A set gives what its kinds are not told otherwise. */
START_TEST(test_policy_sets)
{
    expect_points(
        "{" BASE ", \"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"1\", \"policy\": "
        "{\"set\": \"cawa\"}}, {\"label\": \"2\", \"policy\": {\"l1_replacement\": \"lru\", "
        "\"set\": \"cawa\"}}]}]}",
        "a=1: p.xml w.json --policy criticality=cpl --policy warp_scheduler=gcaws --policy "
        "l1_replacement=cacp\n"
        "a=2: p.xml w.json --policy criticality=cpl --policy warp_scheduler=gcaws --policy "
        "l1_replacement=lru\n");
}
END_TEST

START_TEST(test_exclusions)
{
    expect_points("{" BASE ", " AXES ", \"exclude\": [{\"a\": \"1\", \"b\": [\"x\", \"y\"]},"
                  " {\"b\": \"z\"}]}",
                  "a=2, b=x: p.xml w.json --policy warp_scheduler=lrr --set k=2\n"
                  "a=2, b=y: p.xml w.json --set k=2 --functional\n");
}
END_TEST

START_TEST(test_values_replace)
{
    fixture_put(&fixture, "q.xml", "");
    fixture_put(&fixture, "prog", "");
    expect_points("{" BASE ", \"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"q\","
                  " \"platform\": \"q.xml\"}, {\"label\": \"p\"}]}, {\"name\": \"b\", \"values\": ["
                  "{\"label\": \"w\"}, {\"label\": \"c\", \"command\": [\"./prog\", \"a b\"]},"
                  "{\"label\": \"path\", \"command\": [\"sh\"]}]}]}",
                  "a=q, b=w: q.xml w.json\n"
                  "a=q, b=c: q.xml -- prog a b\n"
                  "a=q, b=path: q.xml -- sh\n"
                  "a=p, b=w: p.xml w.json\n"
                  "a=p, b=c: p.xml -- prog a b\n"
                  "a=p, b=path: p.xml -- sh\n");
}
END_TEST

START_TEST(test_texts)
{
    struct study *study =
        fixture_study(&fixture, "{" BASE ", \"title\": \"T\", \"timeout_s\": 2.5, " AXES
                                ", \"show\": [\"m\", \"n\"], \"figures\": [{\"any\": 1}]}");
    ck_assert_str_eq(study->name, "n");
    ck_assert_str_eq(study->title, "T");
    ck_assert_double_eq(study->timeout_s, 2.5);
    ck_assert_str_eq(study->show[1], "n");
    ck_assert_uint_eq(json_array_get_length(json_node_get_array(study->figures)), 1);
    ck_assert_int_eq(study_axis_find(study, "b"), 1);
    ck_assert_int_eq(study_axis_find(study, "c"), -1);
    /* Its text alone is enough for everything but running. */
    struct study *again = study_parse("results", study->text, NULL);
    ck_assert_ptr_nonnull(again);
    ck_assert_str_eq(again->common.platform, "p.xml");
    study_free(again);
    study_free(study);
}
END_TEST

START_TEST(test_selection)
{
    g_autoptr(GError) error = NULL;
    g_autofree bool *chosen = study_select("0-2,5,4-4", 6, &error);
    static const bool expected[] = {true, true, true, false, true, true};
    ck_assert_ptr_nonnull(chosen);
    ck_assert_mem_eq(chosen, expected, sizeof expected);
    static const char *const wrong[] = {"", "1-", "-1", "a", "2-1", "1,,2", "6", "0-6"};
    for (unsigned i = 0; i < G_N_ELEMENTS(wrong); i++) {
        ck_assert_msg(study_select(wrong[i], 6, &error) == NULL, "%s", wrong[i]);
        ck_assert_msg(g_str_has_prefix(error->message, "--points: "), "%s", error->message);
        g_clear_error(&error);
    }
}
END_TEST

#define DERIVE(entries) "{" BASE ", " AXES ", \"derive\": [" entries "]}"

static const struct {
    const char *text, *message;
} wrong[] = {
    {"{", "/study.json:1: expected a member name in \", found the end of the file"},
    {"{" BASE "}", "/study.json: at the top level: member \"axes\" is missing"},
    {"{" BASE ", \"axes\": []}", "/study.json: at axes: expected at least 1 entry, found 0"},
    {"{" BASE ", \"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"1\", \"sets\": []}]}]}",
     "/study.json: at axes[0].values[0]: unknown member \"sets\"; known: label, platform, "
     "workload, command, original, set, policy, options, plugins"},
    {"{" BASE ", \"axes\": [{\"name\": \"a b\", \"values\": [{\"label\": \"1\"}]}]}",
     "/study.json: at axes[0].name: \"a b\" is no name: expected a letter or _, then letters, "
     "digits and _"},
    {"{" BASE ", \"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"1\"}, "
     "{\"label\": \"1\"}]}]}",
     "/study.json: at axes[0].values[1]: an earlier value has the label \"1\", too"},
    {"{" BASE ", \"axes\": [{\"name\": \"a\", \"values\": [{\"label\": \"1\", \"set\": "
     "[\"k\"]}]}]}",
     "/study.json: at axes[0].values[0].set[0]: expected \"KEY=VALUE\", found \"k\""},
    {"{" BASE ", \"options\": [\"--json=x\"], " AXES "}",
     "/study.json: at options[0]: --json is not for studies: the study takes the results itself"},
    {"{" BASE ", \"platform2\": 1, " AXES "}",
     "/study.json: at the top level: unknown member \"platform2\"; known: name, title, "
     "description, platform, workload, command, original, set, policy, options, plugins, "
     "timeout_s, axes, "
     "exclude, derive, published, show, figures, $schema"},
    {"{\"name\": \"n\", \"workload\": \"w.json\", " AXES "}",
     "/study.json: at the top level: not every point has a platform"},
    {"{\"name\": \"n\", \"platform\": \"/nowhere.xml\", " AXES "}",
     "/study.json: at platform: there is no file /nowhere.xml"},
    {"{" BASE ", \"policy\": {\"l2\": \"x\"}, " AXES "}",
     "/study.json: at policy: no kind of policy is called \"l2\"; known: criticality, "
     "warp_scheduler, l1_replacement, l1_bypass, l2_replacement, block_scheduler, partition, "
     "offload"},
    {"{" BASE ", \"policy\": {\"set\": \"x\"}, " AXES "}",
     "/study.json: at policy: no set of policies is called \"x\"; known: cawa"},
    {"{" BASE ", \"timeout_s\": -1, " AXES "}",
     "/study.json: at timeout_s: expected a number of at least 0, found -1"},
    {"{\"name\": \"n\", \"platform\": \"p.xml\", \"axes\": ["
     "{\"name\": \"a\", \"values\": [{\"label\": \"1\", \"workload\": \"w.json\"}]},"
     "{\"name\": \"b\", \"values\": [{\"label\": \"1\", \"command\": [\"sh\"]}]}]}",
     "/study.json: at axes: both \"a\" and \"b\" give the workload or command"},
    {"{" BASE ", " AXES ", \"exclude\": [{\"c\": \"1\"}]}",
     "/study.json: at exclude[0].c: there is no axis \"c\"; known: a, b"},
    {"{" BASE ", " AXES ", \"exclude\": [{\"a\": [\"1\", \"3\"]}]}",
     "/study.json: at exclude[0].a[1]: axis \"a\" has no value \"3\"; known: 1, 2"},
    {"{" BASE ", " AXES ", \"exclude\": [{\"a\": [\"1\", \"2\"]}]}",
     "/study.json: at exclude: no point is left"},
    {DERIVE("{\"name\": \"d\", \"kind\": \"sum\", \"metric\": \"m\"}"),
     "/study.json: at derive[0].kind: unknown kind \"sum\"; known: speedup, relative, ratio, "
     "geometric_mean, harmonic_mean, arithmetic_mean, best"},
    {DERIVE("{\"name\": \"d\", \"kind\": \"best\", \"of\": \"e\", \"across\": \"a\"}"),
     "/study.json: at derive[0].of: there is no earlier entry \"e\"; known: none"},
    {DERIVE("{\"name\": \"d\", \"kind\": \"best\", \"across\": \"a\"}"),
     "/study.json: at derive[0]: expected one of the members metric, of"},
    {DERIVE(
         "{\"name\": \"d\", \"kind\": \"speedup\", \"metric\": \"m\", \"over\": {\"a\": \"9\"}}"),
     "/study.json: at derive[0].over.a: axis \"a\" has no value \"9\"; known: 1, 2"},
    {DERIVE("{\"name\": \"d\", \"kind\": \"best\", \"metric\": \"m\", \"across\": \"a\", \"want\": "
            "\"most\"}"),
     "/study.json: at derive[0].want: expected \"max\" or \"min\", found \"most\""},
    {DERIVE(
         "{\"name\": \"d\", \"kind\": \"best\", \"metric\": \"m\", \"across\": \"a\", \"where\": "
         "{\"b\": [\"x\"]}}"),
     "/study.json: at derive[0].where: \"b\" is not in \"across\""},
    {DERIVE(
         "{\"name\": \"d\", \"kind\": \"best\", \"metric\": \"m\", \"across\": \"a\", \"where\": "
         "{\"a\": [\"1\", \"7\"]}}"),
     "/study.json: at derive[0].where.a[1]: axis \"a\" has no value \"7\"; known: 1, 2"},
};

START_TEST(test_refused)
{
    g_autofree char *message = fixture_study_error(&fixture, wrong[_i].text);
    ck_assert_str_eq(message, wrong[_i].message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study file");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_points_in_order);
    tcase_add_test(tests, test_policy_sets);
    tcase_add_test(tests, test_exclusions);
    tcase_add_test(tests, test_values_replace);
    tcase_add_test(tests, test_texts);
    tcase_add_test(tests, test_selection);
    tcase_add_loop_test(tests, test_refused, 0, G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
