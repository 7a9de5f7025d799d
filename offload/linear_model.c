/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/linear_model.h"

struct linear_model *linear_model_new_empty(const char *target)
{
    struct linear_model *model = g_new0(struct linear_model, 1);
    model->target = g_strdup(target);
    model->features = g_ptr_array_new_with_free_func(g_free);
    model->terms = g_array_new(FALSE, FALSE, sizeof(struct linear_term));
    model->origin.train = g_ptr_array_new_with_free_func(g_free);
    model->origin.test = g_ptr_array_new_with_free_func(g_free);
    return model;
}

static void add_term(struct linear_model *model, int one, int other)
{
    const struct linear_term term = {.factor = {one, other}};
    g_array_append_val(model->terms, term);
}

struct linear_model *linear_model_new(const char *target, const char *const *features)
{
    struct linear_model *model = linear_model_new_empty(target);
    for (; *features; features++)
        g_ptr_array_add(model->features, g_strdup(*features));
    const int n = (int)model->features->len;
    for (int i = 0; i < n; i++)
        add_term(model, i, -1);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            add_term(model, i, k);
    return model;
}

void linear_model_free(struct linear_model *model)
{
    if (!model)
        return;
    g_free(model->target);
    g_ptr_array_unref(model->features);
    g_array_unref(model->terms);
    g_free(model->origin.source);
    g_ptr_array_unref(model->origin.train);
    g_ptr_array_unref(model->origin.test);
    g_free(model);
}

char *linear_term_name(const struct linear_model *model, const struct linear_term *term)
{
    const char *one = model->features->pdata[term->factor[0]];
    if (term->factor[1] < 0)
        return g_strdup(one);
    return g_strdup_printf("%s x %s", one, (const char *)model->features->pdata[term->factor[1]]);
}

double linear_term_value(const struct linear_term *term, const double *values)
{
    const double one = values[term->factor[0]];
    return term->factor[1] < 0 ? one : one * values[term->factor[1]];
}

double linear_model_evaluate(const struct linear_model *model, const double *values)
{
    double sum = 0;
    for (guint i = 0; i < model->terms->len; i++) {
        const struct linear_term *term = &g_array_index(model->terms, struct linear_term, i);
        sum += term->coefficient * linear_term_value(term, values);
    }
    return sum;
}

double *linear_model_read_features(const struct linear_model *model,
                                   const struct feature_table *table, GError **error)
{
    const unsigned n = model->features->len;
    g_autofree double *values = g_new0(double, MAX((size_t)table->rows->len * n, 1));
    for (unsigned i = 0; i < n; i++) {
        unsigned column;
        if (!feature_table_column(table, model->features->pdata[i], &column, error))
            return NULL;
        for (unsigned row = 0; row < table->rows->len; row++)
            if (!feature_table_number(table, row, column, &values[(size_t)row * n + i], error))
                return NULL;
    }
    return g_steal_pointer(&values);
}
