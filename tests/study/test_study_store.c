/* SPDX-License-Identifier: BSD-3-Clause */
/* Results files: what is written is read again, and merging. */
#include "results/numbers.h"
#include "study/study_read.h"
#include "tests/study/data/study_fixture.h"

#include <check.h>
#include <math.h>
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

static double metric(struct store *store, const char *key, const char *name)
{
    double value;
    ck_assert(store_metric(store, key, name, &value, NULL));
    return value;
}

static bool is_done(struct store *store, const char *key)
{
    bool done;
    ck_assert(store_is_done(store, key, &done, NULL));
    return done;
}

static bool append(void *data, const char *name, double value)
{
    g_string_append_printf(data, "%s=%g ", name, value);
    return true;
}

START_TEST(test_metrics)
{
    g_autoptr(GString) text = g_string_new(NULL);
    ck_assert(result_numbers_each(
        "{\"v\": 1, \"ok\": true, \"s\": \"x\", \"totals\": {\"sm\": {\"a\": 2},"
        " \"dispatcher\": {\"kernel_cycles\": 7}}, \"per_sm\": [{\"a\": 9}],"
        " \"host\": {\"wall_s\": 0.5}, \"none\": null}",
        append, text));
    ck_assert_str_eq(text->str,
                     "v=1 ok=1 sm.a=2 dispatcher.kernel_cycles=7 host.wall_s=0.5 cycles=7 ");
    g_string_truncate(text, 0);
    ck_assert(result_numbers_each("{\"metrics\": {\"cycles\": 3, \"ipc\": null}, \"totals\": "
                                  "{\"dispatcher\": {\"kernel_cycles\": 7}}}",
                                  append, text));
    ck_assert_str_eq(text->str, "cycles=3 dispatcher.kernel_cycles=7 ");
    ck_assert(!result_numbers_each("[1]", append, text));
    ck_assert(!result_numbers_each("{\"a\": ", append, text));
    ck_assert(!result_numbers_each("", append, text));
}
END_TEST

START_TEST(test_runs)
{
    struct store *store = fixture_store(&fixture, "r.sqlite");
    struct store_run run;
    fixture_run(store, "k1", "failed", NULL);
    ck_assert(!is_done(store, "k1"));
    ck_assert(store_get_run(store, "k1", &run, NULL));
    ck_assert_str_eq(run.status, "failed");
    ck_assert_str_eq(run.reason, "it was late");
    ck_assert_ptr_null(run.result);
    store_run_clear(&run);
    fixture_run(store, "k1", "done", "{\"m\": 4, \"n\": 5}");
    fixture_run(store, "k1", "done", "{\"m\": 6}");
    store_close(store);

    store = fixture_store(&fixture, "r.sqlite");
    ck_assert(is_done(store, "k1") && !is_done(store, "k2"));
    ck_assert_double_eq(metric(store, "k1", "m"), 6);
    ck_assert_msg(isnan(metric(store, "k1", "n")), "metrics of the run before");
    ck_assert(store_get_run(store, "k1", &run, NULL));
    ck_assert_str_eq(run.result, "{\"m\": 6}");
    ck_assert_str_eq(run.started, "2026-01-02T03:04:05Z");
    ck_assert_double_eq(run.wall_s, 1.5);
    ck_assert_int_eq(run.rss_kb, 4096);
    store_run_clear(&run);
    ck_assert(store_get_end(store, "k1", &run, NULL));
    ck_assert_str_eq(run.command, "simgpu p.xml w.json");
    ck_assert_ptr_null(run.result);
    store_run_clear(&run);
    ck_assert(store_get_run(store, "k2", &run, NULL));
    ck_assert_ptr_null(run.key);
    store_close(store);
}
END_TEST

static void expect_refused(const char *name, enum store_mode mode, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fixture_path(&fixture, name);
    ck_assert_ptr_null(store_open(path, mode, &error));
    ck_assert_str_eq(error->message + strlen(path), message);
}

START_TEST(test_other_files)
{
    expect_refused("nowhere.sqlite", STORE_READ, ": there is no such results file");
    fixture_put(&fixture, "text",
                "this is no database at all, and has more than a hundred bytes "
                "so that SQLite must look at its first ones: it is text");
    expect_refused("text", STORE_WRITE, ": file is not a database");
    fixture_put(&fixture, "empty", "");
    expect_refused("empty", STORE_READ, ": this results file is empty");
    struct store *store = fixture_store(&fixture, "new");
    ck_assert_int_eq(
        sqlite3_exec(store_database(store), "PRAGMA user_version = 7", NULL, NULL, NULL),
        SQLITE_OK);
    store_close(store);
    expect_refused("new", STORE_WRITE,
                   ": its tables are of version 7, but this simgpu knows version 2");
    store = fixture_store(&fixture, "theirs");
    ck_assert_int_eq(
        sqlite3_exec(store_database(store), "PRAGMA application_id = 1", NULL, NULL, NULL),
        SQLITE_OK);
    store_close(store);
    expect_refused("theirs", STORE_WRITE, ": this is not a results file of simgpu study");
}
END_TEST

static struct study *small_study(const char *name)
{
    g_autofree char *text = g_strdup_printf(
        "{\"name\": \"%s\", \"platform\": \"p.xml\", \"workload\": \"w.json\", \"axes\": ["
        "{\"name\": \"a\", \"values\": [{\"label\": \"1\"}, {\"label\": \"2\"}]}]}",
        name);
    return fixture_study(&fixture, text);
}

/* Points with the keys "k0", "k1", ... */
static GPtrArray *points_with_keys(const struct study *study)
{
    GPtrArray *points = study_points(study);
    for (unsigned i = 0; i < points->len; i++) {
        struct study_point *point = points->pdata[i];
        g_snprintf(point->key, sizeof point->key, "k%u", i);
    }
    return points;
}

/* The only value of a query as text; g_free. */
static char *query(struct store *store, const char *sql)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store), sql, -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    char *text = g_strdup((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
}

static void put_study(struct store *store, const char *name)
{
    struct study *study = small_study(name);
    g_autoptr(GPtrArray) points = points_with_keys(study);
    ck_assert(store_put_study(store, study, points, NULL));
    ck_assert(store_put_study(store, study, points, NULL));
    study_free(study);
}

#define COORDINATES                                                                                \
    "SELECT group_concat(study || position || axis || value || key, ' ') FROM coordinate"

START_TEST(test_studies)
{
    struct store *store = fixture_store(&fixture, "r.sqlite");
    put_study(store, "s");
    put_study(store, "r");
    g_autofree char *rows = query(store, COORDINATES);
    ck_assert_str_eq(rows, "s0a1k0 s1a2k1 r0a1k0 r1a2k1");
    g_autofree char *names =
        query(store, "SELECT group_concat(name, ' ') FROM (SELECT name FROM study ORDER BY name)");
    ck_assert_str_eq(names, "r s");
    g_autofree char *text = query(store, "SELECT text FROM study WHERE name = 's'");
    ck_assert(g_str_has_prefix(text, "{\"name\": \"s\""));
    const char *const derived[] = {"d", NULL};
    const double values[] = {2, (double)NAN};
    ck_assert(store_put_derived(store, "s", derived, values, 2, NULL));
    ck_assert(store_put_derived(store, "s", derived, values, 2, NULL));
    g_autofree char *all =
        query(store, "SELECT group_concat(study || name || position || value) FROM derived");
    ck_assert_str_eq(all, "sd02.0");
    store_close(store);
}
END_TEST

START_TEST(test_merge)
{
    struct store *into = fixture_store(&fixture, "into");
    struct store *from = fixture_store(&fixture, "from");
    g_autofree char *path = fixture_path(&fixture, "from");
    put_study(into, "s");
    put_study(from, "s");
    put_study(from, "t");
    fixture_run(into, "done here", "done", "{\"m\": 1}");
    fixture_run(from, "done here", "failed", NULL);
    fixture_run(into, "done there", "timeout", NULL);
    fixture_run(from, "done there", "done", "{\"z\": 1, \"m\": 2}");
    fixture_run(from, "only there", "failed", NULL);
    fixture_run(into, "both", "done", "{\"m\": 3}");
    fixture_run(from, "both", "done", "{\"m\": 4, \"n\": 5}");
    store_close(from);
    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        ck_assert_msg(store_merge(into, path, &error), "%s", error ? error->message : "");
        g_autofree char *rows = query(into, "SELECT group_concat(key || '=' || status, ' ') FROM"
                                            " (SELECT * FROM point ORDER BY key)");
        ck_assert_str_eq(rows, "both=done done here=done done there=done only there=failed");
        ck_assert_double_eq(metric(into, "done here", "m"), 1);
        ck_assert_double_eq(metric(into, "done there", "m"), 2);
        ck_assert_double_eq(metric(into, "both", "m"), 3);
        ck_assert(isnan(metric(into, "both", "n")));
        g_autofree char *order = query(into, "SELECT group_concat(name, ' ') FROM (SELECT name FROM"
                                             " metric WHERE key = 'done there' ORDER BY rowid)");
        ck_assert_msg(g_str_has_prefix(order, "z m "), "%s", order);
        g_autofree char *coordinates = query(into, COORDINATES);
        ck_assert_str_eq(coordinates, "s0a1k0 s1a2k1 t0a1k0 t1a2k1");
    }
    g_autoptr(GError) error = NULL;
    ck_assert(!store_merge(into, "/nowhere", &error));
    ck_assert_str_eq(error->message, "/nowhere: there is no such results file");
    store_close(into);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study store");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_metrics);
    tcase_add_test(tests, test_runs);
    tcase_add_test(tests, test_other_files);
    tcase_add_test(tests, test_studies);
    tcase_add_test(tests, test_merge);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
