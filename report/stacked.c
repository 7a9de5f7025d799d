/* SPDX-License-Identifier: BSD-3-Clause */
/* Stacked bars: where the issue slots or the cycles of a run went. Parts lie in the legend's order
 * from the axis up. With several bars in a group each bar's name stands on top of it. */
#include "report/axis.h"
#include "report/groups.h"
#include "report/number.h"
#include "report/text.h"
#include <math.h>

static double sum_of(const struct chart *chart, guint x, guint series)
{
    double sum = NAN;
    for (guint part = 0; part < chart->parts->len; part++) {
        double value = *chart_cell(chart, x, series, part);
        if (!isnan(value))
            sum = isnan(sum) ? value : sum + value;
    }
    return sum;
}

static double highest(const struct chart *chart)
{
    double most = 0;
    for (guint x = 0; x < chart->x_labels->len; x++)
        for (guint series = 0; series < chart->series->len; series++) {
            double sum = sum_of(chart, x, series);
            most = isnan(sum) ? most : MAX(most, sum);
        }
    return most;
}

static void draw_part(struct drawing *drawing, const struct groups *groups,
                      const struct scale *scale, guint x, guint series, guint part, double below)
{
    const struct chart *chart = drawing->chart;
    double value = *chart_cell(chart, x, series, part);
    double bottom = scale_at(scale, below), top = scale_at(scale, below + value);
    g_autofree char *number = number_for_people(chart->share ? value * 100 : value);
    const char *name = chart->series->pdata[series];
    g_autofree char *tip =
        g_strdup_printf("%s%s%s, %s: %s%s", (char *)chart->x_labels->pdata[x], *name ? ", " : "",
                        name, (char *)chart->parts->pdata[part], number, chart->share ? " %" : "");
    svg_block(&drawing->svg, groups_bar_x(groups, x, series), top, groups->bar - 1, bottom - top,
              chart_part_colour(chart, part), tip);
}

static void draw_bar(struct drawing *drawing, const struct groups *groups,
                     const struct scale *scale, guint x, guint series)
{
    const struct chart *chart = drawing->chart;
    double below = 0;
    for (guint part = 0; part < chart->parts->len; part++) {
        double value = *chart_cell(chart, x, series, part);
        if (isnan(value) || value <= 0)
            continue;
        draw_part(drawing, groups, scale, x, series, part, below);
        below += value;
    }
    double middle = groups_bar_x(groups, x, series) + groups->bar / 2;
    if (isnan(sum_of(chart, x, series)))
        svg_text(&drawing->svg, middle, scale->from - 3, ANCHOR_MIDDLE, TYPE_SIZE, "×");
    if (chart->series->len > 1 && groups->bar >= 10)
        svg_text_turned(&drawing->svg, middle + 4, scale_at(scale, below) - 4, ANCHOR_START,
                        TYPE_SIZE - 2, -90, chart->series->pdata[series]);
}

/* The names on top of the bars need room inside the drawing. */
static void make_room_for_names(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    double longest = 0;
    for (guint i = 0; chart->series->len > 1 && i < chart->series->len; i++)
        longest = MAX(longest, text_width(chart->series->pdata[i], TYPE_SIZE - 2));
    drawing->frame.top += MIN(longest, 70);
}

void stacked_draw(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct frame *frame = &drawing->frame;
    struct scale scale = {0};
    struct groups groups;
    make_room_for_names(drawing);
    if (chart->share)
        scale_set_exact(&scale, 0, 1);
    else
        scale_set_linear(&scale, 0, highest(chart),
                         axis_wanted_ticks(frame->bottom - frame->top, 38));
    axis_left(drawing, &scale, chart->share);
    groups_place(&groups, drawing);
    g_autofree double *middle = g_new(double, chart->x_labels->len + 1);
    for (guint x = 0; x < chart->x_labels->len; x++) {
        middle[x] = groups_middle(&groups, x);
        for (guint series = 0; series < chart->series->len; series++)
            draw_bar(drawing, &groups, &scale, x, series);
    }
    axis_corner(drawing);
    groups_draw_labels(drawing, middle);
    axis_title_below(drawing);
}
