/* SPDX-License-Identifier: BSD-3-Clause */
/* A chart's data as CSV after RFC 4180, with line feeds alone. */
#include "base/csv_field.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/text.h"

static void field(GString *out, bool first, const char *text)
{
    if (!first)
        g_string_append_c(out, ',');
    csv_field_append(out, text);
}

static void number(GString *out, bool first, double value)
{
    g_autofree char *text = number_exact(value);
    field(out, first, text);
}

/* A column's name: what the x axis, or the lines, are called. */
static const char *or_else(const char *name, const char *otherwise)
{
    return *name ? name : otherwise;
}

/* Bars and heat maps: a row an x, a column a series. */
static void grid(GString *out, const struct chart *chart)
{
    field(out, true, or_else(chart->x_title, "x"));
    for (guint s = 0; s < chart->series->len; s++)
        field(out, false, or_else(chart->series->pdata[s], or_else(chart->y_title, "value")));
    g_string_append_c(out, '\n');
    for (guint x = 0; x < chart->x_labels->len; x++) {
        field(out, true, chart->x_labels->pdata[x]);
        for (guint s = 0; s < chart->series->len; s++)
            number(out, false, *chart_cell(chart, x, s, 0));
        g_string_append_c(out, '\n');
    }
}

/* Stacks: a row a bar, a column a part. */
static void stacks(GString *out, const struct chart *chart)
{
    field(out, true, or_else(chart->x_title, "x"));
    field(out, false, "series");
    for (guint part = 0; part < chart->parts->len; part++)
        field(out, false, chart->parts->pdata[part]);
    g_string_append_c(out, '\n');
    for (guint x = 0; x < chart->x_labels->len; x++)
        for (guint s = 0; s < chart->series->len; s++) {
            field(out, true, chart->x_labels->pdata[x]);
            field(out, false, chart->series->pdata[s]);
            for (guint part = 0; part < chart->parts->len; part++)
                number(out, false, *chart_cell(chart, x, s, part));
            g_string_append_c(out, '\n');
        }
}

/* Lines: a row a point. */
static void lines(GString *out, const struct chart *chart)
{
    field(out, true, "series");
    field(out, false, or_else(chart->x_title, "x"));
    field(out, false, or_else(chart->y_title, "y"));
    g_string_append_c(out, '\n');
    for (guint s = 0; s < chart->lines->len; s++) {
        const GArray *line = chart->lines->pdata[s];
        for (guint k = 0; k < line->len; k++) {
            const struct chart_point *point = &g_array_index(line, struct chart_point, k);
            field(out, true, chart->series->pdata[s]);
            const char *label = chart_x_label(chart, point->x);
            if (label)
                field(out, false, label);
            else
                number(out, false, point->x);
            number(out, false, point->y);
            g_string_append_c(out, '\n');
        }
    }
}

/* Patterns: a row a mark. */
static void marks(GString *out, const struct chart *chart)
{
    g_string_append(out, "row,class,start,length,count\n");
    for (guint i = 0; i < chart->marks->len; i++) {
        const struct chart_mark *mark = &g_array_index(chart->marks, struct chart_mark, i);
        field(out, true, chart->rows->pdata[mark->row]);
        field(out, false,
              mark->class < chart->series->len ? chart->series->pdata[mark->class] : "");
        number(out, false, mark->start);
        number(out, false, mark->length);
        number(out, false, mark->count);
        g_string_append_c(out, '\n');
    }
}

char *chart_csv(const struct chart *chart)
{
    static void (*const write[])(GString *, const struct chart *) = {[CHART_BARS] = grid,
                                                                     [CHART_STACKED] = stacks,
                                                                     [CHART_LINES] = lines,
                                                                     [CHART_HEAT] = grid,
                                                                     [CHART_PATTERN] = marks};
    GString *out = g_string_new(NULL);
    write[chart->kind](out, chart);
    return g_string_free(out, FALSE);
}
