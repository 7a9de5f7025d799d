/* SPDX-License-Identifier: BSD-3-Clause */
/* Published values beside a study's own, and what is refused of them. */
#include "study/study_read.h"
#include "study/table.h"
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

/* Workloads u and v by schedulers a and b, on one size; v with b is no point. */
#define STUDY(published)                                                                           \
    "{\"name\": \"n\", \"title\": \"T\", \"platform\": \"p.xml\", \"workload\": \"w.json\","       \
    "\"axes\": [{\"name\": \"workload\", \"values\": [{\"label\": \"u\"}, {\"label\": \"v\"}]},"   \
    "{\"name\": \"scheduler\", \"values\": [{\"label\": \"a\"}, {\"label\": \"b\"}]},"             \
    "{\"name\": \"size\", \"values\": [{\"label\": \"1\"}]}],"                                     \
    "\"exclude\": [{\"workload\": \"v\", \"scheduler\": \"b\"}],"                                  \
    "\"derive\": ["                                                                                \
    "{\"name\": \"s\", \"kind\": \"speedup\", \"metric\": \"cycles\", \"over\":"                   \
    " {\"scheduler\": \"a\"}},"                                                                    \
    "{\"name\": \"g\", \"kind\": \"geometric_mean\", \"of\": \"s\", \"across\": \"workload\"},"    \
    "{\"name\": \"o\", \"kind\": \"best\", \"of\": \"g\", \"across\": \"scheduler\"}],"            \
    "\"published\": [" published "]}"
#define FROM ", \"source\": \"X 2016, figure 1\""

static const char good[] = STUDY(
    "{\"name\": \"s\", \"where\": {\"workload\": \"u\", \"scheduler\": \"b\"}, \"value\": 1.6" FROM
    "},"
    "{\"name\": \"g\", \"where\": {\"scheduler\": \"b\"}, \"value\": 0.8, \"what\": "
    "\"mean, all\"" FROM "},"
    "{\"name\": \"o\", \"value\": 4" FROM "},"
    "{\"name\": \"sm.x\", \"where\": {\"workload\": \"v\", \"scheduler\": \"a\"}, \"value\": -2,"
    " \"neutral\": 0" FROM "},"
    "{\"name\": \"sm.y\", \"where\": {\"workload\": \"v\", \"scheduler\": \"a\"}, \"value\": "
    "4" FROM "},"
    "{\"name\": \"o\", \"above\": 2" FROM "}, {\"name\": \"o\", \"above\": 1.5" FROM "},"
    "{\"name\": \"o\", \"below\": 2.5" FROM "},"
    "{\"name\": \"o\", \"value\": 1" FROM "},"
    "{\"name\": \"o\", \"value\": 3, \"neutral\": 3" FROM "},"
    "{\"name\": \"g\", \"where\": {\"scheduler\": \"a\"}, \"value\": 1.001" FROM "},"
    "{\"name\": \"cycles\", \"where\": {\"workload\": \"u\", \"scheduler\": \"a\"}, \"value\":"
    " 120, \"neutral\": 110" FROM "},"
    "{\"name\": \"cycles\", \"where\": {\"scheduler\": \"a\", \"workload\": \"v\"}, \"value\":"
    " 300, \"neutral\": 110" FROM "}");

/* ua 100, ub 50, va 400. */
static void put_runs(struct store *store, GPtrArray *points)
{
    static const char *const results[] = {"{\"cycles\": 100}", "{\"cycles\": 50}",
                                          "{\"cycles\": 400, \"sm\": {\"x\": -0.5}}"};
    ck_assert_uint_eq(points->len, G_N_ELEMENTS(results));
    for (unsigned i = 0; i < points->len; i++) {
        struct study_point *point = points->pdata[i];
        g_snprintf(point->key, sizeof point->key, "k%u", i);
        fixture_run(store, point->key, "done", results[i]);
    }
}

/* What is printed of these. */
static const char table[] = "what       where                    published    ours            "
                            "95 %  ours/published        signs  same sign  source\n"
                            "s          workload=u, scheduler=b      1.600       2             "
                            "  -           1.250      up / up        yes  X 2016, figure 1\n"
                            "mean, all  scheduler=b                  0.800       2             "
                            "  -           2.500    down / up         no  X 2016, figure 1\n"
                            "o                                           4       2             "
                            "  -           0.500      up / up        yes  X 2016, figure 1\n"
                            "sm.x       workload=v, scheduler=a         -2  -0.500             "
                            "  -           0.250  down / down        yes  X 2016, figure 1\n"
                            "sm.y       workload=v, scheduler=a          4       -             "
                            "  -               -       up / ?          -  X 2016, figure 1\n"
                            "o                                         > 2       2             "
                            "  -               -    up / none         no  X 2016, figure 1\n"
                            "o                                     > 1.500       2             "
                            "  -               -      up / up        yes  X 2016, figure 1\n"
                            "o                                     < 2.500       2             "
                            "  -               -  down / down        yes  X 2016, figure 1\n"
                            "o                                           1       2             "
                            "  -           2.000    none / up         no  X 2016, figure 1\n"
                            "o                                           3       2             "
                            "  -           0.667        ? / ?          -  X 2016, figure 1\n"
                            "g          scheduler=a                  1.001       1  1.000 to "
                            "1.000           0.999  none / none        yes  X 2016, figure 1\n"
                            "cycles     workload=u, scheduler=a        120     100             "
                            "  -           0.833    up / down         no  X 2016, figure 1\n"
                            "cycles     scheduler=a, workload=v        300     400             "
                            "  -           1.333      up / up        yes  X 2016, figure 1\n"
                            "\n"
                            "agreement  where        programs  same sign  rank correlation  "
                            "published     ours                   95 %\n"
                            "cycles     scheduler=a         2     1 of 2                 -    "
                            "189.737  200.000  0.0299 to 1336340.469\n";
static const char as_csv[] =
    "name,what,where,published,ours,95 % from,95 % to,ours/published,signs,same sign,source\r\n"
    "s,s,\"workload=u, scheduler=b\",1.6,2,,,1.25,up / up,yes,\"X 2016, figure 1\"\r\n"
    "g,\"mean, all\",scheduler=b,0.8,2,,,2.5,down / up,no,\"X 2016, figure 1\"\r\n"
    "o,o,,4,2,,,0.5,up / up,yes,\"X 2016, figure 1\"\r\n"
    "sm.x,sm.x,\"workload=v, scheduler=a\",-2,-0.5,,,0.25,down / down,yes,\"X 2016, figure "
    "1\"\r\n"
    "sm.y,sm.y,\"workload=v, scheduler=a\",4,,,,,up / ?,-,\"X 2016, figure 1\"\r\n"
    "o,o,,> 2,2,,,,up / none,no,\"X 2016, figure 1\"\r\n"
    "o,o,,> 1.5,2,,,,up / up,yes,\"X 2016, figure 1\"\r\n"
    "o,o,,< 2.5,2,,,,down / down,yes,\"X 2016, figure 1\"\r\n"
    "o,o,,1,2,,,2,none / up,no,\"X 2016, figure 1\"\r\n"
    "o,o,,3,2,,,0.66666666666666663,? / ?,-,\"X 2016, figure 1\"\r\n"
    "g,g,scheduler=a,1.001,1,1,1,0.99900099900099915,none / none,yes,\"X 2016, figure 1\"\r\n"
    "cycles,cycles,\"workload=u, scheduler=a\",120,100,,,0.83333333333333337,up / down,no,\"X "
    "2016, figure 1\"\r\n"
    "cycles,cycles,\"scheduler=a, workload=v\",300,400,,,1.3333333333333333,up / up,yes,\"X "
    "2016, figure 1\"\r\n"
    "\r\n"
    "agreement,where,programs,same sign,rank correlation,published,ours,95 % from,95 % to\r\n"
    "cycles,scheduler=a,2,1 of "
    "2,,189.73665961010263,200.00000000000011,0.029932491700516681,1336340.4690866272\r\n";

START_TEST(test_tables)
{
    struct study *study = fixture_study(&fixture, good);
    struct store *store = fixture_store(&fixture, "r.sqlite");
    g_autoptr(GPtrArray) points = study_points(study);
    static const char *const none[] = {NULL};
    put_runs(store, points);
    g_autofree char *alone = table_published(study, points, store, false, NULL);
    ck_assert_str_eq(alone, table);
    g_autofree char *all = table_text(study, points, store, none, NULL);
    ck_assert_msg(g_str_has_suffix(all, table), "%s", all);
    g_autofree char *csv = table_published(study, points, store, true, NULL);
    ck_assert_str_eq(csv, as_csv);
    store_close(store);
    study_free(study);
}
END_TEST

static const struct {
    const char *text, *message;
} wrong[] = {
    {STUDY("{\"name\": \"t\", \"value\": 1" FROM "}"),
     "/study.json: at published[0].name: no derived value and no shown metric has the name \"t\"; "
     "derived: s, g, o"},
    {STUDY("{\"name\": \"g\", \"value\": 1" FROM "}"),
     "/study.json: at published[0].where: \"g\" depends on axis \"scheduler\": expected a label"},
    {STUDY("{\"name\": \"sm.x\", \"where\": {\"scheduler\": \"a\"}, \"value\": 1" FROM "}"),
     "/study.json: at published[0].where: \"sm.x\" depends on axis \"workload\": expected a label"},
    {STUDY("{\"name\": \"g\", \"where\": {\"policy\": \"a\"}, \"value\": 1" FROM "}"),
     "/study.json: at published[0].where.policy: there is no axis \"policy\"; known: workload, "
     "scheduler, size"},
    {STUDY("{\"name\": \"g\", \"where\": {\"scheduler\": \"c\"}, \"value\": 1" FROM "}"),
     "/study.json: at published[0].where.scheduler: axis \"scheduler\" has no value \"c\"; known: "
     "a, b"},
    {STUDY("{\"name\": \"s\", \"where\": {\"workload\": \"v\", \"scheduler\": \"b\"}, "
           "\"value\": 1" FROM "}"),
     "/study.json: at published[0].where: no point has these labels"},
    {STUDY("{\"name\": \"o\", \"value\": \"4\"" FROM "}"),
     "/study.json: at published[0].value: expected a number, found a string"},
    {STUDY("{\"name\": \"o\", \"value\": 4}"),
     "/study.json: at published[0]: member \"source\" is missing"},
    {STUDY("{\"name\": \"o\", \"above\": 4, \"neutral\": 1" FROM "}"),
     "/study.json: at published[0].neutral: only with \"value\""},
    {STUDY("{\"name\": \"o\"" FROM "}"),
     "/study.json: at published[0]: expected one of the members value, above, below"},
};

START_TEST(test_refused)
{
    g_autofree char *message = fixture_study_error(&fixture, wrong[_i].text);
    ck_assert_str_eq(message, wrong[_i].message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study published");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_tables);
    tcase_add_loop_test(tests, test_refused, 0, G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
