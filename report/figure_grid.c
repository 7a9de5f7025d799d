/* SPDX-License-Identifier: BSD-3-Clause */
/* Bars, stacks and heat maps over axes of a study. */
#include "report/figures.h"
#include <math.h>
#include <string.h>

static void add_labels(GPtrArray *out, const struct results_axis *axis, const GArray *labels)
{
    for (guint i = 0; i < labels->len; i++)
        g_ptr_array_add(out, g_strdup(axis->labels->pdata[g_array_index(labels, guint, i)]));
}

static guint place_of(const GArray *labels, guint label)
{
    for (guint i = 0; i < labels->len; i++)
        if (g_array_index(labels, guint, i) == label)
            return i;
    g_assert_not_reached();
}

/* Where values of a point stand. */
struct layout {
    guint x, series; /* axes */
    bool has_series;
    GArray *x_labels, *series_labels;
};

static void fill(struct chart *chart, const struct figure_request *request,
                 const struct layout *layout)
{
    bool stacked = chart->kind == CHART_STACKED;
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        guint x = place_of(layout->x_labels, row->values[layout->x]);
        guint series =
            layout->has_series ? place_of(layout->series_labels, row->values[layout->series]) : 0;
        for (guint m = 0; request->metrics[m]; m++) {
            guint at = layout->has_series || stacked ? series : m;
            *chart_cell(chart, x, at, stacked ? m : 0) =
                figure_value(request, row, request->metrics[m]);
        }
    }
}

/* Called before there is a mean. */
static void add_published(struct chart *chart, const struct figure_request *request,
                          const struct layout *layout)
{
    gsize n = (gsize)chart->x_labels->len * chart->series->len;
    g_autofree double *values = g_new(double, n);
    bool any = false;
    for (gsize i = 0; i < n; i++)
        values[i] = NAN;
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        guint x = place_of(layout->x_labels, row->values[layout->x]);
        for (guint m = 0; request->metrics[m]; m++) {
            double value = figure_published(request, row, request->metrics[m]);
            guint series = layout->has_series
                               ? place_of(layout->series_labels, row->values[layout->series])
                               : m;
            if (isnan(value))
                continue;
            values[(gsize)x * chart->series->len + series] = value;
            any = true;
        }
    }
    if (any)
        chart->published = g_steal_pointer(&values);
}

static double mean_of(const struct chart *chart, guint n, guint series, enum figure_mean mean)
{
    double sum = 0;
    for (guint x = 0; x < n; x++) {
        double value = *chart_cell(chart, x, series, 0);
        if (isnan(value) || (mean != MEAN_ARITHMETIC && value <= 0))
            return NAN;
        sum += mean == MEAN_GEOMETRIC ? log(value) : mean == MEAN_HARMONIC ? 1 / value : value;
    }
    return mean == MEAN_GEOMETRIC ? exp(sum / n) : mean == MEAN_HARMONIC ? n / sum : sum / n;
}

/* The mean over all groups is a group of its own, the last; of less than all there is none. */
static void add_mean(struct chart *chart, enum figure_mean mean)
{
    static const char *const names[] = {NULL, "gmean", "hmean", "mean"};
    guint n = chart->x_labels->len;
    if (mean == MEAN_NONE || n < 2)
        return;
    g_autofree double *values = g_new(double, chart->series->len);
    for (guint series = 0; series < chart->series->len; series++)
        values[series] = mean_of(chart, n, series, mean);
    chart->first_mean = n;
    g_ptr_array_add(chart->x_labels, g_strdup(names[mean]));
    chart->grid = g_renew(double, chart->grid, (gsize)(n + 1) * chart->series->len);
    for (guint series = 0; series < chart->series->len; series++)
        *chart_cell(chart, n, series, 0) = values[series];
}

/* Parts that are 0 everywhere take no place in the legend. */
static bool part_is_empty(const struct chart *chart, guint part)
{
    for (guint x = 0; x < chart->x_labels->len; x++)
        for (guint series = 0; series < chart->series->len; series++) {
            double value = *chart_cell(chart, x, series, part);
            if (!isnan(value) && value != 0)
                return false;
        }
    return true;
}

static void drop_empty_parts(struct chart *chart)
{
    guint kept = 0, n = chart->parts->len;
    gsize bars = (gsize)chart->x_labels->len * chart->series->len;
    g_autofree guint *from = g_new(guint, n);
    for (guint part = 0; part < n; part++)
        if (!part_is_empty(chart, part))
            from[kept++] = part;
    if (kept == 0)
        return;
    for (gsize bar = 0; bar < bars; bar++)
        for (guint part = 0; part < kept; part++)
            chart->grid[bar * kept + part] = chart->grid[bar * n + from[part]];
    g_autoptr(GPtrArray) names = chart->parts;
    chart->parts = g_ptr_array_new_with_free_func(g_free);
    for (guint part = 0; part < kept; part++)
        g_ptr_array_add(chart->parts, g_strdup(names->pdata[from[part]]));
}

static void make_shares(struct chart *chart)
{
    guint n = chart->parts->len;
    for (gsize bar = 0; bar < (gsize)chart->x_labels->len * chart->series->len; bar++) {
        double sum = 0;
        for (guint part = 0; part < n; part++)
            sum += isnan(chart->grid[bar * n + part]) ? 0 : chart->grid[bar * n + part];
        for (guint part = 0; part < n; part++)
            chart->grid[bar * n + part] = sum > 0 ? chart->grid[bar * n + part] / sum : NAN;
    }
}

void figure_finish_stack(struct chart *chart, bool share)
{
    drop_empty_parts(chart);
    chart->share = share;
    if (share)
        make_shares(chart);
}

static void name_series(struct chart *chart, const struct figure_request *request,
                        const struct layout *layout)
{
    g_auto(GStrv) names = chart->kind == CHART_STACKED ? metric_short_names(request->metrics, true)
                                                       : figure_metric_names(request);
    if (layout->has_series)
        add_labels(chart->series, results_axis_at(request->study, layout->series),
                   layout->series_labels);
    for (guint m = 0; names[m]; m++) {
        if (chart->kind == CHART_STACKED)
            g_ptr_array_add(chart->parts, g_strdup(names[m]));
        else if (!layout->has_series && names[1])
            g_ptr_array_add(chart->series, g_strdup(names[m]));
    }
}

struct chart *figure_grid(const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    const struct results_study *study = request->study;
    struct chart *chart = chart_new(spec->kind, request->title);
    struct layout layout = {.x = (guint)results_axis_find(study, spec->x),
                            .has_series = spec->series};
    g_autoptr(GArray) x_labels = layout.x_labels = figure_labels(request, layout.x);
    g_autoptr(GArray) series_labels = NULL;
    if (layout.has_series) {
        layout.series = (guint)results_axis_find(study, spec->series);
        series_labels = layout.series_labels = figure_labels(request, layout.series);
    }
    add_labels(chart->x_labels, results_axis_at(study, layout.x), x_labels);
    name_series(chart, request, &layout);
    chart_make_grid(chart);
    fill(chart, request, &layout);
    if (spec->kind == CHART_BARS)
        add_published(chart, request, &layout);
    figure_set_words(chart, request);
    if (spec->kind == CHART_STACKED)
        figure_finish_stack(chart, spec->share);
    if (spec->kind == CHART_BARS)
        add_mean(chart, spec->mean);
    if (spec->kind == CHART_BARS && figure_is_relative(request))
        chart->reference = 1;
    return chart;
}
