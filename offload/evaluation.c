/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/evaluation.h"
#include "base/input_error.h"
#include <math.h>

const char *const chooser_names[CHOOSERS] = {[ALWAYS_CPU] = "always_cpu",
                                             [ALWAYS_GPU] = "always_gpu",
                                             [BY_PREDICTION] = "heteropdp",
                                             [BY_MEASUREMENT] = "oracle"};

static const char *const target_names[TARGETS] = {[TARGET_CPU] = "cpu", [TARGET_GPU] = "gpu"};

/* "cpu_slowdown", "cpu_slowdown2"; g_free. */
static char *slowdown_name(enum target target, unsigned application)
{
    return application == 0
               ? g_strdup_printf("%s_slowdown", target_names[target])
               : g_strdup_printf("%s_slowdown%u", target_names[target], application + 1);
}

static unsigned count_applications(const struct feature_table *table)
{
    unsigned n = 0;
    for (bool more = true; more && n < PLACEMENT_MAX_APPLICATIONS; n += more) {
        g_autofree char *name = slowdown_name(TARGET_CPU, n);
        more = feature_table_find(table, name) >= 0;
    }
    return n;
}

static bool read_cell(const struct feature_table *table, unsigned row, const char *prefix,
                      const char *name, double *out, GError **error)
{
    g_autofree char *column_name = g_strconcat(prefix, name, NULL);
    unsigned column;
    if (!feature_table_column(table, column_name, &column, error) ||
        !feature_table_number(table, row, column, out, error))
        return false;
    return true;
}

/* What a model predicts may be anything. */
static bool check_positive(const struct feature_table *table, unsigned row, const char *prefix,
                           const char *name, double value, GError **error)
{
    if (*prefix || value > 0)
        return true;
    const struct feature_row *where = table->rows->pdata[row];
    return input_error_at(error, table->file, where->line, "%s wants a number above 0, not %g",
                          name, value);
}

static bool read_value(const struct feature_table *table, unsigned row, const char *prefix,
                       const char *name, double *out, GError **error)
{
    return read_cell(table, row, prefix, name, out, error) &&
           check_positive(table, row, prefix, name, *out, error);
}

static bool read_placement(const struct feature_table *table, unsigned row, const char *prefix,
                           enum target target, unsigned n_applications, struct placement *out,
                           GError **error)
{
    g_autofree char *alone = g_strconcat(target_names[target], "_alone", NULL);
    g_autofree char *colocated = g_strconcat(target_names[target], "_colocated", NULL);
    if (!read_value(table, row, prefix, alone, &out->alone, error))
        return false;
    out->colocated = out->alone;
    if (n_applications > 0 && !read_value(table, row, prefix, colocated, &out->colocated, error))
        return false;
    for (unsigned i = 0; i < n_applications; i++) {
        g_autofree char *name = slowdown_name(target, i);
        if (!read_value(table, row, prefix, name, &out->slowdown[i], error))
            return false;
    }
    return true;
}

static enum target choice(enum chooser chooser, const struct evaluated *row)
{
    switch (chooser) {
    case ALWAYS_GPU:
        return TARGET_GPU;
    case BY_PREDICTION:
        return row->predicted;
    case BY_MEASUREMENT:
        return row->best;
    case ALWAYS_CPU:
    case CHOOSERS:
        break;
    }
    return TARGET_CPU;
}

/* Mean of the applications', relative to when the kernel is on the CPU. */
static double application_speed(const struct placement measured[TARGETS], unsigned n,
                                enum target target)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += measured[TARGET_CPU].slowdown[i] / measured[target].slowdown[i] / n;
    return sum;
}

static void take(struct evaluation *evaluation, const struct evaluated *row,
                 const struct placement measured[TARGETS], unsigned n_rows)
{
    g_array_append_val(evaluation->rows, *row);
    evaluation->chosen[row->predicted][row->best]++;
    for (unsigned i = 0; i < CHOOSERS; i++) {
        const enum target target = choice((enum chooser)i, row);
        const double speed = measured[TARGET_CPU].colocated / measured[target].colocated;
        evaluation->speedup[i] += speed / n_rows;
        evaluation->geometric[i] += log(speed) / n_rows;
        evaluation->applications[i] +=
            application_speed(measured, evaluation->n_applications, target) / n_rows;
        evaluation->value[i] += row->value[target] / n_rows;
    }
}

bool evaluation_init(struct evaluation *evaluation, const struct feature_table *table,
                     enum goal goal, double weight, GError **error)
{
    const unsigned n = count_applications(table);
    *evaluation = (struct evaluation){.n_applications = n,
                                      .rows = g_array_new(FALSE, FALSE, sizeof(struct evaluated))};
    if (table->rows->len == 0)
        return input_error_at(error, table->file, 0, "has no rows");
    for (unsigned i = 0; i < table->rows->len; i++) {
        struct placement measured[TARGETS], predicted[TARGETS];
        struct evaluated row;
        for (unsigned t = 0; t < TARGETS; t++)
            if (!read_placement(table, i, "", (enum target)t, n, &measured[t], error) ||
                !read_placement(table, i, "predicted_", (enum target)t, n, &predicted[t], error))
                return false;
        row.predicted = placement_choose(predicted, n, goal, weight);
        row.best = placement_choose(measured, n, goal, weight);
        for (unsigned t = 0; t < TARGETS; t++)
            row.value[t] = placement_value(measured, n, goal, weight, (enum target)t);
        take(evaluation, &row, measured, table->rows->len);
    }
    for (unsigned i = 0; i < CHOOSERS; i++)
        evaluation->geometric[i] = exp(evaluation->geometric[i]);
    return true;
}

void evaluation_finish(struct evaluation *evaluation)
{
    g_array_unref(evaluation->rows);
}
