/* SPDX-License-Identifier: BSD-3-Clause */
/* Issue patterns of a table of issues. */
#include "report/figure_member.h"
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
        struct chart_mark mark = {.start = member_table_number(table, row, time), .length = 1};
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
