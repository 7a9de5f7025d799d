/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/training.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KERNELS = 63, SIZES = 4, FEATURES = 5, TERMS = 15 };

static const char *const names[] = {"threads", "alu", "mem", "branch", "bytes", NULL};
/* Magnitudes as of launches: so many threads, instructions and bytes. */
static const double largest[FEATURES] = {1e6, 400, 90, 60, 1e8};

/* Numbers that repeat and have no pattern: splitmix64's top bits. */
static double number(unsigned i)
{
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / (double)(UINT64_C(1) << 53);
}

static double feature(unsigned row, unsigned k)
{
    return floor(number(row * FEATURES + k) * largest[k]) + 1;
}

/* Each term adds about as much to the target as any other: up to 1. */
static double coefficient(const struct linear_term *term, unsigned i)
{
    const double scale =
        largest[term->factor[0]] * (term->factor[1] < 0 ? 1 : largest[term->factor[1]]);
    return (number(5000 + i) - 0.5) / scale;
}

static double time_of(const struct linear_model *model, unsigned row)
{
    double values[FEATURES], sum = 0;
    for (unsigned k = 0; k < FEATURES; k++)
        values[k] = feature(row, k);
    for (guint i = 0; i < model->terms->len; i++) {
        const struct linear_term *term = &g_array_index(model->terms, struct linear_term, i);
        sum += coefficient(term, i) * linear_term_value(term, values);
    }
    return sum;
}

/* Kernels k0, k1, ... with SIZES rows each; those from `odd` on take another time. extra: a column
 * more, twice the first; NULL: none. */
static struct feature_table *made_table(unsigned odd, const char *extra)
{
    struct linear_model *model = linear_model_new("seconds", names);
    g_autoptr(GString) text = g_string_new("kernel,threads,alu,mem,branch,bytes,seconds");
    if (extra)
        g_string_append_printf(text, ",%s", extra);
    for (unsigned row = 0; row < KERNELS * SIZES; row++) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        const unsigned kernel = row / SIZES;
        g_string_append_printf(text, "\nk%u", kernel);
        for (unsigned k = 0; k < FEATURES; k++)
            g_string_append_printf(text, ",%.0f", feature(row, k));
        const double time = kernel < odd ? time_of(model, row) : 40 * number(9000 + row);
        g_string_append_printf(text, ",%s", g_ascii_dtostr(digits, sizeof digits, time));
        if (extra)
            g_string_append_printf(text, ",%.0f", 2 * feature(row, 0));
    }
    linear_model_free(model);
    return feature_table_parse("made.csv", text->str, NULL);
}

static struct training_options options_of(const char *const *features)
{
    return (struct training_options){.target = "seconds",
                                     .by = "kernel",
                                     .features = features,
                                     .folds = 5,
                                     .passes = 4,
                                     .seed = 1};
}

START_TEST(recovers_known_coefficients)
{
    struct feature_table *table = made_table(KERNELS, NULL);
    const struct training_options options = options_of(names);
    struct training training;
    ck_assert(training_init(&training, table, &options, NULL));
    ck_assert_uint_eq(training.model->terms->len, TERMS);
    for (unsigned i = 0; i < TERMS; i++) {
        const struct linear_term *term =
            &g_array_index(training.model->terms, struct linear_term, i);
        const double wanted = coefficient(term, i);
        ck_assert_double_le(fabs(term->coefficient - wanted), 1e-9 * fabs(wanted));
    }
    ck_assert_uint_eq(training.scores->len, 4);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_double_ge(g_array_index(training.scores, double, i), 1 - 1e-12);
    ck_assert_uint_eq(training.model->origin.train->len, KERNELS);
    ck_assert_uint_eq(training.model->origin.n_rows, KERNELS * SIZES);
    ck_assert_uint_eq(training.n_test_rows, 0);
    training_finish(&training);
    feature_table_free(table);
}
END_TEST

static bool has(GPtrArray *all, const char *name)
{
    return g_ptr_array_find_with_equal_func(all, name, g_str_equal, NULL);
}

/* 63 kernels down to 45, as in the publication: every kernel is trained or tested with, none both,
 * and the same seed chooses the same ones. */
START_TEST(parts_kernels)
{
    struct feature_table *table = made_table(KERNELS - 6, NULL);
    struct training_options options = options_of(names);
    struct training training, again;
    options.keep = 45;
    options.passes = 32;
    ck_assert(training_init(&training, table, &options, NULL));
    ck_assert(training_init(&again, table, &options, NULL));
    const struct linear_model_origin *origin = &training.model->origin;
    ck_assert_uint_eq(origin->train->len, 45);
    ck_assert_uint_eq(origin->test->len, KERNELS - 45);
    ck_assert_uint_eq(training.n_test_rows, (KERNELS - 45) * SIZES);
    for (unsigned i = 0; i < KERNELS; i++) {
        g_autofree char *name = g_strdup_printf("k%u", i);
        ck_assert_int_ne(has(origin->train, name), has(origin->test, name));
    }
    ck_assert_mem_eq(training.model->terms->data, again.model->terms->data,
                     TERMS * sizeof(struct linear_term));
    for (unsigned i = 0; i < 32; i++)
        ck_assert_double_le(g_array_index(training.scores, double, i),
                            g_array_index(training.scores, double, training.best));
    ck_assert_double_gt(g_array_index(training.scores, double, training.best),
                        g_array_index(training.scores, double, 0));
    training_finish(&training);
    training_finish(&again);
    feature_table_free(table);
}
END_TEST

/* A kernel is held out with all of its rows. What predicts one row of a kernel from the others is
 * then of no use: a feature that is the kernel's number among noise. */
START_TEST(holds_out_whole_kernels)
{
    g_autoptr(GString) text = g_string_new("kernel,a,b,seconds\n");
    const char *const features[] = {"a", "b", NULL};
    for (unsigned row = 0; row < 6 * SIZES; row++)
        g_string_append_printf(text, "k%u,%u,%u,%u\n", row / SIZES, row / SIZES == 0,
                               row / SIZES == 1, row / SIZES < 2 ? 100 : 0);
    struct feature_table *table = feature_table_parse("made.csv", text->str, NULL);
    struct training_options options = options_of(features);
    struct training training;
    options.drop_collinear = true; /* a x b is 0 */
    options.folds = 6;
    ck_assert(training_init(&training, table, &options, NULL));
    ck_assert_double_eq_tol(training.model->origin.r_squared, 1, 1e-12);
    /* Nothing is known of k0 and k1 when they are held out: 0 is predicted instead of 100. */
    ck_assert_double_eq_tol(g_array_index(training.scores, double, 0),
                            1 - 8 * 1e4 / (16.0 / 3 * 1e4), 1e-12);
    training_finish(&training);
    feature_table_free(table);
}
END_TEST

/* The score of a fit is R squared of the model that comes out; a pass that is asked for is taken
 * even if another is better. */
START_TEST(scores_what_is_fitted)
{
    struct feature_table *table = made_table(40, NULL);
    struct training_options options = options_of(names);
    struct training best, asked;
    options.keep = 45;
    options.score = SCORE_FIT;
    ck_assert(training_init(&best, table, &options, NULL));
    const double score = g_array_index(best.scores, double, best.best);
    ck_assert_double_eq_tol(best.model->origin.r_squared, score, 1e-12);
    for (unsigned i = 0; i < options.passes; i++)
        ck_assert_double_le(g_array_index(best.scores, double, i), score);
    options.pass = (best.best + 1) % options.passes + 1;
    ck_assert(training_init(&asked, table, &options, NULL));
    ck_assert_uint_eq(asked.best, options.pass - 1);
    ck_assert_double_eq_tol(asked.model->origin.r_squared,
                            g_array_index(best.scores, double, asked.best), 1e-12);
    ck_assert_double_lt(asked.model->origin.r_squared, score);
    training_finish(&best);
    training_finish(&asked);
    feature_table_free(table);
}
END_TEST

START_TEST(refuses_collinear_features)
{
    const char *const features[] = {"threads", "alu", "lanes", NULL};
    struct feature_table *table = made_table(KERNELS, "lanes");
    struct training_options options = options_of(features);
    struct training training;
    GError *error = NULL;
    ck_assert(!training_init(&training, table, &options, &error));
    ck_assert_str_eq(
        error->message,
        "made.csv: features are collinear, so fitting can't tell their coefficients apart: lanes "
        "is a sum of multiples of: threads; alu x lanes is a sum of multiples of: threads x alu");
    g_clear_error(&error);
    training_finish(&training);
    options.drop_collinear = true;
    ck_assert(training_init(&training, table, &options, &error));
    ck_assert_uint_eq(training.dropped->len, 2);
    ck_assert_str_eq(training.dropped->pdata[0], "lanes is a sum of multiples of: threads");
    ck_assert_double_eq(g_array_index(training.model->terms, struct linear_term, 2).coefficient, 0);
    training_finish(&training);
    feature_table_free(table);
}
END_TEST

START_TEST(refuses_sizes)
{
    const char *const features[] = {"a", "b", NULL};
    struct feature_table *table =
        feature_table_parse("made.csv", "kernel,a,b,seconds\nx,1,2,3\ny,3,5,1\nx,7,1,2\n", NULL);
    static const struct {
        unsigned folds, keep;
        const char *message;
    } bad[] = {{2, 3, "made.csv: has 2 kernels, fewer than the 3 to keep"},
               {3, 0, "made.csv: 2 kernels can't be cut into 3 folds"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        struct training_options options = options_of(features);
        struct training training;
        GError *error = NULL;
        options.folds = bad[i].folds;
        options.keep = bad[i].keep;
        ck_assert(!training_init(&training, table, &options, &error));
        ck_assert_str_eq(error->message, bad[i].message);
        g_error_free(error);
        training_finish(&training);
    }
    feature_table_free(table);
}
END_TEST

START_TEST(refuses_what_overflows)
{
    const char *const features[] = {"a", "b", NULL};
    struct feature_table *table = feature_table_parse(
        "made.csv", "kernel,a,b,seconds\nx,1e200,2,3\ny,3,1e200,1\nx,1e200,1e200,2\n", NULL);
    struct training_options options = options_of(features);
    struct training training;
    GError *error = NULL;
    options.folds = 2;
    ck_assert(!training_init(&training, table, &options, &error));
    ck_assert_str_eq(error->message, "made.csv: a x b: numbers are too large or too small");
    g_error_free(error);
    training_finish(&training);
    feature_table_free(table);
}
END_TEST

/* c x = y by (1, 1) and (1000, 2000): c is 2 by the larger one's error, and 1.5 / 1.25 if relative
 * errors count, since x / y is 1 and 0.5. */
START_TEST(fits_relative_errors)
{
    static const char *const one[] = {"x", NULL};
    static const double expected[] = {2000001.0 / 1000001, 1.2};
    for (unsigned relative = 0; relative < 2; relative++) {
        struct feature_table *table =
            feature_table_parse("t", "kernel,x,y\na,1,1\nb,1000,2000\n", NULL);
        const struct training_options options = {.target = "y",
                                                 .by = "kernel",
                                                 .features = one,
                                                 .folds = 2,
                                                 .passes = 1,
                                                 .relative = relative};
        struct training training;
        ck_assert(training_init(&training, table, &options, NULL));
        ck_assert_double_eq_tol(
            g_array_index(training.model->terms, struct linear_term, 0).coefficient,
            expected[relative], 1e-12);
        training_finish(&training);
        feature_table_free(table);
    }
    struct feature_table *table = feature_table_parse("t", "kernel,x,y\na,1,1\nb,2,0\n", NULL);
    const struct training_options options = {
        .target = "y", .by = "kernel", .features = one, .folds = 2, .passes = 1, .relative = true};
    struct training training;
    g_autoptr(GError) error = NULL;
    ck_assert(!training_init(&training, table, &options, &error));
    ck_assert_str_eq(error->message, "t:3: y: relative errors want values above 0, not 0");
    training_finish(&training);
    feature_table_free(table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("training");
    TCase *tcase = tcase_create("training");
    tcase_add_test(tcase, fits_relative_errors);
    tcase_add_test(tcase, recovers_known_coefficients);
    tcase_add_test(tcase, parts_kernels);
    tcase_add_test(tcase, holds_out_whole_kernels);
    tcase_add_test(tcase, scores_what_is_fitted);
    tcase_add_test(tcase, refuses_collinear_features);
    tcase_add_test(tcase, refuses_sizes);
    tcase_add_test(tcase, refuses_what_overflows);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
