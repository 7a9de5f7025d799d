/* SPDX-License-Identifier: BSD-3-Clause */
/* The studies in studies/ can be run: each is read, has the points that it should have, and names
 * workloads that are there; the stall study has the whole suite at its default sizes. */
#include "policies/tables.h"
#include "study/study_read.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static char *source_path(const char *name)
{
    return g_build_filename(g_getenv("SIMGPU_TEST_ROOT"), name, NULL);
}

static struct study *load(const char *name)
{
    g_autofree char *file = g_strdup_printf("studies/%s", name), *path = source_path(file);
    g_autoptr(GError) error = NULL;
    struct study *study = study_load(path, &error);
    ck_assert_msg(study != NULL, "%s", error ? error->message : name);
    return study;
}

static const struct {
    const char *file;
    unsigned points;
} ready[] = {{"cawa.json", 12 * 8},
             {"caws.json", 13 * 6},
             {"cache-size.json", 5 * 3 * 6},
             {"ctrl-c.json", 27 * 6},
             {"ctrl-c-ratios.json", 3 * 8},
             {"daws.json", 5 * 6},
             {"daws-assoc.json", 5 * 8},
             {"daws-energy.json", 5 * 3},
             {"warped-slicer-energy.json", 6 * 2},
             {"daws-best-swl.json", 5 * 9},
             {"daws-insensitive.json", 5 * 5},
             {"daws-spmv.json", 2 * 5 - 1},
             {"daws-trips.json", 5},
             {"example.json", 4 * 2 * 3},
             {"first-look.json", 3 * 4},
             {"scaling-quick.json", 5 * 3},
             {"heteropdp.json", 2 * (30 * 7 + 26 + 12)},
             {"host-cost.json", 18 * 9},
             {"ipaws-barriers.json", 4},
             {"ipaws-inputs.json", 13 * 3},
             {"ipaws-locality.json", 14 * 2},
             {"ipaws-neutral.json", 10 * 3},
             {"ipaws-causes.json", 4 * 3 + 2 * 4},
             {"ipaws-gpgpusim3.json", 14 * 3},
             {"ipaws.json", 14 * 11},
             {"lee-bfs.json", 6},
             {"lee-latency.json", 19},
             {"lee-reuse.json", 27},
             {"lookahead.json", 7 * 6},
             {"scaling-strong.json", 2 * 5 * 6},
             {"scaling-weak.json", 5 * 5},
             {"stalls.json", 6 + 58},
             {"microbenchmarks.json", 27},
             {"paver.json", 3 * (18 * 5 + 1) + 3 * 18},
             {"paver-classes.json", 18},
             {"paver-scaling.json", 2 * 9 * 3},
             {"ipaws-cke.json", 5 * 8},
             {"paver-warps.json", 5 * 3 * 2},
             {"warped-slicer.json", 30 * 4},
             {"warped-slicer-oracle.json", 30 * 4 + 658},
             {"warped-slicer-programs.json", 66},
             {"warped-slicer-sampling.json", 10 * 2},
             {"warped-slicer-sensitivity.json", 6 * 9},
             {"warped-slicer-three.json", 15 * 4}};

/* The table shows metrics; what a study derives has tables of its own. */
static void check_shown(const struct study *study)
{
    for (char **shown = study->show; *shown; shown++)
        for (unsigned i = 0; i < study->derives->len; i++) {
            const struct study_derive *derive = g_ptr_array_index(study->derives, i);
            ck_assert_str_ne(derive->name, *shown);
        }
}

START_TEST(test_points)
{
    struct study *study = load(ready[_i].file);
    GPtrArray *points = study_points(study);
    ck_assert_uint_eq(points->len, ready[_i].points);
    ck_assert_ptr_nonnull(study->figures);
    ck_assert(study->timeout_s > 0);
    check_shown(study);
    for (unsigned i = 0; i < points->len; i++) {
        const struct study_point *point = g_ptr_array_index(points, i);
        ck_assert(g_file_test(point->arguments[0], G_FILE_TEST_EXISTS));
        if (g_str_has_suffix(point->arguments[1], ".json"))
            ck_assert(g_file_test(point->arguments[1], G_FILE_TEST_EXISTS));
    }
    g_ptr_array_unref(points);
    study_free(study);
}
END_TEST

/* Every study of the folder is in the table above. */
START_TEST(test_all_are_known)
{
    g_autofree char *path = source_path("studies");
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *name;
    unsigned n = 0;
    ck_assert_ptr_nonnull(folder);
    while ((name = g_dir_read_name(folder)))
        n += g_str_has_suffix(name, ".json") && !g_str_has_suffix(name, ".schema.json");
    ck_assert_uint_eq(n, G_N_ELEMENTS(ready));
}
END_TEST

static const struct study_value *find_value(const struct study_axis *axis, const char *label)
{
    for (unsigned i = 0; i < axis->values->len; i++) {
        const struct study_value *value = g_ptr_array_index(axis->values, i);
        if (strcmp(value->label, label) == 0)
            return value;
    }
    ck_abort_msg("%s is not in the study", label);
    return NULL;
}

START_TEST(test_stalls_has_the_suite)
{
    struct study *study = load("stalls.json");
    const struct study_axis *axis = g_ptr_array_index(study->axes, 0);
    g_autofree char *path = source_path("workloads/suite/suite.json");
    g_autoptr(JsonParser) parser = json_parser_new();
    ck_assert(json_parser_load_from_file(parser, path, NULL));
    JsonObject *suite = json_node_get_object(json_parser_get_root(parser));
    JsonArray *programs = json_object_get_array_member(suite, "programs");
    for (unsigned i = 0; i < json_array_get_length(programs); i++) {
        JsonObject *program = json_array_get_object_element(programs, i);
        JsonArray *sizes = json_object_get_array_member(program, "default");
        const char *label = json_object_get_string_member(program, "abbreviation");
        char **command = find_value(axis, label)->setting.command;
        g_autofree char *name = g_path_get_basename(command[0]);
        ck_assert_str_eq(name, json_object_get_string_member(program, "name"));
        ck_assert_uint_eq(g_strv_length(command), json_array_get_length(sizes) + 1);
        for (unsigned k = 0; k < json_array_get_length(sizes); k++)
            ck_assert_str_eq(command[k + 1], json_array_get_string_element(sizes, k));
    }
    ck_assert_uint_eq(json_array_get_length(programs) + 6, axis->values->len);
    study_free(study);
}
END_TEST

/* ... and so has the page about them, which has what the study found. */
START_TEST(test_host_cost_has_every_scheduler)
{
    struct study *study = load("host-cost.json");
    const struct study_axis *axis = g_ptr_array_index(study->axes, 0);
    g_autofree char *path = source_path("docs/explanation/warp-schedulers.md"), *page = NULL;
    ck_assert(g_file_get_contents(path, &page, NULL, NULL));
    unsigned n = 0;
    for (; warp_scheduler_table[n]; n++) {
        const char *name = warp_scheduler_table[n]->name;
        g_autofree char *quoted = g_strdup_printf("`%s`", name);
        ck_assert_ptr_nonnull(find_value(axis, name));
        ck_assert_msg(strstr(page, quoted) != NULL, "%s is not in %s", name, path);
    }
    for (guint i = 0; i < axis->values->len; i++) { /* some with others inside */
        const struct study_value *value = axis->values->pdata[i];
        g_autofree char *row = g_strdup_printf("\n| `%s` |", value->label);
        ck_assert_msg(strstr(page, row) != NULL, "%s is not in %s", value->label, path);
    }
    ck_assert_uint_gt(axis->values->len, n);
    study_free(study);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ready_studies");
    TCase *tests = tcase_create("ready_studies");
    tcase_add_loop_test(tests, test_points, 0, G_N_ELEMENTS(ready));
    tcase_add_test(tests, test_all_are_known);
    tcase_add_test(tests, test_stalls_has_the_suite);
    tcase_add_test(tests, test_host_cost_has_every_scheduler);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
