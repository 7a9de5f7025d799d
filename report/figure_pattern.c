/* SPDX-License-Identifier: BSD-3-Clause */
/* Issue patterns: of a table of issues, or of counts for stretches of time, whose marks are the
 * darker the larger the count. */
#include "report/figure_member.h"
#include "report/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static guint class_of(struct chart *chart, const char *name)
{
    for (guint i = 0; i < chart->series->len; i++)
        if (strcmp(chart->series->pdata[i], name) == 0)
            return i;
    g_ptr_array_add(chart->series, g_strdup(name));
    return chart->series->len - 1;
}

static int by_time(const void *a, const void *b)
{
    const struct chart_mark *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* The lanes of the drawing: every whole number up to the largest, so that an idle warp has one. */
static void name_rows(struct chart *chart, guint n)
{
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(chart->rows, g_strdup_printf("%u", i));
}

static double number_member(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_double(node) : 0;
}

static double largest_count(JsonArray *rows)
{
    double largest = 0;
    for (guint row = 0; row < json_array_get_length(rows); row++) {
        JsonArray *counts = json_array_get_array_element(rows, row);
        for (guint i = 0; i < json_array_get_length(counts); i++)
            largest = MAX(largest, json_array_get_double_element(counts, i));
    }
    return largest;
}

enum { LEVELS = 6 };

/* Levels of counts up to the largest one, about evenly on a logarithmic scale: the last count of
 * each. Returns how many there are. */
static guint choose_levels(double largest, double last[LEVELS])
{
    guint n = 0;
    for (guint i = 0; i < LEVELS; i++) {
        double end = i + 1 == LEVELS ? largest : floor(pow(largest, (i + 1.0) / LEVELS) + 1e-9);
        if (n == 0 || end > last[n - 1])
            last[n++] = end;
    }
    return n;
}

static void name_levels(struct chart *chart, const double *last, guint n)
{
    for (guint i = 0; i < n; i++) {
        double first = i == 0 ? 1 : last[i - 1] + 1;
        g_autofree char *low = number_for_people(first), *high = number_for_people(last[i]);
        g_ptr_array_add(chart->series,
                        first == last[i] ? g_strdup(low) : g_strdup_printf("%s to %s", low, high));
    }
    chart->shaded = true;
}

/* The lists of counts; NULL: the member is something else. */
static JsonArray *rows_of_counts(JsonNode *member)
{
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(member) ? json_node_get_object(member) : NULL;
    JsonNode *warps = object ? json_object_get_member(object, "warps") : NULL;
    if (!warps || !JSON_NODE_HOLDS_ARRAY(warps) || !json_object_has_member(object, "column_cycles"))
        return NULL;
    JsonArray *rows = json_node_get_array(warps);
    for (guint row = 0; row < json_array_get_length(rows); row++)
        if (!JSON_NODE_HOLDS_ARRAY(json_array_get_element(rows, row)))
            return NULL;
    return rows;
}

bool member_fill_counts(struct chart *chart, JsonNode *member)
{
    JsonArray *rows = rows_of_counts(member);
    if (!rows)
        return false;
    JsonObject *object = json_node_get_object(member);
    double first = number_member(object, "first_cycle"),
           wide = number_member(object, "column_cycles");
    double last[LEVELS];
    guint n = choose_levels(MAX(largest_count(rows), 1), last);
    for (guint row = 0; row < json_array_get_length(rows); row++) {
        JsonArray *counts = json_array_get_array_element(rows, row);
        for (guint i = 0; i < json_array_get_length(counts); i++) {
            double count = json_array_get_double_element(counts, i);
            struct chart_mark mark = {row, 0, first + i * wide, wide, count};
            while (mark.class + 1 < n && count > last[mark.class])
                mark.class ++;
            if (count > 0)
                g_array_append_val(chart->marks, mark);
        }
    }
    name_levels(chart, last, n);
    name_rows(chart, json_array_get_length(rows));
    qsort(chart->marks->data, chart->marks->len, sizeof(struct chart_mark), by_time);
    return true;
}

bool member_fill_pattern(struct chart *chart, const struct figure_request *request,
                         const struct member_table *table, GError **error)
{
    /* ASSUMED: nobody looks at a drawing of more warps than this. */
    enum { MOST_ROWS = 4096 };
    const struct figure_spec *spec = request->spec;
    guint time = 0, lane = 0, length = 0, class = 0, n_rows = 0;
    bool has_length = spec->metrics && spec->metrics[0] && spec->metrics[1];
    if (!member_column(request, table, spec->x, &time, error) ||
        !member_column(request, table, spec->metrics ? spec->metrics[0] : NULL, &lane, error) ||
        (has_length && !member_column(request, table, spec->metrics[1], &length, error)) ||
        (spec->series && !member_column(request, table, spec->series, &class, error)))
        return false;
    for (guint row = 0; row < table->n_rows; row++) {
        double at = member_table_number(table, row, lane);
        struct chart_mark mark = {
            .start = member_table_number(table, row, time), .length = 1, .count = 1};
        if (isnan(at) || isnan(mark.start) || at < 0 || at >= MOST_ROWS)
            continue;
        mark.row = (uint32_t)at;
        n_rows = MAX(n_rows, mark.row + 1);
        if (has_length)
            mark.length = member_table_number(table, row, length);
        if (spec->series) {
            g_autofree char *name = member_table_text(table, row, class);
            mark.class = class_of(chart, name);
        }
        g_array_append_val(chart->marks, mark);
    }
    name_rows(chart, n_rows);
    qsort(chart->marks->data, chart->marks->len, sizeof(struct chart_mark), by_time);
    return true;
}
