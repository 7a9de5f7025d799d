/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines over an axis of a study: where all labels are numbers ("15", "16 KiB") they stand at these
 * numbers, otherwise side by side. */
#include "report/figures.h"
#include "report/number.h"
#include <math.h>
#include <string.h>

/* From this ratio of the largest to the smallest on, an axis is logarithmic by itself. */
#define LOG_RATIO 8

static void place_labels(struct chart *chart, const struct results_axis *axis, const GArray *labels)
{
    bool numbers = true;
    for (guint i = 0; i < labels->len; i++) {
        const char *label = axis->labels->pdata[g_array_index(labels, guint, i)];
        double at = NAN;
        numbers &= number_of_label(label, &at);
        g_ptr_array_add(chart->x_labels, g_strdup(label));
        g_array_append_val(chart->x_places, at);
    }
    chart->x_named = !numbers;
    for (guint i = 0; !numbers && i < labels->len; i++)
        g_array_index(chart->x_places, double, i) = i;
}

static void choose_scales(struct chart *chart, const struct figure_spec *spec)
{
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < chart->x_places->len; i++) {
        low = MIN(low, g_array_index(chart->x_places, double, i));
        high = MAX(high, g_array_index(chart->x_places, double, i));
    }
    chart->x_log = !chart->x_named && spec->x_scale != FIGURE_SCALE_LINEAR && low > 0 &&
                   (spec->x_scale == FIGURE_SCALE_LOG || high / low >= LOG_RATIO);
    chart->y_log = spec->y_scale == FIGURE_SCALE_LOG;
}

static void add_point(struct chart *chart, guint series, double x, double y)
{
    const struct chart_point point = {x, y};
    GArray *line = chart->lines->pdata[series];
    guint at = line->len;
    while (at > 0 && g_array_index(line, struct chart_point, at - 1).x > x)
        at--;
    if (!isnan(y))
        g_array_insert_val(line, at, point);
}

static void add_ring(struct chart *chart, guint series, double x, double y)
{
    const struct chart_ring ring = {{x, y}, series};
    if (!isnan(y))
        g_array_append_val(chart->rings, ring);
}

static guint index_of(const GArray *labels, guint label)
{
    guint i = 0;
    while (g_array_index(labels, guint, i) != label)
        i++;
    return i;
}

static void name_lines(struct chart *chart, const struct figure_request *request, int series,
                       const GArray *labels)
{
    g_auto(GStrv) names = figure_metric_names(request);
    bool several = names[0] && names[1];
    for (guint i = 0; series >= 0 && i < labels->len; i++) {
        const struct results_axis *axis = results_axis_at(request->study, (guint)series);
        g_ptr_array_add(chart->series,
                        g_strdup(axis->labels->pdata[g_array_index(labels, guint, i)]));
    }
    for (guint m = 0; series < 0 && names[m]; m++)
        g_ptr_array_add(chart->series, g_strdup(several ? names[m] : ""));
    for (guint i = 0; i < chart->series->len; i++)
        g_ptr_array_add(chart->lines, g_array_new(FALSE, FALSE, sizeof(struct chart_point)));
}

struct chart *figure_lines(const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    struct chart *chart = chart_new(CHART_LINES, request->title);
    guint x = (guint)results_axis_find(request->study, spec->x);
    int series = spec->series ? results_axis_find(request->study, spec->series) : -1;
    g_autoptr(GArray) x_labels = figure_labels(request, x);
    g_autoptr(GArray) series_labels = series >= 0 ? figure_labels(request, (guint)series) : NULL;
    place_labels(chart, results_axis_at(request->study, x), x_labels);
    choose_scales(chart, spec);
    name_lines(chart, request, series, series_labels);
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        double at = g_array_index(chart->x_places, double, index_of(x_labels, row->values[x]));
        for (guint m = 0; request->metrics[m]; m++) {
            guint line = series >= 0 ? index_of(series_labels, row->values[series]) : m;
            add_point(chart, line, at, figure_value(request, row, request->metrics[m]));
            add_ring(chart, line, at, figure_published(request, row, request->metrics[m]));
        }
    }
    figure_set_words(chart, request);
    if (figure_is_relative(request))
        chart->reference = 1;
    if (spec->ideal)
        number_of_label(spec->ideal, &chart->ideal);
    return chart;
}
