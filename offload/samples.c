/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/samples.h"
#include "base/input_error.h"
#include <math.h>
#include <string.h>

/* ---- the table as numbers ---------------------------------------------------------------------
 */

static bool read_target(struct samples *samples, GError **error)
{
    unsigned column;
    if (!feature_table_column(samples->table, samples->options->target, &column, error))
        return false;
    samples->target = g_new0(double, MAX(samples->n_rows, 1));
    for (unsigned row = 0; row < samples->n_rows; row++) {
        double *value = &samples->target[row];
        if (!feature_table_number(samples->table, row, column, value, error))
            return false;
        const struct feature_row *place = samples->table->rows->pdata[row];
        if (samples->options->relative && *value <= 0)
            return input_error_at(error, samples->table->file, place->line,
                                  "%s: relative errors want values above 0, not %g",
                                  samples->options->target, *value);
    }
    return true;
}

static bool read_kernels(struct samples *samples, GError **error)
{
    g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
    unsigned column;
    if (!feature_table_column(samples->table, samples->options->by, &column, error))
        return false;
    samples->kernel = g_new0(unsigned, MAX(samples->n_rows, 1));
    samples->kernels = g_ptr_array_new();
    for (unsigned row = 0; row < samples->n_rows; row++) {
        const char *name = feature_table_text(samples->table, row, column);
        gpointer known;
        if (!g_hash_table_lookup_extended(numbers, name, NULL, &known)) {
            known = GUINT_TO_POINTER(samples->kernels->len);
            g_hash_table_insert(numbers, (char *)name, known);
            g_ptr_array_add(samples->kernels, (char *)name);
        }
        samples->kernel[row] = GPOINTER_TO_UINT(known);
    }
    samples->n_kernels = samples->kernels->len;
    return true;
}

bool samples_init(struct samples *samples, const struct feature_table *table,
                  const struct training_options *options, struct linear_model *model,
                  GError **error)
{
    *samples = (struct samples){
        .table = table, .options = options, .model = model, .n_rows = table->rows->len};
    samples->values = linear_model_read_features(model, table, error);
    return samples->values && read_target(samples, error) && read_kernels(samples, error);
}

void samples_finish(struct samples *samples)
{
    g_free(samples->values);
    g_free(samples->target);
    g_free(samples->kernel);
    if (samples->kernels)
        g_ptr_array_unref(samples->kernels);
}

/* ---- fitting to some of the kernels -----------------------------------------------------------
 */

GArray *samples_rows(const struct samples *samples, const bool *set)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(unsigned));
    for (unsigned row = 0; row < samples->n_rows; row++)
        if (set[samples->kernel[row]])
            g_array_append_val(rows, row);
    return rows;
}

const double *samples_values(const struct samples *samples, unsigned row)
{
    return samples->values + (size_t)row * samples->model->features->len;
}

void samples_fit(const struct samples *samples, const GArray *rows, struct least_squares *fit)
{
    const GArray *terms = samples->model->terms;
    g_autofree double *columns = g_new0(double, (size_t)rows->len * terms->len);
    g_autofree double *target = g_new0(double, rows->len);
    for (guint i = 0; i < rows->len; i++) {
        const unsigned row = g_array_index(rows, unsigned, i);
        const double by = samples->options->relative ? samples->target[row] : 1;
        target[i] = samples->target[row] / by;
        for (guint t = 0; t < terms->len; t++)
            columns[(size_t)t * rows->len + i] =
                linear_term_value(&g_array_index(terms, struct linear_term, t),
                                  samples_values(samples, row)) /
                by;
    }
    least_squares_init(fit, samples->lapack, columns, rows->len, terms->len, target);
    for (guint t = 0; t < terms->len; t++)
        g_array_index(terms, struct linear_term, t).coefficient = fit->coefficients[t];
}

double samples_r_squared(const struct samples *samples, const GArray *rows, const double *predicted)
{
    double mean = 0, left = 0, all = 0;
    for (guint i = 0; i < rows->len; i++)
        mean += samples->target[g_array_index(rows, unsigned, i)] / rows->len;
    for (guint i = 0; i < rows->len; i++) {
        const double value = samples->target[g_array_index(rows, unsigned, i)];
        left += (value - predicted[i]) * (value - predicted[i]);
        all += (value - mean) * (value - mean);
    }
    return all > 0 ? 1 - left / all : -INFINITY;
}

double *samples_predict(const struct samples *samples, const GArray *rows)
{
    double *predicted = g_new0(double, MAX(rows->len, 1));
    for (guint i = 0; i < rows->len; i++)
        predicted[i] = linear_model_evaluate(
            samples->model, samples_values(samples, g_array_index(rows, unsigned, i)));
    return predicted;
}
