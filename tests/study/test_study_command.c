/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu study as a user runs it: interrupted, with points that fail, with wrong command lines. */
#include "study/runner.h"
#include "tests/study/data/study_command.h"

#include <signal.h>

START_TEST(test_interrupted)
{
    ck_assert_int_eq(study_end("r.sqlite", 2, 1000, SIGINT), EXIT_INTERRUPTED);
    study_expect_no_processes();
    study_expect_intact("r.sqlite");
    ck_assert_int_ge(study_query("r.sqlite", "SELECT count(*) FROM point WHERE status = 'done'"),
                     2);
    ck_assert_int_eq(study_query("r.sqlite", "SELECT count(*) FROM point WHERE status <> 'done'"),
                     0);
    study_expect_files("gpu.xml r.sqlite study.json");
}
END_TEST

#define CHAIN                                                                                      \
    "{\"name\": \"n\", \"description\": \"d\", \"modules\": {\"m\": {\"ptx\": \"%s\"}},"           \
    " \"scalars\": {\"n\": 1}, \"buffers\": {\"b\": {\"type\": \"f32\", \"count\": 2,"             \
    " \"init\": \"zero\"}}, \"steps\": [{\"launch\": {\"kernel\": \"fma_chain\", \"grid\": [1],"   \
    " \"block\": [32], \"args\": [\"b\", \"n\", 0]}}],"                                            \
    " \"checks\": [{\"buffer\": \"b\", \"checksum\": \"fnv1a64:%s\"}]}"

static void put_workload(const char *name, const char *checksum)
{
    g_autofree char *ptx = source_path("tests/kernels/alu_chain.ptx");
    g_autofree char *text = g_strdup_printf(CHAIN, ptx, checksum);
    fixture_put(&study_folder, name, text);
}

static void expect_reason(struct store *store, const char *label, const char *status,
                          const char *reason)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store),
                                        "SELECT status, reason FROM point JOIN coordinate"
                                        " USING (key) WHERE value = ?1",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(statement, 0), status);
    const char *is = (const char *)sqlite3_column_text(statement, 1);
    ck_assert_msg(reason ? is && g_str_has_prefix(is, reason) : !is, "%s: %s", label, is);
    sqlite3_finalize(statement);
}

/* The command line of the first failed point ends as its point did. */
static void expect_repeats(struct store *store, const char *label, int code)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store),
                                        "SELECT command FROM point JOIN coordinate USING (key)"
                                        " WHERE value = ?1",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    g_autoptr(GPtrArray) shell = g_ptr_array_new_with_free_func(g_free);
    command_add(shell, "/bin/sh");
    command_add(shell, "-c");
    command_add(shell, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    auto_outcome outcome = {0};
    command_run(shell, &outcome);
    ck_assert_msg(outcome.exit_code == code, "%s: %d: %s", label, outcome.exit_code, outcome.err);
}

START_TEST(test_failed_points)
{
    auto_outcome first = {0}, second = {0};
    put_workload("wrong result.json", "0000000000000000");
    study_folder_put(
        "failing.json",
        "\"set\": [\"sm.count=1\"], \"axes\": [{\"name\": \"a\", "
        "\"values\": ["
        "{\"label\": \"check\", \"workload\": \"wrong result.json\"},"
        "{\"label\": \"key\", \"workload\": \"wrong result.json\", \"set\": [\"sm.count=0\"]},"
        "{\"label\": \"limit\", \"workload\": \"wrong result.json\","
        " \"options\": [\"--max-cycles\", \"10\"]},"
        "{\"label\": \"signal\", \"command\": [\"sh\", \"-c\", \"kill -9 $PPID\"]}]}]");
    study_run(&first, "failing.json", "r.sqlite", NULL);
    study_expect_end(&first, EXIT_CHECK_FAILED,
                     "4 points: 0 done before, 1 done, 3 failed, 0 left");
    struct store *store = fixture_store(&study_folder, "r.sqlite");
    expect_reason(store, "check", "failed",
                  "the results are WRONG (1 of 1 checks failed): buffer \"b\": checksum ");
    expect_reason(store, "key", "failed", "--set sm.count=0: ");
    expect_reason(store, "limit", "done", NULL);
    expect_reason(store, "signal", "failed", "ended by signal 9 (Killed)");
    expect_repeats(store, "check", EXIT_CHECK_FAILED);
    expect_repeats(store, "key", EXIT_BAD_INPUT);
    store_close(store);
    study_expect_no_processes();
    study_expect_files("failing.json gpu.xml r.sqlite study.json wrong result.json");

    auto_outcome shown = {0};
    study_run(&shown, "failing.json", "r.sqlite", "--metrics=cycles,cylces");
    study_expect_end(&shown, EXIT_CHECK_FAILED,
                     "warning: --metrics: no finished point has a metric \"cylces\"");
    ck_assert_ptr_null(strstr(shown.err, "\"cycles\""));

    /* What is right now is done; what still fails was tried again. */
    study_run(&second, "failing.json", "r.sqlite", "--points=0-2");
    study_expect_end(&second, EXIT_CHECK_FAILED,
                     "3 points: 1 done before, 0 done, 2 failed, 0 left");
}
END_TEST

/* Two points at a time share eight cores, and the last one, which is alone, gets all. */
START_TEST(test_cores)
{
    static const unsigned expected[][2] = {{5, 4}, {2, 4}, {1, 8}, {0, 8}};
    struct runner_setup setup = {.jobs = 2, .cores = 8};
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++)
        ck_assert_uint_eq(runner_threads(&setup, expected[i][0]), expected[i][1]);
    setup = (struct runner_setup){.jobs = 4};
    ck_assert_uint_eq(runner_threads(&setup, 1), 1);

    auto_outcome outcome = {0};
    put_workload("work.json", "0000000000000000");
    study_folder_put("cores.json",
                     "\"workload\": \"work.json\", \"axes\": [{\"name\": \"a\", \"values\": "
                     "[{\"label\": \"limit\", \"options\": [\"--max-cycles\", \"10\"]}]}]");
    study_run(&outcome, "cores.json", "r.sqlite", "--cores=3");
    study_expect_end(&outcome, EXIT_SUCCESS, "1 points: 0 done before, 1 done, 0 failed, 0 left");
    ck_assert_int_eq(study_query("r.sqlite", "SELECT json_extract(result, '$.host.threads')"
                                             " FROM point"),
                     3);
}
END_TEST

/* What no point could do is refused before any runs, and leaves nothing. */
START_TEST(test_unknown_keys)
{
    static const char *const cases[][2] = {
        {"\"set\": [\"sm.cuont=1\"]", "set: point 0: "},
        {"\"set\": [\"sm.cuont=1\"]", "has no \"sm.cuont\"; did you mean 'sm.count'?"},
        {"\"set\": [\"scalars.m=1\"]", "there is no scalar \"m\"; known: n"},
        {"\"figures\": [{\"kind\": \"bars\", \"x\": \"a\", \"metric\": \"cycles\", \"titel\": "
         "\"\"}]",
         "at figures[0].titel: unknown member; known: kind, title"},
        {"\"figures\": [{\"kind\": \"bars\", \"x\": \"b\", \"metric\": \"cycles\"}]",
         "at figures[0].x: "},
    };
    put_workload("work.json", "0000000000000000");
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_outcome outcome = {0};
        g_autofree char *members =
            g_strdup_printf("\"workload\": \"work.json\", %s, \"axes\": [{\"name\": \"a\", "
                            "\"values\": [{\"label\": \"one\"}]}]",
                            cases[i][0]);
        study_folder_put("wrong.json", members);
        study_run(&outcome, "wrong.json", "r.sqlite", NULL);
        study_expect_end(&outcome, EXIT_BAD_INPUT, cases[i][1]);
        study_expect_files("gpu.xml study.json work.json wrong.json");
    }
}
END_TEST

START_TEST(test_time_out)
{
    auto_outcome outcome = {0};
    put_workload("work.json", "0000000000000000");
    study_folder_put("late.json",
                     "\"timeout_s\": 0.25, \"workload\": \"work.json\", \"axes\": [{\"name\": "
                     "\"a\", \"values\": [{\"label\": \"long\","
                     " \"set\": [\"scalars.n=2000000000\"]}]}]");
    study_run(&outcome, "late.json", "r.sqlite", NULL);
    study_expect_end(&outcome, EXIT_CHECK_FAILED,
                     "1 points: 0 done before, 0 done, 1 failed, 0 left");
    struct store *store = fixture_store(&study_folder, "r.sqlite");
    expect_reason(store, "long", "timeout", "no end after ");
    store_close(store);
    study_expect_no_processes();
}
END_TEST

START_TEST(test_command_lines)
{
    static const struct {
        const char *study, *more;
        int code;
        const char *message;
    } cases[] = {
        {"study.json", "--jobs=-1", EXIT_USAGE, "--jobs wants a number from 1 to 4096, not -1"},
        {"study.json", "--cores=0", EXIT_USAGE, "--cores wants a number from 1 to 4096, not 0"},
        {"study.json", "extra", EXIT_USAGE, "expected a study file, found 2 arguments"},
        {"study.json", "--points=24", EXIT_BAD_INPUT, "--points: there is no point 24"},
        {"nowhere.json", NULL, EXIT_BAD_INPUT, "nowhere.json: "},
        {"gpu.xml", NULL, EXIT_BAD_INPUT, "gpu.xml:1: expected a value, found '<'"},
        {"study.json", "-j0", EXIT_USAGE, "--jobs wants a number from 1 to 4096, not 0"},
        {"study.json", "--show", EXIT_BAD_INPUT, "r.sqlite: there is no such results file"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_outcome outcome = {0};
        study_run(&outcome, cases[i].study, "r.sqlite", cases[i].more);
        study_expect_end(&outcome, cases[i].code, cases[i].message);
    }
    study_expect_files("gpu.xml study.json");
}
END_TEST

/* What is published is there before anything has run, and asking for it runs nothing. */
START_TEST(test_published)
{
    auto_outcome outcome = {0};
    g_autofree char *path = fixture_path(&study_folder, "study.json");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    char *end = strrchr(text, '}');
    *end = 0;
    g_autofree char *more = g_strconcat(text,
                                        ", \"published\": [{\"name\": \"cycles\", \"where\": "
                                        "{\"iterations\": \"1\", \"scheduler\": "
                                        "\"gto\", \"clock\": \"slow\"}, ",
                                        "\"value\": 4711, \"source\": \"nobody\"}]}", NULL);
    fixture_put(&study_folder, "published.json", more);
    study_run(&outcome, "published.json", "r.sqlite", "--published");
    study_expect_end(&outcome, EXIT_SUCCESS, "");
    ck_assert_msg(strstr(outcome.out, "4711"), "%s", outcome.out);
    study_expect_files("gpu.xml published.json study.json");
    auto_outcome none = {0};
    study_run(&none, "study.json", "r.sqlite", "--published");
    study_expect_end(&none, EXIT_BAD_INPUT, "study.json: at published: it has no published values");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study command");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, study_folder_set_up, study_folder_tear_down);
    tcase_add_test(tests, test_interrupted);
    tcase_add_test(tests, test_failed_points);
    tcase_add_test(tests, test_cores);
    tcase_add_test(tests, test_published);
    tcase_add_test(tests, test_unknown_keys);
    tcase_add_test(tests, test_time_out);
    tcase_add_test(tests, test_command_lines);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
