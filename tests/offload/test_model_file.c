/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/feature_sets.h"
#include "offload/model_file.h"
#include <check.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes a file of its own; g_free. */
static char *write_file(const char *text)
{
    char *path = NULL;
    int file = g_file_open_tmp("model-XXXXXX.json", &path, NULL);
    ck_assert_int_ge(file, 0);
    close(file);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* ---- the publication's */

static struct linear_model *published(const char *name)
{
    g_autofree char *path =
        g_strdup_printf("%s/offload/published/heteropdp-%s.json", getenv("SIMGPU_TEST_ROOT"), name);
    GError *error = NULL;
    struct linear_model *model = model_file_load(path, &error);
    ck_assert_msg(model != NULL, "%s", error ? error->message : "");
    return model;
}

/* As many terms as features and pairs of features, in the order of the columns of Table 6.4. */
static const struct {
    const char *file, *set;
    unsigned n_features, n_zeros;
} tables[] = {{"cpu-alone", "cpu_alone", 8, 7},
              {"gpu-alone", "gpu_alone", 8, 9},
              {"cpu-colocated", "cpu_colocated", 10, 18},
              {"gpu-colocated", "gpu_colocated", 9, 16}};

START_TEST(has_the_published_terms)
{
    struct linear_model *model = published(tables[_i].file);
    g_auto(GStrv) words = feature_set_words(tables[_i].set);
    const unsigned n = tables[_i].n_features;
    unsigned zeros = 0;
    ck_assert_uint_eq(model->features->len, n);
    for (unsigned i = 0; i < n; i++)
        ck_assert_str_eq(model->features->pdata[i], words[i]);
    ck_assert_uint_eq(model->terms->len, n * (n + 1) / 2);
    for (guint i = 0; i < model->terms->len; i++)
        zeros += g_array_index(model->terms, struct linear_term, i).coefficient == 0;
    ck_assert_uint_eq(zeros, tables[_i].n_zeros);
    linear_model_free(model);
}
END_TEST

static double evaluate_one(const struct linear_model *model, const char *one, double value,
                           const char *other, double other_value)
{
    double values[LINEAR_MODEL_MAX_FEATURES] = {0};
    for (guint i = 0; i < model->features->len; i++)
        if (strcmp(model->features->pdata[i], one) == 0)
            values[i] = value;
        else if (other && strcmp(model->features->pdata[i], other) == 0)
            values[i] = other_value;
    return linear_model_evaluate(model, values);
}

/* By hand from Tables A.1, A.2 and A.3. */
START_TEST(evaluates_the_published_terms)
{
    struct linear_model *cpu = published("cpu-alone"), *gpu = published("gpu-alone"),
                        *both = published("cpu-colocated");
    ck_assert_double_eq_tol(evaluate_one(cpu, "cpu_branch", 2, NULL, 0), 2 * 0.020511412895212,
                            1e-15);
    ck_assert_double_eq_tol(evaluate_one(cpu, "cpu_vector_alu", 3, "cpu_atomic", 5),
                            3 * -0.005027805769920 + 15 * 0.002190538539154, 1e-15);
    ck_assert_double_eq_tol(evaluate_one(gpu, "gpu_branch", 10, "gpu_barrier", 2),
                            20 * 0.003844312920723, 1e-15);
    ck_assert_double_eq_tol(evaluate_one(both, "llc_misses", 1e6, "dram_bandwidth", 10),
                            1e6 * -0.000000009308307 + 1e7 * 0.000000002764534, 1e-12);
    linear_model_free(cpu);
    linear_model_free(gpu);
    linear_model_free(both);
}
END_TEST

/* ---- files */

START_TEST(writes_what_it_reads)
{
    const char *const features[] = {"a", "b \"quoted\"", "c", NULL};
    struct linear_model *model = linear_model_new("seconds", features);
    static const double coefficients[] = {1.0 / 3, -1e-9, 1e-300, 12345678901234567.0, M_PI, 0};
    for (unsigned i = 0; i < 6; i++)
        g_array_index(model->terms, struct linear_term, i).coefficient = coefficients[i];
    model->origin.source = g_strdup("f.csv");
    model->origin.n_rows = 7;
    model->origin.r_squared = 0.1;
    g_ptr_array_add(model->origin.train, g_strdup("spmv"));
    g_autofree char *text = model_file_text(model);
    g_autofree char *path = write_file(text);
    g_autoptr(GError) error = NULL;
    struct linear_model *again = model_file_load(path, &error);
    ck_assert_msg(again != NULL, "%s", error ? error->message : "");
    ck_assert_mem_eq(again->terms->data, model->terms->data, 6 * sizeof(struct linear_term));
    ck_assert_str_eq(again->origin.train->pdata[0], "spmv");
    g_autofree char *text_again = model_file_text(again);
    ck_assert_str_eq(text_again, text);
    linear_model_free(again);
    linear_model_free(model);
    g_unlink(path);
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"{\"target\": \"s\", \"features\": [\"a\"]}",
     ": at the top level: member \"terms\" is missing"},
    {"{\"target\": \"s\", \"features\": [\"a\", \"a\"], \"terms\": []}",
     ": at features[1]: \"a\" is given twice"},
    {"{\"target\": \"s\", \"features\": [\"a\"], \"terms\": [{\"factors\": [\"b\"], "
     "\"coefficient\": 1}]}",
     ": at terms[0].factors[0]: \"b\" is not among the features"},
    {"{\"target\": \"s\", \"features\": [\"a\"], \"terms\": [{\"factors\": [\"a\"], "
     "\"coefficient\": true}]}",
     ": at terms[0].coefficient: expected a number, found true or false"},
    {"{\"target\": \"s\", \"features\": [\"a\", \"b\"], \"terms\": [{\"factors\": [\"a\", \"b\"], "
     "\"coefficient\": 1}, {\"factors\": [\"b\", \"a\"], \"coefficient\": 1}]}",
     ": at terms[1]: term 0 has the same factors"},
};

START_TEST(refuses_with_the_place)
{
    g_autofree char *path = write_file(bad[_i].text);
    GError *error = NULL;
    ck_assert_ptr_null(model_file_load(path, &error));
    g_autofree char *message = g_strconcat(path, bad[_i].message, NULL);
    ck_assert_str_eq(error->message, message);
    g_error_free(error);
    g_unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model_file");
    TCase *tcase = tcase_create("model_file");
    tcase_add_loop_test(tcase, has_the_published_terms, 0, G_N_ELEMENTS(tables));
    tcase_add_test(tcase, evaluates_the_published_terms);
    tcase_add_test(tcase, writes_what_it_reads);
    tcase_add_loop_test(tcase, refuses_with_the_place, 0, G_N_ELEMENTS(bad));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
