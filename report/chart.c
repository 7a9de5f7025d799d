/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/chart.h"
#include "report/groups.h"
#include "report/legend.h"
#include "report/text.h"
#include <math.h>

static void free_points(gpointer points)
{
    g_array_unref(points);
}

struct chart *chart_new(enum chart_kind kind, const char *title)
{
    struct chart *chart = g_new0(struct chart, 1);
    chart->kind = kind;
    chart->title = g_strdup(title);
    chart->id = text_id(title);
    chart->caption = g_strdup("");
    chart->x_title = g_strdup("");
    chart->y_title = g_strdup("");
    chart->x_labels = g_ptr_array_new_with_free_func(g_free);
    chart->series = g_ptr_array_new_with_free_func(g_free);
    chart->parts = g_ptr_array_new_with_free_func(g_free);
    chart->lines = g_ptr_array_new_with_free_func(free_points);
    chart->rows = g_ptr_array_new_with_free_func(g_free);
    chart->x_places = g_array_new(FALSE, FALSE, sizeof(double));
    chart->marks = g_array_new(FALSE, FALSE, sizeof(struct chart_mark));
    chart->rings = g_array_new(FALSE, FALSE, sizeof(struct chart_ring));
    chart->first_mean = G_MAXUINT;
    chart->reference = NAN;
    chart->ideal = NAN;
    return chart;
}

void chart_free(struct chart *chart)
{
    if (!chart)
        return;
    g_free(chart->id);
    g_free(chart->title);
    g_free(chart->caption);
    g_free(chart->x_title);
    g_free(chart->y_title);
    g_ptr_array_unref(chart->x_labels);
    g_ptr_array_unref(chart->series);
    g_ptr_array_unref(chart->parts);
    g_ptr_array_unref(chart->lines);
    g_ptr_array_unref(chart->rows);
    g_array_unref(chart->x_places);
    g_array_unref(chart->marks);
    g_array_unref(chart->rings);
    g_free(chart->colours);
    g_free(chart->grid);
    g_free(chart->published);
    g_free(chart);
}

void chart_make_grid(struct chart *chart)
{
    if (chart->series->len == 0)
        g_ptr_array_add(chart->series, g_strdup(""));
    if (chart->parts->len == 0)
        g_ptr_array_add(chart->parts, g_strdup(""));
    gsize n = (gsize)chart->x_labels->len * chart->series->len * chart->parts->len;
    g_free(chart->grid);
    chart->grid = g_new(double, n);
    for (gsize i = 0; i < n; i++)
        chart->grid[i] = NAN;
}

double *chart_cell(const struct chart *chart, guint x, guint series, guint part)
{
    g_assert(x < chart->x_labels->len && series < chart->series->len && part < chart->parts->len);
    return &chart->grid[((gsize)x * chart->series->len + series) * chart->parts->len + part];
}

guint chart_part_colour(const struct chart *chart, guint part)
{
    return chart->colours ? chart->colours[part] : part;
}

const char *chart_x_label(const struct chart *chart, double x)
{
    for (guint i = 0; i < chart->x_places->len; i++)
        if (g_array_index(chart->x_places, double, i) == x)
            return chart->x_labels->pdata[i];
    return NULL;
}

bool chart_has_data(const struct chart *chart)
{
    if (chart->kind == CHART_PATTERN)
        return chart->marks->len > 0;
    for (guint i = 0; i < chart->lines->len; i++)
        if (((GArray *)chart->lines->pdata[i])->len > 0)
            return true;
    gsize n =
        chart->grid ? (gsize)chart->x_labels->len * chart->series->len * chart->parts->len : 0;
    for (gsize i = 0; i < n; i++)
        if (!isnan(chart->grid[i]))
            return true;
    return false;
}

/* Heights leave room for the labels below, which only the drawing function can measure. */
static double plot_height(const struct chart *chart, double width)
{
    double height = width < 600 ? 210 : 280;
    guint rows = chart->kind == CHART_HEAT ? chart->series->len : chart->rows->len;
    if (chart->kind == CHART_HEAT)
        return CLAMP(rows * 26.0, 120, width < 600 ? 320 : 520);
    if (chart->kind == CHART_PATTERN)
        return CLAMP(rows * 9.0, 120, 560);
    return height;
}

static double needed_width(const struct chart *chart)
{
    if (chart->kind == CHART_BARS || chart->kind == CHART_STACKED)
        return groups_needed_width(chart);
    if (chart->kind == CHART_HEAT)
        return 120 + 5.0 * chart->x_labels->len;
    return 0;
}

/* A square matrix of few columns is narrower than other charts. */
static double full_width(const struct chart *chart, const struct chart_form *form)
{
    guint n = chart->x_labels->len;
    if (chart->kind != CHART_HEAT || n != chart->series->len)
        return form->width;
    return MIN(form->width, 340 + n * 26.0);
}

char *chart_svg(const struct chart *chart, const struct chart_form *form)
{
    struct drawing drawing = {.chart = chart};
    struct frame *frame = &drawing.frame;
    double title_height = form->with_title ? TITLE_SIZE + 14 : 4;
    frame->width = MAX(full_width(chart, form), needed_width(chart));
    double legend_width = MIN(frame->width, form->width);
    frame->top = title_height + legend_height(chart, legend_width) + 8;
    frame->bottom = frame->top + plot_height(chart, form->width);
    frame->left = 0;
    frame->right = frame->width - 12;
    frame->height = frame->bottom + groups_label_room(chart, frame);
    svg_begin(&drawing.svg, form->id, frame->width, frame->height, chart->title);
    if (form->with_title) {
        g_autofree char *title = text_fit(chart->title, TITLE_SIZE * 1.1, frame->width - 16);
        svg_text_bold(&drawing.svg, 8, TITLE_SIZE + 5, TITLE_SIZE, title);
    }
    legend_draw(&drawing, legend_width, title_height);
    static void (*const draw[])(struct drawing *) = {[CHART_BARS] = bars_draw,
                                                     [CHART_STACKED] = stacked_draw,
                                                     [CHART_LINES] = lines_draw,
                                                     [CHART_HEAT] = heat_draw,
                                                     [CHART_PATTERN] = pattern_draw};
    draw[chart->kind](&drawing);
    return svg_end(&drawing.svg);
}
