/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of points: what changes them, and what does not. */
#include "base/file_options.h"
#include "study/key.h"
#include "study/study_read.h"
#include "tests/study/data/study_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fixture fixture;

#define WORKLOAD(file)                                                                             \
    "{\"name\": \"n\", \"description\": \"d\", \"modules\": {\"m\": {\"ptx\": \"m.ptx\"}},"        \
    " \"buffers\": {\"b\": {\"type\": \"u8\", \"count\": 4, \"init\": {\"file\": \"" file "\"}}}," \
    " \"steps\": [{\"write\": {\"buffer\": \"b\", \"value\": 0}}],"                                \
    " \"checks\": [{\"buffer\": \"b\", \"reference\": {\"library\": \"r\", \"function\": "         \
    "\"f\"}}]}"

#define BASED_ON(file)                                                                             \
    "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><prop id=\"based_on\" "             \
    "value=\"" file "\"/></zone></platform>"

static void set_up(void)
{
    static const char *const names[] = {"simulator", "runtime", "platform", "m.ptx",  "data",
                                        "r.so",      "plugin",  "input",    "program"};
    fixture_init(&fixture);
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        fixture_put(&fixture, names[i], names[i]);
    fixture_put(&fixture, "work.json", WORKLOAD("data"));
    fixture_put(&fixture, "kernelslist.g", "MemcpyHtoD,0x10,4\nkernel-1.traceg\n");
    fixture_put(&fixture, "kernel-1.traceg", "-kernel name = k\n");
}

static void tear_down(void)
{
    fixture_finish(&fixture);
}

/* A study of one point whose top level says this, too. */
static char *key_with(const char *says, const char *label, const char *version)
{
    g_autofree char *text = g_strdup_printf(
        "{\"name\": \"n\", \"platform\": \"platform\", \"axes\": [{\"name\": \"a\", \"values\":"
        " [{\"label\": \"%s\", %s}]}]}",
        label, says);
    g_autofree char *executable = fixture_path(&fixture, "simulator");
    g_autofree char *runtime = fixture_path(&fixture, "runtime");
    struct study *study = fixture_study(&fixture, text);
    g_autoptr(GPtrArray) points = study_points(study);
    const struct key_context context = {
        .version = version, .executable = executable, .runtime = runtime};
    study_keys(points, &context);
    char *key = g_strdup(((struct study_point *)points->pdata[0])->key);
    study_free(study);
    ck_assert_uint_eq(strlen(key), 64);
    ck_assert_uint_eq(strspn(key, "0123456789abcdef"), 64);
    return key;
}

static char *key_of(const char *says)
{
    return key_with(says, "x", "1");
}

#define WORK "\"workload\": \"work.json\""

/* The key of a study changes with a file's contents, and is the old one with the old contents. */
static void expect_matters(const char *says, const char *file, bool matters)
{
    g_autofree char *path = fixture_path(&fixture, file);
    g_autofree char *old = NULL;
    g_autofree char *before = key_of(says);
    ck_assert(g_file_get_contents(path, &old, NULL, NULL));
    g_autofree char *more = g_strconcat(old, " ", NULL);
    fixture_put(&fixture, file, more);
    g_autofree char *changed = key_of(says);
    ck_assert_msg((strcmp(before, changed) != 0) == matters, "%s in {%s}", file, says);
    fixture_put(&fixture, file, old);
    g_autofree char *after = key_of(says);
    ck_assert_msg(strcmp(before, after) == 0, "%s in {%s}", file, says);
}

START_TEST(test_files)
{
    static const char program[] = "\"command\": [\"./program\", \"-x\"]";
    expect_matters(WORK, "simulator", true);
    expect_matters(WORK, "platform", true);
    expect_matters(WORK, "work.json", true);
    expect_matters(WORK, "m.ptx", true);
    expect_matters(WORK, "data", true);
    expect_matters(WORK, "r.so", true);
    expect_matters(WORK, "plugin", false);
    expect_matters(WORK, "runtime", false);
    expect_matters(WORK ", \"plugins\": [\"plugin\"]", "plugin", true);
    expect_matters(program, "program", true);
    expect_matters(program, "runtime", true);
    expect_matters(program, "input", false);
    g_autofree char *input = fixture_path(&fixture, "input");
    g_autofree char *reads = g_strdup_printf("\"command\": [\"./program\", \"%s\"]", input);
    expect_matters(reads, "input", true);
}
END_TEST

/* A platform's base matters, and so does the base's own. */
START_TEST(test_bases)
{
    fixture_put(&fixture, "platform", BASED_ON("middle"));
    fixture_put(&fixture, "middle", BASED_ON("last"));
    fixture_put(&fixture, "last", "anything");
    expect_matters(WORK, "platform", true);
    expect_matters(WORK, "middle", true);
    expect_matters(WORK, "last", true);
    fixture_put(&fixture, "platform", BASED_ON("last"));
    expect_matters(WORK, "middle", false);
}
END_TEST

START_TEST(test_traces)
{
    static const char list[] = "\"workload\": \"kernelslist.g\"";
    static const char named[] = "\"workload\": \"trace.json\"";
    fixture_put(&fixture, "trace.json", "{\"trace\": \"kernelslist.g\"}");
    expect_matters(list, "kernelslist.g", true);
    expect_matters(list, "kernel-1.traceg", true);
    expect_matters(named, "trace.json", true);
    expect_matters(named, "kernelslist.g", true);
    expect_matters(named, "kernel-1.traceg", true);
}
END_TEST

START_TEST(test_settings)
{
    static const char *const all[] = {
        WORK,
        WORK ", \"set\": [\"a=1\"]",
        WORK ", \"set\": [\"a=2\"]",
        WORK ", \"set\": [\"a=1\", \"b=1\"]",
        WORK ", \"set\": [\"b=1\", \"a=1\"]",
        WORK ", \"options\": [\"a=1\"]",
        WORK ", \"options\": [\"a\", \"b\"]",
        WORK ", \"options\": [\"a b\"]",
        WORK ", \"options\": [\"a\", \"\\nb\"]",
        WORK ", \"policy\": {\"warp_scheduler\": \"lrr\"}",
        WORK ", \"policy\": {\"warp_scheduler\": \"gto\"}",
        "\"command\": [\"./program\"]",
        "\"command\": [\"./program\", \"1\"]",
        "\"command\": [\"./program\", \"1\", \"2\"]",
        "\"command\": [\"./program\", \"1 2\"]",
    };
    char *keys[G_N_ELEMENTS(all)];
    for (unsigned i = 0; i < G_N_ELEMENTS(all); i++) {
        keys[i] = key_of(all[i]);
        for (unsigned k = 0; k < i; k++)
            ck_assert_msg(strcmp(keys[i], keys[k]) != 0, "%s and %s", all[i], all[k]);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(all); i++)
        g_free(keys[i]);
}
END_TEST

START_TEST(test_labels_and_places)
{
    g_autofree char *here = key_of(WORK);
    g_autofree char *label = key_with(WORK, "y", "1");
    g_autofree char *version = key_with(WORK, "x", "2");
    ck_assert_str_eq(here, label);
    ck_assert_str_ne(here, version);
    struct fixture first = fixture;
    set_up();
    g_autofree char *there = key_of(WORK);
    ck_assert_str_eq(here, there);
    tear_down();
    fixture = first;
}
END_TEST

/* A file that a policy names, by "set" or behind its name, counts with its contents. */
START_TEST(test_files_of_policies)
{
    static const char *const forms[] = {WORK
                                        ", \"policy\": {\"block_scheduler\": \"given file=%s\"}",
                                        WORK ", \"set\": [\"block_scheduler.file=%s\"]"};
    for (guint i = 0; i < 2 * G_N_ELEMENTS(forms); i++) { /* its path, or where the study is */
        fixture_put(&fixture, "order", "1\n0\n");
        g_autofree char *path = i % 2 ? g_strdup("order") : fixture_path(&fixture, "order");
        g_auto(GStrv) parts = g_strsplit(forms[i / 2], "%s", 2);
        g_autofree char *setting = g_strjoinv(path, parts);
        g_autofree char *before = key_of(setting);
        g_autofree char *same = key_of(setting);
        fixture_put(&fixture, "order", "0\n1\n");
        g_autofree char *after = key_of(setting);
        ck_assert_str_eq(before, same);
        ck_assert_str_ne(before, after);
    }
}
END_TEST

/* Every option that names an input: its file counts with its contents. */
START_TEST(test_files_of_options)
{
    g_autofree char *input = fixture_path(&fixture, "input");
    unsigned n = 0;
    for (const struct file_option *option = file_options; option->name; option++) {
        if (option->use != FILE_IS_READ || strcmp(option->name, "--plugin") == 0)
            continue; /* a study has plug-ins as a member */
        g_autofree char *two =
            g_strdup_printf(WORK ", \"options\": [\"%s\", \"%s\"]", option->name, input);
        g_autofree char *one =
            g_strdup_printf(WORK ", \"options\": [\"%s=%s\"]", option->name, input);
        expect_matters(two, "input", true);
        expect_matters(one, "input", true);
        n++;
    }
    ck_assert_uint_ge(n, 3);
}
END_TEST

START_TEST(test_what_is_missing)
{
    g_autofree char *path = fixture_path(&fixture, "data");
    g_autofree char *before = key_of(WORK);
    ck_assert_int_eq(remove(path), 0);
    g_autofree char *after = key_of(WORK);
    ck_assert_str_ne(before, after);
    fixture_put(&fixture, "work.json", "{ no workload");
    g_autofree char *wrong = key_of(WORK);
    ck_assert_str_ne(after, wrong);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study key");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_files);
    tcase_add_test(tests, test_bases);
    tcase_add_test(tests, test_traces);
    tcase_add_test(tests, test_settings);
    tcase_add_test(tests, test_labels_and_places);
    tcase_add_test(tests, test_files_of_policies);
    tcase_add_test(tests, test_files_of_options);
    tcase_add_test(tests, test_what_is_missing);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
