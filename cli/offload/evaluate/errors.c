/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate/errors.h"
#include <math.h>

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

void evaluate_sort(GArray *numbers)
{
    g_array_sort(numbers, compare);
}

/* Sizes of the relative errors of a model's predictions, in order; of doubles. NULL with an error.
 */
static GArray *errors_of(const char *text, const char *model, GError **error)
{
    g_autofree char *predicted_name = g_strconcat("predicted_", model, NULL);
    struct feature_table *table = feature_table_parse("workloads", text, error);
    unsigned measured, predicted;
    GArray *errors = g_array_new(FALSE, FALSE, sizeof(double));
    bool good = table && feature_table_column(table, model, &measured, error) &&
                feature_table_column(table, predicted_name, &predicted, error);
    for (unsigned row = 0; good && row < table->rows->len; row++) {
        double is, said;
        good = feature_table_number(table, row, measured, &is, error) &&
               feature_table_number(table, row, predicted, &said, error);
        if (good) {
            const double size = fabs(said / is - 1);
            g_array_append_val(errors, size);
        }
    }
    feature_table_free(table);
    if (good)
        evaluate_sort(errors);
    else
        g_clear_pointer(&errors, g_array_unref);
    return errors;
}

static unsigned within(const GArray *errors, double margin)
{
    unsigned n = 0;
    while (n < errors->len && g_array_index(errors, double, n) <= margin)
        n++;
    return n;
}

static const char *table_of(const struct evaluated_tables *tables, unsigned model)
{
    return model < TARGETS ? tables->alone : tables->colocated;
}

bool evaluate_within(double *percent, const struct evaluated_tables *tables, unsigned model,
                     double margin, GError **error)
{
    if (!table_of(tables, model))
        return true;
    g_autoptr(GArray) errors =
        errors_of(table_of(tables, model), evaluated_model_names[model], error);
    if (errors)
        *percent = 100.0 * within(errors, margin) / errors->len;
    return errors != NULL;
}

char *evaluate_errors_csv(const struct evaluated_tables *tables, GError **error)
{
    GString *text = g_string_new("model,part,error\n");
    for (unsigned i = 0; i < EVALUATED_MODELS && table_of(tables, i); i++) {
        g_autoptr(GArray) errors = errors_of(table_of(tables, i), evaluated_model_names[i], error);
        if (!errors) {
            g_string_free(text, TRUE);
            return NULL;
        }
        for (guint k = 0; k < errors->len; k++)
            g_string_append_printf(text, "%s,%.4f,%.6g\n", evaluated_model_names[i],
                                   (k + 1.0) / errors->len, g_array_index(errors, double, k));
    }
    return g_string_free(text, FALSE);
}
