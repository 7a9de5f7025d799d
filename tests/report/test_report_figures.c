/* SPDX-License-Identifier: BSD-3-Clause */
/* From results to the numbers of figures: normalising, means, patterns of names, splitting,
 * members; and what is said about figures that cannot be. */
#include "report/figures.h"
#include "study/study_read.h"
#include "tests/report/results_file.h"
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static struct results *open_text(const char *figures, const char *run)
{
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("report-XXXXXX", &path, NULL);
    ck_assert_int_ge(file, 0);
    close(file);
    if (run)
        ck_assert(g_file_set_contents(path, run, -1, NULL));
    else
        results_file_write(path, figures);
    const char *const files[] = {path, NULL};
    GError *error = NULL;
    struct results *results = results_open(files, &error);
    ck_assert_msg(results != NULL, "%s", error ? error->message : "");
    g_unlink(path);
    return results;
}

/* Every chart as "title\nCSV" behind each other. */
static void check_charts(const struct results *results, const char *expected)
{
    const struct results_study *study = results->studies->pdata[0];
    GError *error = NULL;
    g_autoptr(GPtrArray) specs =
        study->figures ? figure_specs_read(study, &error) : figure_specs_default(study);
    ck_assert_msg(specs != NULL, "%s", error ? error->message : "");
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) charts = figures_make(study, specs, taken, NULL, &error);
    ck_assert_msg(charts != NULL, "%s", error ? error->message : "");
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < charts->len; i++) {
        const struct chart *chart = charts->pdata[i];
        g_autofree char *csv = chart_csv(chart);
        g_string_append_printf(text, "[%s] %s\n%s", chart->id, chart->title, csv);
    }
    ck_assert_str_eq(text->str, expected);
    g_string_free(text, TRUE);
}

static void check_study(const char *figures, const char *expected)
{
    struct results *results = open_text(figures, NULL);
    check_charts(results, expected);
    results_free(results);
}

START_TEST(normalised_bars)
{
    check_study("[{\"kind\":\"bars\",\"title\":\"S\",\"x\":\"workload\",\"series\":\"scheduler\","
                "\"metric\":\"cycles\",\"normalise\":{\"scheduler\":\"old\"},\"inverse\":true}]",
                "[s] S\nworkload,old,new <&>\na,1,2\nb,1,2\n\"c, d\",1,\ngmean,1,\n");
    check_study("[{\"kind\":\"bars\",\"title\":\"S\",\"x\":\"scheduler\",\"metric\":\"cycles\","
                "\"series\":\"workload\",\"where\":{\"scheduler\":\"old\"}}]",
                "[s] S\nscheduler,a,b,\"c, d\"\nold,100,200,400\n");
    /* Of some of the workloads: a mean of these. */
    check_study("[{\"kind\":\"bars\",\"title\":\"S\",\"x\":\"workload\",\"series\":\"scheduler\","
                "\"metric\":\"cycles\",\"normalise\":{\"scheduler\":\"old\"},\"inverse\":true,"
                "\"where\":{\"workload\":[\"b\",\"a\"],\"scheduler\":[\"new <&>\"]}}]",
                "[s] S\nworkload,new <&>\na,2\nb,2\ngmean,2\n");
}
END_TEST

START_TEST(means)
{
    static const char figure[] =
        "[{\"kind\":\"bars\",\"title\":\"S\",\"x\":\"workload\",\"metric\":\"cycles\",\"mean\":\"%"
        "s\","
        "\"where\":{\"scheduler\":\"new "
        "<&>\"}},{\"kind\":\"bars\",\"title\":\"S\",\"x\":\"workload\","
        "\"metric\":\"sm.slots_idle\",\"mean\":\"%s\",\"where\":{\"scheduler\":\"old\"}}]";
    static const struct {
        const char *mean, *last;
    } rows[] = {{"geometric", "\ngmean,"}, {"arithmetic", "\nmean,"}, {"harmonic", "\nhmean,"}};
    static const double values[] = {200, 700 / 3.0, 1200 / 7.0};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(figure, rows[i].mean, rows[i].mean);
        struct results *results = open_text(text, NULL);
        const struct results_study *study = results->studies->pdata[0];
        g_autoptr(GPtrArray) specs = figure_specs_read(study, NULL);
        g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_autoptr(GPtrArray) charts = figures_make(study, specs, taken, NULL, NULL);
        ck_assert_uint_eq(charts->len, 2);
        ck_assert_str_eq(((struct chart *)charts->pdata[1])->id, "s-2");
        g_autofree char *partial = chart_csv(charts->pdata[0]);
        g_autofree char *whole = chart_csv(charts->pdata[1]);
        /* Of some of the points there is none: the third has failed. */
        ck_assert_msg(g_str_has_suffix(partial, "mean,\n"), "%s", partial);
        ck_assert_msg(strstr(whole, rows[i].last) != NULL, "%s", whole);
        double mean = g_ascii_strtod(strrchr(whole, ',') + 1, NULL);
        ck_assert_double_eq_tol(mean, values[i], 1e-9);
        results_free(results);
    }
}
END_TEST

START_TEST(stacks)
{
    check_study(
        "[{\"kind\":\"stacked\",\"title\":\"P\",\"x\":\"workload\",\"series\":\"scheduler\","
        "\"parts\":[\"sm.slots_*\"],\"share\":true,\"where\":{\"workload\":\"a\"}}]",
        "[p] P\nworkload,series,issued,idle\na,old,0.2,0.8\na,new <&>,"
        "0.1935483870967742,0.8064516129032258\n");
}
END_TEST

/* Of the run's 100 slots 50 are outside of kernels, all idle: they are no part of a stack. */
START_TEST(stacks_of_slots_while_kernels_run)
{
    static const char run[] =
        "{\"schema_version\": 3, \"complete\": true, \"gpu\": \"G\", \"workload\": \"w\","
        " \"policies\": {\"warp_scheduler\": {\"name\": \"gto\"}}, \"sms\": 1,"
        " \"schedulers_per_sm\": 1, \"totals\": {\"sm\": {\"slots_issued\": 30,"
        " \"slots_idle\": 60, \"slots_data\": 10}, \"dispatcher\": {\"kernel_cycles\": 50}}}";
    struct results *results = open_text(NULL, run);
    struct results_study *study = results->studies->pdata[0];
    study->figures = json_from_string("[{\"kind\":\"stacked\",\"title\":\"P\",\"x\":\"workload\","
                                      "\"parts\":[\"sm.slots_*\"],\"share\":true}]",
                                      NULL);
    check_charts(results, "[p] P\nworkload,series,issued,idle,data\nw,,0.6,0.2,0.2\n");
    results_free(results);
}
END_TEST

/* All parts by the sum of the baseline's parts: 50 and 200. */
START_TEST(normalised_stacks)
{
    check_study(
        "[{\"kind\":\"stacked\",\"title\":\"P\",\"x\":\"workload\",\"series\":\"scheduler\","
        "\"parts\":[\"sm.slots_*\"],\"normalise\":{\"workload\":\"b\"},"
        "\"where\":{\"scheduler\":\"old\"}}]",
        "[p] P\nworkload,series,issued,idle\na,old,0.1,0.4\nb,old,0.2,0.8\n\"c, d\",old,0.4,1.6\n");
}
END_TEST

/* Lists of kernels over their index; a figure of a kernel that never ran is left out. */
START_TEST(profiles)
{
    static const char run[] =
        "{\"schema_version\": 3, \"complete\": true, \"totals\": {},"
        " \"gpu\": \"G\", \"workload\": \"w\","
        " \"policies\": {\"warp_scheduler\": {\"name\": \"gto\"}}, \"kernels\": ["
        "{\"launch\": 0, \"kernel\": \"_Z1fv\", \"cycles\": 7},"
        "{\"launch\": 1, \"kernel\": \"g\", \"cycles\": 8}], \"policy\": ["
        "{\"launch\": 0, \"sms\": [{\"sm\": 0, \"warp_scheduler\": {\"of_interest\": 2, "
        "\"scores\": [9, 4]}}]},"
        "{\"launch\": 1, \"sms\": [{\"sm\": 0, \"warp_scheduler\": {\"of_interest\": 3, "
        "\"scores\": [5]}}]}]}";
    struct results *results = open_text(NULL, run);
    struct results_study *study = results->studies->pdata[0];
    study->figures =
        json_from_string("[{\"kind\":\"profile\",\"title\":\"A\",\"metric\":\"kernel.f.policy.warp_"
                         "scheduler.scores\",\"series\":"
                         "\"scheduler\",\"x_label\":\"warp\",\"y_label\":\"score\"},"
                         "{\"kind\":\"profile\",\"title\":\"B\",\"metric\":\"kernel.*.policy.warp_"
                         "scheduler.scores\"},"
                         "{\"kind\":\"profile\",\"title\":\"C\",\"metric\":\"kernel.h.policy.warp_"
                         "scheduler.scores\"},"
                         "{\"kind\":\"bars\",\"title\":\"D\",\"x\":\"workload\",\"metrics\":["
                         "\"kernel.f.policy.warp_scheduler.of_interest\",\"longest_kernel.policy."
                         "warp_scheduler.of_interest\"]}]",
                         NULL);
    check_charts(results, "[a] A\nseries,warp,score\ngto,0,9\ngto,1,4\n"
                          "[b] "
                          "B\nseries,index,y\nf.policy.warp_scheduler.scores,0,9\nf.policy.warp_"
                          "scheduler.scores,1,4\n"
                          "g.policy.warp_scheduler.scores,0,5\n"
                          "[d] D\nworkload,kernel f policy warp scheduler of interest,"
                          "longest kernel policy warp scheduler of interest\nw,2,3\n");
    results_free(results);
}
END_TEST

/* What is the same for all workloads is one figure; what differs is a figure for each. */
START_TEST(open_axes)
{
    check_study("[{\"kind\":\"bars\",\"title\":\"G\",\"x\":\"scheduler\",\"metric\":\"gmean\"}]",
                "[g] G\nscheduler,gmean\nold,1\nnew <&>,2\n");
    check_study(
        "[{\"kind\":\"bars\",\"title\":\"C\",\"x\":\"workload\",\"metric\":\"cycles\"}]",
        "[c-scheduler-old] C: scheduler old\nworkload,cycles\na,100\nb,200\n\"c, d\",400\n"
        "[c-scheduler-new] C: scheduler new <&>\nworkload,cycles\na,50\nb,100\n\"c, d\",\n");
}
END_TEST

START_TEST(single_runs)
{
    struct results *results = open_text(NULL, results_file_run);
    check_charts(results,
                 "[where-issue-slots-went] Where issue slots went\n"
                 "workload,series,issued,idle,data\nw,,0.3,0.6,0.1\n"
                 "[where-warps-time-went] Where warps' time went\nworkload,series,sync,fetch\n"
                 "w,,0.25,0.75\n"
                 "[latency-of-the-warps-of-the-slowest-block-k] "
                 "Latency of the warps of the slowest block: k\nwarp,series,sync,fetch,idle\n"
                 "0,,5,1,2\n"
                 "[lines-that-two-blocks-share-k] Lines that two blocks share: k\nblock,0,1\n"
                 "0,4,1\n1,1,9\n"
                 "[issue-pattern-k] Issue pattern: k\nrow,class,start,length,count\n"
                 "1,33 to 64,100,8,64\n0,3 to 4,108,8,3\n"
                 "[samples-over-time] Samples over time\nseries,end cycle,counted in a sample\n"
                 "sm.issued,10,5\nsm.issued,20,0\nsm.issued,25,7\n");
    results_free(results);
}
END_TEST

/* Times have the unit that suits them, and others their own, in one figure. */
START_TEST(units_of_series)
{
    static const char run[] =
        "{\"schema_version\": 3, \"complete\": true, \"gpu\": \"G\", \"workload\": \"w\","
        " \"policies\": {\"warp_scheduler\": {\"name\": \"gto\"}}, \"elapsed_ps\": 5000000,"
        " \"totals\": {\"dram\": {\"read_bytes\": 64}, \"dispatcher\": {\"kernel_cycles\": 50}}}";
    struct results *results = open_text(NULL, run);
    struct results_study *study = results->studies->pdata[0];
    study->figures =
        json_from_string("[{\"kind\":\"bars\",\"title\":\"A\",\"x\":\"workload\",\"metrics\":["
                         "\"cycles\",\"elapsed_ps\",\"dram.read_bytes\"]},"
                         "{\"kind\":\"bars\",\"title\":\"B\",\"x\":\"workload\","
                         "\"metric\":\"elapsed_ps\"}]",
                         NULL);
    check_charts(results, "[a] A\nworkload,cycles,simulated time (µs),dram read bytes\n"
                          "w,50,5,64\n"
                          "[b] B\nworkload,simulated time (µs)\nw,5\n");
    results_free(results);
}
END_TEST

/* The only chart of a figure; chart_free. */
static struct chart *only_chart(const struct results_study *study)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) specs = figure_specs_read(study, &error);
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    ck_assert_msg(specs != NULL, "%s", error ? error->message : "");
    g_autoptr(GPtrArray) charts = figures_make(study, specs, taken, NULL, NULL);
    ck_assert_uint_eq(charts->len, 1);
    g_ptr_array_set_free_func(charts, NULL);
    return charts->pdata[0];
}

/* A line at 1 where 1 is a baseline, and rings where something is published. */
START_TEST(baselines_and_published_values)
{
    struct results *results =
        open_text("[{\"kind\":\"bars\",\"x\":\"scheduler\",\"metric\":\"gmean\"}]", NULL);
    struct results_study *study = results->studies->pdata[0];
    struct chart *plain = only_chart(study);
    ck_assert(isnan(plain->reference));
    ck_assert_ptr_null(plain->published);
    chart_free(plain);
    /* Of old's group there is a bound only. */
    struct study_published entries[] = {{.name = (char *)"gmean", .value = 9, .bound = '>'},
                                        {.name = (char *)"gmean", .value = 2.5, .position = 4}};
    study->published = g_ptr_array_new();
    g_ptr_array_add(study->published, &entries[0]);
    g_ptr_array_add(study->published, &entries[1]);
    g_hash_table_add(study->relative, g_strdup("gmean"));
    struct chart *chart = only_chart(study);
    const struct chart_form form = {760, "id", false};
    g_autofree char *svg = chart_svg(chart, &form);
    ck_assert_double_eq(chart->reference, 1);
    ck_assert(isnan(chart->published[0]));
    ck_assert_double_eq(chart->published[1], 2.5);
    ck_assert_ptr_nonnull(strstr(svg, "<title>published: 2.5</title>"));
    ck_assert_str_eq(chart->caption, "Rings are published values.");
    chart_free(chart);
    results_free(results);
}
END_TEST

static struct results_study *over_sms(const char *figure)
{
    static const char *const labels[] = {"15", "30", "60"};
    struct results_study *study = results_study_new("f", "s");
    struct results_axis *axis = results_axis_add(study, "sms");
    for (guint i = 0; i < G_N_ELEMENTS(labels); i++) {
        struct results_row *row = g_new0(struct results_row, 1);
        double value = i + 1;
        row->values = g_new0(guint, 1);
        row->values[0] = results_label_index(axis, labels[i]);
        row->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        g_hash_table_insert(row->numbers, g_strdup("speedup"), g_memdup2(&value, sizeof value));
        g_ptr_array_add(study->rows, row);
    }
    study->figures = json_from_string(figure, NULL);
    return study;
}

/* Lines have rings at the places of their points, where it is published; the axis reaches them. */
START_TEST(lines_have_published_values)
{
    struct results_study *study =
        over_sms("[{\"kind\":\"lines\",\"x\":\"sms\",\"metric\":\"speedup\"}]");
    for (guint i = 0; i < study->rows->len; i++)
        ((struct results_row *)study->rows->pdata[i])->position = i;
    struct study_published entries[] = {{.name = (char *)"speedup", .value = 12, .position = 1},
                                        {.name = (char *)"speedup", .value = 3, .bound = '<'},
                                        {.name = (char *)"other", .value = 3, .position = 2}};
    study->published = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
        g_ptr_array_add(study->published, &entries[i]);
    struct chart *chart = only_chart(study);
    ck_assert_uint_eq(chart->rings->len, 1);
    const struct chart_ring *ring = &g_array_index(chart->rings, struct chart_ring, 0);
    ck_assert_double_eq(ring->at.x, 30);
    ck_assert_double_eq(ring->at.y, 12);
    const struct chart_form form = {360, "id", false};
    g_autofree char *svg = chart_svg(chart, &form);
    ck_assert_ptr_nonnull(strstr(svg, "<title>published: 12</title>"));
    ck_assert_str_eq(chart->caption, "Rings are published values.");
    chart_free(chart);
    results_study_free(study);
}
END_TEST

START_TEST(ideal_lines)
{
    struct results_study *study =
        over_sms("[{\"kind\":\"lines\",\"x\":\"sms\",\"metric\":\"speedup\",\"ideal\":\"15\"}]");
    struct chart *chart = only_chart(study);
    const struct chart_form form = {760, "id", false};
    g_autofree char *svg = chart_svg(chart, &form);
    ck_assert_double_eq(chart->ideal, 15);
    ck_assert_ptr_nonnull(strstr(svg, "stroke-dasharray=\"2 4\""));
    /* The axis reaches the ideal at 60 SMs, 4, although 3 is all there is. */
    ck_assert_ptr_nonnull(strstr(svg, ">4</text>"));
    chart_free(chart);
    results_study_free(study);
    study =
        over_sms("[{\"kind\":\"lines\",\"x\":\"sms\",\"metric\":\"speedup\",\"ideal\":\"16\"}]");
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(figure_specs_read(study, &error));
    ck_assert_ptr_nonnull(strstr(error->message, "at figures[0].ideal: axis \"sms\" has no value"));
    results_study_free(study);
}
END_TEST

START_TEST(bad_figures)
{
    static const struct {
        const char *figures, *message;
    } rows[] = {
        {"{}", "at figures: expected an array, found an object"},
        {"[{}]", "at figures[0]: member \"kind\" is missing"},
        {"[{\"kind\":\"pie\"}]",
         "at figures[0].kind: \"pie\" is none of bars, stacked, lines, heat, pattern, profile"},
        {"[{\"kind\":\"bars\",\"x\":\"workload\",\"metric\":\"c\"},{\"kind\":\"bars\",\"x\":\"l1\","
         "\"metric\":\"c\"}]",
         "at figures[1].x: the study has no axis \"l1\""},
        {"[{\"kind\":\"bars\",\"x\":\"workload\"}]", "at figures[0]: member \"metric\" is missing"},
        {"[{\"kind\":\"bars\",\"metric\":\"c\"}]", "at figures[0]: member \"x\" is missing"},
        {"[{\"kind\":\"bars\",\"x\":\"workload\",\"metric\":\"c\",\"ideal\":\"a\"}]",
         "at figures[0].ideal: only lines over an axis have an ideal line"},
        {"[{\"kind\":\"lines\",\"x\":\"workload\",\"metric\":\"c\",\"ideal\":\"a\"}]",
         "at figures[0].ideal: \"a\" is no number above 0"},
        {"[{\"kind\":\"bars\",\"colour\":\"red\"}]",
         "at figures[0].colour: unknown member; known: kind, "},
        {"[{\"kind\":\"bars\",\"share\":1}]", "at figures[0].share: expected true or false"},
        {"[{\"kind\":\"bars\",\"metrics\":[\"a\",2]}]",
         "at figures[0].metrics[1]: expected a string"},
        {"[{\"kind\":\"bars\",\"where\":{\"workload\":\"z\"}}]",
         "at figures[0].where.workload: axis \"workload\" has no value \"z\""},
        {"[{\"kind\":\"bars\",\"where\":{\"workload\":[\"a\",\"z\"]}}]",
         "at figures[0].where.workload[1]: axis \"workload\" has no value \"z\""},
        {"[{\"kind\":\"bars\",\"normalise\":{\"workload\":[\"a\"]}}]",
         "at figures[0].normalise.workload: expected a string"},
        {"[{\"kind\":\"heat\",\"x\":\"workload\",\"metric\":\"c\"}]",
         "at figures[0]: a heat map wants \"series\" for its rows"},
        {"[{\"kind\":\"pattern\",\"x\":\"workload\",\"metric\":\"c\"}]",
         "at figures[0]: an issue pattern wants \"member\""},
        {"[{\"kind\":\"profile\",\"x\":\"workload\",\"metric\":\"c\"}]",
         "at figures[0]: a profile has neither \"x\" nor \"member\""}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct results *results = open_text(rows[i].figures, NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) specs = figure_specs_read(results->studies->pdata[0], &error);
        ck_assert_msg(!specs && error, "%s", rows[i].figures);
        ck_assert_msg(strstr(error->message, rows[i].message) != NULL, "%s", error->message);
        results_free(results);
    }
}
END_TEST

/* The figures of the tree's studies can be read. */
START_TEST(ready_studies)
{
    g_autofree char *folder = g_build_filename(g_getenv("SIMGPU_TEST_ROOT"), "studies", NULL);
    GDir *dir = g_dir_open(folder, 0, NULL);
    guint n_studies = 0;
    ck_assert_ptr_nonnull(dir);
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (!g_str_has_suffix(name, ".json") || g_str_has_suffix(name, ".schema.json"))
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(GError) error = NULL;
        struct study *study = study_load(path, &error);
        ck_assert_msg(study != NULL, "%s", error ? error->message : "");
        struct results_study *results = results_study_new(name, study->name);
        for (guint i = 0; i < study->axes->len; i++) {
            const struct study_axis *from = study->axes->pdata[i];
            struct results_axis *axis = results_axis_add(results, from->name);
            for (guint k = 0; k < from->values->len; k++)
                results_label_index(axis, ((struct study_value *)from->values->pdata[k])->label);
        }
        results->figures = study->figures ? json_node_copy(study->figures) : NULL;
        g_autoptr(GPtrArray) specs = figure_specs_read(results, &error);
        ck_assert_msg(specs != NULL, "%s", error ? error->message : "");
        results_study_free(results);
        study_free(study);
        n_studies++;
    }
    g_dir_close(dir);
    ck_assert_uint_ge(n_studies, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report_figures");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, normalised_bars);
    tcase_add_test(tests, means);
    tcase_add_test(tests, stacks);
    tcase_add_test(tests, stacks_of_slots_while_kernels_run);
    tcase_add_test(tests, normalised_stacks);
    tcase_add_test(tests, profiles);
    tcase_add_test(tests, open_axes);
    tcase_add_test(tests, single_runs);
    tcase_add_test(tests, units_of_series);
    tcase_add_test(tests, baselines_and_published_values);
    tcase_add_test(tests, lines_have_published_values);
    tcase_add_test(tests, ideal_lines);
    tcase_add_test(tests, bad_figures);
    tcase_add_test(tests, ready_studies);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
