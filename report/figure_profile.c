/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists among the metrics, NAME.0, NAME.1, ..., as lines over their index: what a policy tells of
 * each warp. */
#include "report/figures.h"
#include <math.h>
#include <string.h>

/* A line, if the point has the list. */
static void add_list(struct chart *chart, const struct figure_request *request,
                     const struct results_row *row, const char *list, const char *name)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(struct chart_point));
    bool more = true;
    guint n = 0;
    while (more) {
        g_autofree char *metric = g_strdup_printf("%s.%u", list, n);
        const struct chart_point point = {n++, figure_value(request, row, metric)};
        more = !isnan(results_value(request->study, row, metric));
        if (!isnan(point.y))
            g_array_append_val(line, point);
    }
    if (line->len == 0) {
        g_array_unref(line);
        return;
    }
    g_ptr_array_add(chart->series, g_strdup(name));
    g_ptr_array_add(chart->lines, line);
}

struct chart *figure_profile(const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    struct chart *chart = chart_new(CHART_LINES, request->title);
    g_auto(GStrv) names = metric_short_names(request->metrics, false);
    int series = spec->series ? results_axis_find(request->study, spec->series) : -1;
    bool several = names[0] && names[1];
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        for (guint m = 0; names[m]; m++) {
            const char *label = series >= 0 ? results_label(request->study, row, (guint)series)
                                : several   ? names[m]
                                            : "";
            add_list(chart, request, row, request->metrics[m], label);
        }
    }
    figure_set_words(chart, request);
    if (!*chart->x_title) {
        g_free(chart->x_title);
        chart->x_title = g_strdup("index");
    }
    chart->y_log = spec->y_scale == FIGURE_SCALE_LOG;
    if (spec->normalise->len > 0)
        chart->reference = 1;
    return chart;
}
