/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures of one member of a run's results: what observers and samples leave there. */
#include "report/figure_member.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "report/number.h"
#include <math.h>

bool member_fail(const struct figure_request *request, GError **error, const char *what)
{
    return input_error_in(error, request->study->file, request->spec->member, "%s", what);
}

bool member_column(const struct figure_request *request, const struct member_table *table,
                   const char *name, guint *out, GError **error)
{
    int column = name ? member_table_column(table, name) : -1;
    if (column < 0) {
        g_autofree char *what = g_strdup_printf("there is no column \"%s\"", name ? name : "");
        return member_fail(request, error, what);
    }
    *out = (guint)column;
    return true;
}

/* Bars and stacks: a group, or a stack, for each row. */
static bool fill_grid(struct chart *chart, const struct figure_request *request,
                      const struct member_table *table, GError **error)
{
    const struct figure_spec *spec = request->spec;
    GPtrArray *names = spec->kind == CHART_STACKED ? chart->parts : chart->series;
    g_autoptr(GArray) columns = member_table_columns(table, spec->metrics);
    guint x = 0;
    if (!member_column(request, table, spec->x, &x, error))
        return false;
    if (columns->len == 0)
        return member_fail(request, error, "there is none of the columns that the figure asks for");
    g_autoptr(GPtrArray) full = g_ptr_array_new();
    for (guint i = 0; i < columns->len; i++)
        g_ptr_array_add(full, table->columns->pdata[g_array_index(columns, guint, i)]);
    g_ptr_array_add(full, NULL);
    g_auto(GStrv) shown =
        metric_short_names((const char *const *)full->pdata, spec->kind == CHART_STACKED);
    for (guint i = 0; i < columns->len; i++)
        g_ptr_array_add(names,
                        g_strdup(columns->len > 1 || spec->kind == CHART_STACKED ? shown[i] : ""));
    for (guint row = 0; row < table->n_rows; row++) {
        g_autofree char *name = member_table_text(table, row, x);
        g_ptr_array_add(chart->x_labels, kernel_plain_name(name));
    }
    chart_make_grid(chart);
    for (guint row = 0; row < table->n_rows; row++)
        for (guint i = 0; i < columns->len; i++) {
            bool stacked = spec->kind == CHART_STACKED;
            *chart_cell(chart, row, stacked ? 0 : i, stacked ? i : 0) =
                member_table_number(table, row, g_array_index(columns, guint, i));
        }
    return true;
}

static void add_line(struct chart *chart, const struct member_table *table, const char *name,
                     guint x, guint y)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(struct chart_point));
    for (guint row = 0; row < table->n_rows; row++) {
        const struct chart_point point = {member_table_number(table, row, x),
                                          member_table_number(table, row, y)};
        if (!isnan(point.x))
            g_array_append_val(line, point);
    }
    g_ptr_array_add(chart->series, g_strdup(name));
    g_ptr_array_add(chart->lines, line);
}

/* Lines of one point: one a column. Of several points, which differ in the series: one each. */
static bool fill_lines(struct chart *chart, const struct figure_request *request,
                       const struct results_row *row, const struct member_table *table,
                       GError **error)
{
    const struct figure_spec *spec = request->spec;
    g_autoptr(GArray) columns = member_table_columns(table, spec->metrics);
    guint x = 0;
    if (!member_column(request, table, spec->x, &x, error))
        return false;
    int axis = spec->series ? results_axis_find(request->study, spec->series) : -1;
    for (guint i = 0; i < columns->len; i++) {
        guint y = g_array_index(columns, guint, i);
        const char *column = table->columns->pdata[y];
        const char *label = axis >= 0 ? results_label(request->study, row, (guint)axis) : "";
        g_autofree char *name = axis >= 0 && columns->len > 1
                                    ? g_strdup_printf("%s, %s", label, column)
                                : axis >= 0 ? g_strdup(label)
                                            : g_strdup(column);
        add_line(chart, table, name, x, y);
    }
    return columns->len > 0 ||
           member_fail(request, error, "there is none of the columns that the figure asks for");
}

/* A heat map of an array of rows, each an array of numbers; a lower triangle is mirrored. */
static bool fill_matrix(struct chart *chart, const struct figure_request *request, JsonArray *array,
                        GError **error)
{
    guint n = json_array_get_length(array), width = 0;
    for (guint row = 0; row < n; row++) {
        JsonNode *node = json_array_get_element(array, row);
        if (!JSON_NODE_HOLDS_ARRAY(node))
            return member_fail(request, error, "a heat map wants an array of arrays of numbers");
        width = MAX(width, json_array_get_length(json_node_get_array(node)));
        g_ptr_array_add(chart->series, g_strdup_printf("%u", row));
    }
    for (guint column = 0; column < width; column++)
        g_ptr_array_add(chart->x_labels, g_strdup_printf("%u", column));
    if (width == 0)
        return true;
    chart_make_grid(chart);
    bool triangle = true;
    for (guint row = 0; row < n; row++)
        triangle &= json_array_get_length(json_array_get_array_element(array, row)) == row + 1;
    for (guint row = 0; row < n; row++) {
        JsonArray *values = json_node_get_array(json_array_get_element(array, row));
        for (guint column = 0; column < json_array_get_length(values); column++) {
            JsonNode *node = json_array_get_element(values, column);
            if (!JSON_NODE_HOLDS_VALUE(node))
                continue;
            *chart_cell(chart, column, row, 0) = json_node_get_double(node);
            if (triangle)
                *chart_cell(chart, row, column, 0) = json_node_get_double(node);
        }
    }
    return true;
}

static bool fill_from(struct chart *chart, const struct figure_request *request,
                      const struct results_row *row, JsonNode *member, GError **error)
{
    if (chart->kind == CHART_HEAT && JSON_NODE_HOLDS_ARRAY(member))
        return fill_matrix(chart, request, json_node_get_array(member), error);
    if (chart->kind == CHART_PATTERN && member_fill_counts(chart, member))
        return true;
    struct member_table table;
    bool right = member_table_read(&table, member) ||
                 member_fail(request, error, "this is no table that a figure can show");
    if (right && chart->kind == CHART_LINES)
        right = fill_lines(chart, request, row, &table, error);
    else if (right && chart->kind == CHART_PATTERN)
        right = member_fill_pattern(chart, request, &table, error);
    else if (right && chart->kind == CHART_HEAT)
        right = member_fail(request, error, "a heat map wants an array of arrays of numbers");
    else if (right)
        right = fill_grid(chart, request, &table, error);
    member_table_clear(&table);
    return right;
}

struct chart *figure_member(const struct figure_request *request, const char *path, GError **error)
{
    struct chart *chart = chart_new(request->spec->kind, request->title);
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        g_autoptr(JsonNode) member = results_member(request->study, row, path);
        if (member && !fill_from(chart, request, row, member, error)) {
            chart_free(chart);
            return NULL;
        }
        if (member && chart->kind != CHART_LINES)
            break;
    }
    figure_set_words(chart, request);
    if (chart->kind == CHART_STACKED && chart->grid)
        figure_finish_stack(chart, request->spec->share);
    return chart;
}
