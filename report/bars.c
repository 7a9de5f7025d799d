/* SPDX-License-Identifier: BSD-3-Clause */
/* Grouped bars, as architecture papers draw results normalised to a baseline: a group a workload, a
 * bar a policy, the mean over the workloads last and set apart, with its values written out. A
 * point that has no value is a cross on the axis, so that a failed run is not taken for 0. */
#include "report/axis.h"
#include "report/groups.h"
#include "report/number.h"
#include "report/text.h"
#include <math.h>

static void find_range(const struct chart *chart, double *low, double *high)
{
    *low = 0;
    *high = isnan(chart->reference) ? 0 : chart->reference;
    gsize n = (gsize)chart->x_labels->len * chart->series->len;
    for (gsize i = 0; i < n; i++)
        if (!isnan(chart->grid[i])) {
            *low = MIN(*low, chart->grid[i]);
            *high = MAX(*high, chart->grid[i]);
        }
    n = (gsize)MIN(chart->first_mean, chart->x_labels->len) * chart->series->len;
    for (gsize i = 0; chart->published && i < n; i++)
        if (!isnan(chart->published[i])) {
            *low = MIN(*low, chart->published[i]);
            *high = MAX(*high, chart->published[i]);
        }
}

static void draw_bar(struct drawing *drawing, const struct groups *groups,
                     const struct scale *scale, guint x, guint series)
{
    const struct chart *chart = drawing->chart;
    double value = *chart_cell(chart, x, series, 0);
    double at = groups_bar_x(groups, x, series), middle = at + groups->bar / 2;
    const char *group = chart->x_labels->pdata[x], *name = chart->series->pdata[series];
    double zero = scale_at(scale, MAX(scale->low, MIN(0, scale->high)));
    if (isnan(value)) {
        svg_text(&drawing->svg, middle, zero - 3, ANCHOR_MIDDLE, MIN(TYPE_SIZE, groups->bar + 4),
                 "×");
        return;
    }
    g_autofree char *number = number_for_people(value);
    g_autofree char *tip = *name ? g_strdup_printf("%s, %s: %s", group, name, number)
                                 : g_strdup_printf("%s: %s", group, number);
    double top = scale_at(scale, value);
    svg_block(&drawing->svg, at, MIN(top, zero), groups->bar, fabs(zero - top), series, tip);
    bool written = x >= chart->first_mean || chart->x_labels->len * chart->series->len <= 8;
    if (written && text_width(number, TYPE_SIZE - 1) <= groups->bar)
        svg_text(&drawing->svg, middle, MIN(top, zero) - 4, ANCHOR_MIDDLE, TYPE_SIZE - 1, number);
    else if (written && groups->bar >= 11)
        svg_text_turned(&drawing->svg, middle + 4, MIN(top, zero) - 4, ANCHOR_START, TYPE_SIZE - 1,
                        -90, number);
}

/* On the bar that they are about. */
static void draw_published(struct drawing *drawing, const struct groups *groups,
                           const struct scale *scale)
{
    const struct chart *chart = drawing->chart;
    guint n = MIN(chart->first_mean, chart->x_labels->len);
    for (guint x = 0; chart->published && x < n; x++)
        for (guint series = 0; series < chart->series->len; series++) {
            double value = chart->published[(gsize)x * chart->series->len + series];
            if (isnan(value))
                continue;
            g_autofree char *number = number_for_people(value);
            g_autofree char *tip = g_strdup_printf("published: %s", number);
            svg_ring(&drawing->svg, groups_bar_x(groups, x, series) + groups->bar / 2,
                     scale_at(scale, value), SVG_INK, tip);
        }
}

static void draw_reference(struct drawing *drawing, const struct scale *scale)
{
    if (isnan(drawing->chart->reference))
        return;
    double y = scale_at(scale, drawing->chart->reference);
    svg_open(&drawing->svg, "line");
    svg_length(&drawing->svg, "x1", drawing->frame.left);
    svg_length(&drawing->svg, "y1", y);
    svg_length(&drawing->svg, "x2", drawing->frame.right);
    svg_length(&drawing->svg, "y2", y);
    svg_attribute(&drawing->svg, "stroke", SVG_INK);
    svg_attribute(&drawing->svg, "stroke-dasharray", "5 3");
    svg_close_empty(&drawing->svg);
}

void bars_draw(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct frame *frame = &drawing->frame;
    double low, high;
    struct scale scale = {0};
    struct groups groups;
    find_range(chart, &low, &high);
    /* Room for the values that are written above bars. */
    scale_set_linear(&scale, low, high * 1.08, axis_wanted_ticks(frame->bottom - frame->top, 38));
    axis_left(drawing, &scale, false);
    groups_place(&groups, drawing);
    g_autofree double *middle = g_new(double, chart->x_labels->len + 1);
    for (guint x = 0; x < chart->x_labels->len; x++) {
        middle[x] = groups_middle(&groups, x);
        for (guint series = 0; series < chart->series->len; series++)
            draw_bar(drawing, &groups, &scale, x, series);
    }
    draw_reference(drawing, &scale);
    draw_published(drawing, &groups, &scale);
    axis_corner(drawing);
    groups_draw_labels(drawing, middle);
    axis_title_below(drawing);
}
