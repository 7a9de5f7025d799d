/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/training.h"
#include "base/input_error.h"
#include "offload/samples.h"
#include <math.h>
#include <string.h>

/* The publication's margin: Figure 6.8. */
static const double CLOSE = 0.2;

/* ---- passes -----------------------------------------------------------------------------------
 */

/* Source: S. Vigna, splitmix64 (public domain), as in G. Steele et al., OOPSLA 2014. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The kernels in another order. Source: R. Durstenfeld, Algorithm 235, CACM 1964. */
static void shuffle(unsigned *order, unsigned n, uint64_t *state)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n; i > 1; i--) {
        const unsigned k = (unsigned)(next_random(state) % i), other = order[k];
        order[k] = order[i - 1];
        order[i - 1] = other;
    }
}

static unsigned n_kept(const struct samples *samples)
{
    return samples->options->keep > 0 ? samples->options->keep : samples->n_kernels;
}

/* Predicts the rows of every part from the others; by row of the table. */
static void predict_folds(const struct samples *samples, const unsigned *order, double *predicted)
{
    const unsigned folds = samples->options->folds, keep = n_kept(samples);
    g_autofree bool *fitted = g_new0(bool, samples->n_kernels);
    g_autofree bool *held = g_new0(bool, samples->n_kernels);
    for (unsigned fold = 0; fold < folds; fold++) {
        struct least_squares fit;
        for (unsigned i = 0; i < keep; i++) {
            held[order[i]] = i % folds == fold;
            fitted[order[i]] = !held[order[i]];
        }
        g_autoptr(GArray) rows = samples_rows(samples, fitted);
        g_autoptr(GArray) others = samples_rows(samples, held);
        samples_fit(samples, rows, &fit);
        least_squares_finish(&fit);
        g_autofree double *answers = samples_predict(samples, others);
        for (guint i = 0; i < others->len; i++)
            predicted[g_array_index(others, unsigned, i)] = answers[i];
    }
}

/* R squared of what is fitted to all these rows. */
static double score_of_fit(const struct samples *samples, const GArray *rows)
{
    struct least_squares fit;
    samples_fit(samples, rows, &fit);
    least_squares_finish(&fit);
    g_autofree double *predicted = samples_predict(samples, rows);
    return samples_r_squared(samples, rows, predicted);
}

static double score(const struct samples *samples, const unsigned *order)
{
    g_autofree bool *kept = g_new0(bool, samples->n_kernels);
    g_autofree double *predicted = g_new0(double, samples->n_rows);
    for (unsigned i = 0; i < n_kept(samples); i++)
        kept[order[i]] = true;
    g_autoptr(GArray) rows = samples_rows(samples, kept);
    if (samples->options->score == SCORE_FIT)
        return score_of_fit(samples, rows);
    predict_folds(samples, order, predicted);
    g_autofree double *picked = g_new0(double, rows->len);
    for (guint i = 0; i < rows->len; i++)
        picked[i] = predicted[g_array_index(rows, unsigned, i)];
    return samples_r_squared(samples, rows, picked);
}

/* Which kernels the best pass keeps; g_free. */
static bool *choose_kernels(struct training *training, const struct samples *samples)
{
    bool *kept = g_new0(bool, samples->n_kernels);
    g_autofree unsigned *order = g_new0(unsigned, samples->n_kernels);
    uint64_t state = samples->options->seed;
    for (unsigned pass = 0; pass < samples->options->passes; pass++) {
        shuffle(order, samples->n_kernels, &state);
        const double found = score(samples, order);
        g_array_append_val(training->scores, found);
        const bool better =
            pass == 0 || found > g_array_index(training->scores, double, training->best);
        if (samples->options->pass > 0 ? pass + 1 != samples->options->pass : !better)
            continue;
        training->best = pass;
        for (unsigned i = 0; i < samples->n_kernels; i++)
            kept[order[i]] = i < n_kept(samples);
    }
    return kept;
}

/* ---- what depends on what ---------------------------------------------------------------------
 */

static char *term_name(const struct linear_model *model, unsigned index)
{
    return linear_term_name(model, &g_array_index(model->terms, struct linear_term, index));
}

/* "a x b is 0 in every row", or "c is a sum of multiples of: a, b". */
static char *describe(const struct linear_model *model, const struct dependent_column *dependent)
{
    g_autofree char *name = term_name(model, dependent->column);
    g_autoptr(GString) others = g_string_new(NULL);
    for (guint i = 0; i < model->terms->len; i++) {
        if (dependent->weights[i] == 0)
            continue;
        g_autofree char *other = term_name(model, i);
        g_string_append_printf(others, "%s%s", others->len > 0 ? ", " : "", other);
    }
    return others->len > 0 ? g_strdup_printf("%s is a sum of multiples of: %s", name, others->str)
                           : g_strdup_printf("%s is 0 in every row", name);
}

static bool check_dependent(const struct samples *samples, const struct least_squares *fit,
                            GPtrArray *dropped, GError **error)
{
    for (guint i = 0; i < fit->dependent->len; i++)
        g_ptr_array_add(dropped, describe(samples->model, fit->dependent->pdata[i]));
    if (dropped->len == 0 || samples->options->drop_collinear)
        return true;
    g_ptr_array_add(dropped, NULL);
    g_autofree char *all = g_strjoinv("; ", (char **)dropped->pdata);
    g_ptr_array_set_size(dropped, (int)dropped->len - 1);
    return input_error_at(
        error, samples->table->file, 0,
        "features are collinear, so fitting can't tell their coefficients apart: %s", all);
}

/* ---- the whole --------------------------------------------------------------------------------
 */

static bool check_sizes(const struct samples *samples, GError **error)
{
    const struct training_options *options = samples->options;
    const char *file = samples->table->file;
    const unsigned keep = n_kept(samples), n_terms = samples->model->terms->len;
    if (keep > samples->n_kernels)
        return input_error_at(error, file, 0, "has %u kernels, fewer than the %u to keep",
                              samples->n_kernels, keep);
    if (keep < options->folds)
        return input_error_at(error, file, 0, "%u kernels can't be cut into %u folds", keep,
                              options->folds);
    if (samples->n_rows < n_terms && !options->drop_collinear)
        return input_error_at(error, file, 0, "%u rows can't tell %u terms apart", samples->n_rows,
                              n_terms);
    return true;
}

/* Products of features, and coefficients, that no double holds. */
static bool check_finite(const struct samples *samples, GError **error)
{
    for (guint t = 0; t < samples->model->terms->len; t++) {
        const struct linear_term *term =
            &g_array_index(samples->model->terms, struct linear_term, t);
        bool finite = isfinite(term->coefficient);
        for (unsigned row = 0; row < samples->n_rows; row++)
            finite = finite && isfinite(linear_term_value(term, samples_values(samples, row)));
        g_autofree char *name = linear_term_name(samples->model, term);
        if (!finite)
            return input_error_at(error, samples->table->file, 0,
                                  "%s: numbers are too large or too small", name);
    }
    return true;
}

/* Fits the model to the set; takes down what got 0. */
static bool fit_set(const struct samples *samples, const bool *set, GPtrArray *dropped,
                    GError **error)
{
    struct least_squares fit;
    g_autoptr(GArray) rows = samples_rows(samples, set);
    g_ptr_array_set_size(dropped, 0);
    samples_fit(samples, rows, &fit);
    const bool good =
        check_finite(samples, error) && check_dependent(samples, &fit, dropped, error);
    least_squares_finish(&fit);
    return good;
}

static unsigned n_close(const struct samples *samples, const GArray *rows, const double *predicted)
{
    unsigned n = 0;
    for (guint i = 0; i < rows->len; i++) {
        const double value = samples->target[g_array_index(rows, unsigned, i)];
        n += fabs(predicted[i] - value) <= CLOSE * fabs(value);
    }
    return n;
}

static void note_origin(struct training *training, const struct samples *samples, const bool *kept)
{
    struct linear_model_origin *origin = &samples->model->origin;
    g_autofree bool *left = g_new0(bool, samples->n_kernels);
    for (unsigned i = 0; i < samples->n_kernels; i++) {
        left[i] = !kept[i];
        g_ptr_array_add(kept[i] ? origin->train : origin->test,
                        g_strdup(samples->kernels->pdata[i]));
    }
    g_autoptr(GArray) rows = samples_rows(samples, kept);
    g_autoptr(GArray) others = samples_rows(samples, left);
    g_autofree double *fitted = samples_predict(samples, rows);
    g_autofree double *predicted = samples_predict(samples, others);
    origin->source = g_strdup(samples->table->file);
    origin->n_rows = rows->len;
    origin->r_squared = samples_r_squared(samples, rows, fitted);
    training->test_r_squared = samples_r_squared(samples, others, predicted);
    training->n_test_rows = others->len;
    training->n_test_close = n_close(samples, others, predicted);
    training->n_fitted_close = n_close(samples, rows, fitted);
}

static bool train(struct training *training, const struct samples *samples, GError **error)
{
    if (!check_sizes(samples, error) || !check_finite(samples, error))
        return false;
    g_autofree bool *all = g_new0(bool, MAX(samples->n_kernels, 1));
    for (guint i = 0; i < samples->n_kernels; i++)
        all[i] = true;
    if (!fit_set(samples, all, training->dropped, error))
        return false;
    g_autofree bool *kept = choose_kernels(training, samples);
    if (!fit_set(samples, kept, training->dropped, error))
        return false;
    note_origin(training, samples, kept);
    return true;
}

bool training_init(struct training *training, const struct feature_table *table,
                   const struct training_options *options, GError **error)
{
    struct samples samples;
    struct lapack lapack;
    *training = (struct training){.model = linear_model_new(options->target, options->features),
                                  .dropped = g_ptr_array_new_with_free_func(g_free),
                                  .scores = g_array_new(FALSE, FALSE, sizeof(double))};
    bool good = samples_init(&samples, table, options, training->model, error);
    training->n_kernels = samples.n_kernels;
    samples.lapack = &lapack;
    good = good && lapack_load(&lapack, error);
    if (good) {
        good = train(training, &samples, error);
        lapack_unload(&lapack);
    }
    samples_finish(&samples);
    return good;
}

void training_finish(struct training *training)
{
    linear_model_free(training->model);
    g_ptr_array_unref(training->dropped);
    g_array_unref(training->scores);
}
