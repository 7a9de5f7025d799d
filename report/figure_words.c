/* SPDX-License-Identifier: BSD-3-Clause */
/* Captions and the titles of axes. */
#include "report/figures.h"
#include <string.h>

/* "scheduler=lrr", or several. */
static char *baseline_text(const struct figure_request *request)
{
    const GArray *labels = request->spec->normalise;
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < labels->len; i++) {
        const struct figure_label *label = &g_array_index(labels, struct figure_label, i);
        const struct results_axis *axis = results_axis_at(request->study, label->axis);
        g_string_append_printf(text, "%s%s %s", i > 0 ? ", " : "", axis->name,
                               (char *)axis->labels->pdata[label->label]);
    }
    return g_string_free(text, FALSE);
}

bool figure_is_relative(const struct figure_request *request)
{
    bool all = request->metrics[0] != NULL;
    for (const char *const *metric = request->metrics; *metric; metric++)
        all = all && g_hash_table_contains(request->study->relative, *metric);
    return all || request->spec->normalise->len > 0;
}

/* What the values are, with their unit. */
static char *value_title(const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    if (spec->share && !spec->y_label)
        return g_strdup("share");
    if (spec->normalise->len > 0 && !spec->y_label)
        return g_strdup(spec->inverse ? "speedup" : "relative to baseline");
    bool one = request->metrics[0] && !request->metrics[1];
    g_autofree char *name = spec->y_label ? g_strdup(spec->y_label)
                            : one         ? metric_words(request->metrics[0])
                                          : g_strdup("");
    if (!*request->unit || strcmp(request->unit, name) == 0)
        return g_strdup(name);
    return *name ? g_strdup_printf("%s (%s)", name, request->unit) : g_strdup(request->unit);
}

static void append_sentence(GString *caption, const char *text)
{
    if (caption->len > 0)
        g_string_append_c(caption, ' ');
    g_string_append(caption, text);
}

static char *caption_text(const struct chart *chart, const struct figure_request *request)
{
    static const char *const means[] = {NULL, "gmean is the geometric mean over all groups.",
                                        "hmean is the harmonic mean over all groups.",
                                        "mean is the arithmetic mean over all groups."};
    const struct figure_spec *spec = request->spec;
    GString *caption = g_string_new(spec->caption ? spec->caption : "");
    if (spec->normalise->len > 0 && request->metrics[0]) {
        g_autofree char *baseline = baseline_text(request);
        g_autofree char *metric = metric_words(request->metrics[0]);
        g_autofree char *text =
            spec->inverse ? g_strdup_printf("%s with %s divided by that of each point: a speedup.",
                                            metric, baseline)
            : spec->kind == CHART_STACKED
                ? g_strdup_printf("Divided by the sum of all parts with %s.", baseline)
                : g_strdup_printf("%s divided by that with %s.", metric, baseline);
        append_sentence(caption, text);
    }
    if (chart->kind == CHART_BARS && spec->mean != MEAN_NONE && chart->x_labels->len > 1)
        append_sentence(caption, means[spec->mean]);
    if (spec->ideal)
        append_sentence(caption, "The dotted line is the ideal, in proportion to the x axis.");
    if (chart->published || chart->rings->len > 0)
        append_sentence(caption, "Rings are published values.");
    return g_string_free(caption, FALSE);
}

void figure_set_words(struct chart *chart, const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    g_free(chart->x_title);
    g_free(chart->y_title);
    g_free(chart->caption);
    chart->x_title = g_strdup(spec->x_label ? spec->x_label : spec->x ? spec->x : "");
    if (!spec->x_label)
        g_strdelimit(chart->x_title, "_", ' ');
    chart->y_title = value_title(request);
    chart->caption = caption_text(chart, request);
}
