/* SPDX-License-Identifier: BSD-3-Clause */
/* What studies derive, against numbers by hand, and the table and the CSV to the letter. */
#include "study/derive.h"
#include "study/study_read.h"
#include "study/table.h"
#include "tests/study/data/study_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct fixture fixture;
static struct study *study;
static GPtrArray *points;
static struct store *store;

/* Two workloads (u, v) by three schedulers (a, b, c), of which v with c is no point. */
static const char text[] =
    "{\"name\": \"n\", \"title\": \"A title\", \"platform\": \"p.xml\", \"axes\": ["
    "{\"name\": \"workload\", \"values\": [{\"label\": \"u\", \"workload\": \"w.json\"},"
    " {\"label\": \"v, \\\"w\\\"\", \"workload\": \"w.json\"}]},"
    "{\"name\": \"scheduler\", \"values\": [{\"label\": \"a\"}, {\"label\": \"b\"},"
    " {\"label\": \"c\"}]}],"
    "\"exclude\": [{\"workload\": \"v, \\\"w\\\"\", \"scheduler\": \"c\"}],"
    "\"show\": [\"cycles\", \"rate\"],"
    "\"derive\": ["
    "{\"name\": \"s\", \"kind\": \"speedup\", \"metric\": \"cycles\", \"over\": {\"scheduler\": "
    "\"a\"}},"
    "{\"name\": \"r\", \"kind\": \"relative\", \"metric\": \"cycles\", \"over\": {\"scheduler\": "
    "\"a\"}},"
    "{\"name\": \"q\", \"kind\": \"ratio\", \"metric\": \"rate\", \"by\": \"cycles\", \"scale\": "
    "1000},"
    "{\"name\": \"g\", \"kind\": \"geometric_mean\", \"of\": \"s\", \"across\": \"workload\"},"
    "{\"name\": \"h\", \"kind\": \"harmonic_mean\", \"of\": \"s\", \"across\": \"workload\"},"
    "{\"name\": \"m\", \"kind\": \"arithmetic_mean\", \"metric\": \"cycles\", \"across\": "
    "[\"workload\", \"scheduler\"]},"
    "{\"name\": \"o\", \"kind\": \"best\", \"of\": \"s\", \"across\": \"scheduler\"},"
    "{\"name\": \"l\", \"kind\": \"best\", \"metric\": \"cycles\", \"across\": \"scheduler\", "
    "\"want\": \"min\"},"
    "{\"name\": \"w\", \"kind\": \"arithmetic_mean\", \"metric\": \"cycles\", \"across\": "
    "[\"workload\", \"scheduler\"], \"where\": {\"scheduler\": [\"b\", \"c\"]}},"
    "{\"name\": \"e\", \"kind\": \"best\", \"of\": \"s\", \"across\": \"workload\", \"where\": "
    "{\"workload\": \"v, \\\"w\\\"\"}}]}";

static void set_up(void)
{
    fixture_init(&fixture);
    study = fixture_study(&fixture, text);
    points = study_points(study);
    ck_assert_uint_eq(points->len, 5);
    for (unsigned i = 0; i < points->len; i++) {
        struct study_point *point = points->pdata[i];
        g_snprintf(point->key, sizeof point->key, "k%u", i);
    }
    store = fixture_store(&fixture, "r.sqlite");
}

static void tear_down(void)
{
    store_close(store);
    g_ptr_array_unref(points);
    study_free(study);
    fixture_finish(&fixture);
}

/* ua 100, ub 50, uc 200; va 400, vb 50. */
static void put_all(void)
{
    static const int cycles[] = {100, 50, 200, 400, 50};
    for (int i = 0; i < 5; i++) {
        g_autofree char *key = g_strdup_printf("k%d", i);
        g_autofree char *result =
            g_strdup_printf("{\"cycles\": %d, \"rate\": %g}", cycles[i], 0.25 * i);
        fixture_run(store, key, "done", result);
    }
}

static void expect_derived(const double expected[10][5])
{
    g_autofree double *values = derive_values(study, points, store, NULL);
    ck_assert_ptr_nonnull(values);
    for (unsigned i = 0; i < 10; i++)
        for (unsigned p = 0; p < 5; p++) {
            double is = values[i * 5 + p], wanted = expected[i][p];
            ck_assert_msg(isnan(is) ? isnan(wanted) : fabs(is - wanted) < 1e-12,
                          "entry %u of point %u: %g, not %g", i, p, is, wanted);
        }
}

START_TEST(test_derived)
{
    static const double expected[10][5] = {{1, 2, 0.5, 1, 8},         {1, 0.5, 2, 1, 0.125},
                                           {0, 5, 2.5, 1.875, 20},    {1, 4, 0.5, 1, 4},
                                           {1, 3.2, 0.5, 1, 3.2},     {160, 160, 160, 160, 160},
                                           {2, 2, 2, 8, 8},           {50, 50, 50, 50, 50},
                                           {100, 100, 100, 100, 100}, {1, 8, NAN, 1, 8}};
    put_all();
    expect_derived(expected);
    ck_assert(study_derive(study, points, store, NULL));
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store),
                                        "SELECT count(*), sum(value) FROM derived WHERE name = 'g'",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_int_eq(sqlite3_column_int(statement, 0), 5);
    ck_assert_double_eq_tol(sqlite3_column_double(statement, 1), 10.5, 1e-12);
    sqlite3_finalize(statement);
}
END_TEST

#define NONE NAN

START_TEST(test_missing)
{
    static const double expected[10][5] = {
        {1, NONE, 0.5, NONE, NONE},     {1, NONE, 2, NONE, NONE},
        {0, NONE, 2.5, NONE, 20},       {NONE, NONE, 0.5, NONE, NONE},
        {NONE, NONE, 0.5, NONE, NONE},  {NONE, NONE, NONE, NONE, NONE},
        {NONE, NONE, NONE, NONE, NONE}, {NONE, NONE, NONE, NONE, NONE},
        {NONE, NONE, NONE, NONE, NONE}, {NONE, NONE, NONE, NONE, NONE}};
    put_all();
    fixture_run(store, "k1", "failed", NULL);
    fixture_run(store, "k3", "timeout", NULL);
    expect_derived(expected);
}
END_TEST

START_TEST(test_csv)
{
    put_all();
    g_autofree char *csv = table_csv(study, points, store, NULL, NULL);
    ck_assert_str_eq(csv,
                     "position,workload,scheduler,status,cycles,rate,s,r,q,g,h,m,o,l,w,e,reason\r\n"
                     "0,u,a,done,100,0,1,1,0,1,1,160,2,50,100,1,\r\n"
                     "1,u,b,done,50,0.25,2,0.5,5,4,3.2,160,2,50,100,8,\r\n"
                     "2,u,c,done,200,0.5,0.5,2,2.5,0.5,0.5,160,2,50,100,,\r\n"
                     "3,\"v, \"\"w\"\"\",a,done,400,0.75,1,1,1.875,1,1,160,8,50,100,1,\r\n"
                     "4,\"v, \"\"w\"\"\",b,done,50,1,8,0.125,20,4,3.2,160,8,50,100,8,\r\n");
    static const char *const metrics[] = {"rate", NULL};
    fixture_run(store, "k4", "timeout", NULL);
    g_autofree char *failed = table_csv(study, points, store, metrics, NULL);
    ck_assert_msg(
        g_str_has_suffix(failed, "\r\n4,\"v, \"\"w\"\"\",b,timeout,,,,,,,,,,,,it was late\r\n"),
        "%s", failed);
}
END_TEST

START_TEST(test_text)
{
    static const char *const metrics[] = {"cycles", NULL};
    put_all();
    g_autofree char *table = table_text(study, points, store, metrics, NULL);
    ck_assert_str_eq(table, "A title\n"
                            "\n"
                            "workload  scheduler  cycles      s      r       q\n"
                            "u         a             100  1.000  1.000   0.000\n"
                            "u         b              50  2.000  0.500   5.000\n"
                            "u         c             200  0.500  2.000   2.500\n"
                            "v, \"w\"    a             400  1.000  1.000   1.875\n"
                            "v, \"w\"    b              50  8.000  0.125  20.000\n"
                            "\n"
                            "scheduler      g      h  e\n"
                            "a          1.000  1.000  1\n"
                            "b          4.000  3.200  8\n"
                            "c          0.500  0.500  -\n"
                            "\n"
                            "  m    w\n"
                            "160  100\n"
                            "\n"
                            "workload  o   l\n"
                            "u         2  50\n"
                            "v, \"w\"    8  50\n");
}
END_TEST

START_TEST(test_text_of_failures)
{
    static const char *const metrics[] = {"cycles", NULL};
    fixture_run(store, "k0", "done", "{\"cycles\": 100}");
    fixture_run(store, "k1", "timeout", NULL);
    g_autofree char *table = table_text(study, points, store, metrics, NULL);
    const char expected[] = "A title\n"
                            "\n"
                            "workload  scheduler  status   cycles  s  r  q\n"
                            "u         a          done        100  1  1  -\n"
                            "u         b          timeout       -  -  -  -\n"
                            "u         c          missing       -  -  -  -\n"
                            "v, \"w\"    a          missing       -  -  -  -\n";
    ck_assert_msg(g_str_has_prefix(table, expected), "%s", table);
    ck_assert_msg(g_str_has_suffix(table,
                                   "\npoint 1 (workload=u, scheduler=b): timeout: it was late\n"
                                   "  simgpu p.xml w.json\n"),
                  "%s", table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study table");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_derived);
    tcase_add_test(tests, test_missing);
    tcase_add_test(tests, test_csv);
    tcase_add_test(tests, test_text);
    tcase_add_test(tests, test_text_of_failures);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
