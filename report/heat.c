/* SPDX-License-Identifier: BSD-3-Clause */
/* A heat map: a value for each pair of row and column, such as the lines that two thread blocks
 * share. White is the low end, so that an empty pair needs no ink; values are written where they
 * fit. */
#include "report/axis.h"
#include "report/groups.h"
#include "report/number.h"
#include "report/palette.h"
#include "report/text.h"
#include <math.h>

enum { RAMP_STEPS = 40, MOST_ROW_LABEL = 130 };

struct range {
    double low, high;
};

/* From 0, unless all values lie in the upper half: then from the smallest, or nothing could be told
 * apart. */
static struct range range_of(const struct chart *chart)
{
    struct range range = {INFINITY, 0};
    gsize n = (gsize)chart->x_labels->len * chart->series->len;
    for (gsize i = 0; i < n; i++)
        if (!isnan(chart->grid[i])) {
            range.low = MIN(range.low, chart->grid[i]);
            range.high = MAX(range.high, chart->grid[i]);
        }
    if (!(range.low > range.high / 2 && range.low < range.high))
        range.low = MIN(range.low, 0);
    if (range.low >= range.high)
        range.high = range.low + 1;
    return range;
}

/* The legend: the ramp with its ends. */
static void draw_ramp(struct drawing *drawing, const struct range *range)
{
    struct svg *svg = &drawing->svg;
    double x = drawing->frame.left, y = drawing->frame.top - 40;
    double ramp = drawing->frame.width < 600 ? 90 : 160;
    for (unsigned i = 0; i < RAMP_STEPS; i++) {
        char colour[8];
        palette_ramp((i + 0.5) / RAMP_STEPS, colour);
        svg_cell(svg, x + i * ramp / RAMP_STEPS, y, ramp / RAMP_STEPS + 0.3, 11, colour, NULL);
    }
    svg_open(svg, "rect");
    svg_length(svg, "x", x);
    svg_length(svg, "y", y);
    svg_length(svg, "width", ramp);
    svg_length(svg, "height", 11);
    svg_attribute(svg, "fill", "none");
    svg_attribute(svg, "stroke", SVG_AXIS);
    svg_close_empty(svg);
    g_autofree char *low = number_for_people(range->low);
    g_autofree char *high = number_for_people(range->high);
    svg_text(svg, x, y + 24, ANCHOR_START, TYPE_SIZE - 1, low);
    svg_text(svg, x + ramp, y + 24, ANCHOR_END, TYPE_SIZE - 1, high);
    g_autofree char *title =
        text_fit(drawing->chart->y_title, TYPE_SIZE, drawing->frame.right - x - ramp - 12);
    svg_text(svg, x + ramp + 10, y + 10, ANCHOR_START, TYPE_SIZE, title);
}

static void draw_cell(struct drawing *drawing, guint column, guint row, const struct range *range,
                      double width, double height)
{
    const struct chart *chart = drawing->chart;
    double value = *chart_cell(chart, column, row, 0);
    double x = drawing->frame.left + column * width, y = drawing->frame.top + row * height;
    if (isnan(value)) {
        svg_text(&drawing->svg, x + width / 2, y + height / 2 + 4, ANCHOR_MIDDLE,
                 MIN(TYPE_SIZE, height), "×");
        return;
    }
    char colour[8];
    bool few = chart->x_labels->len * chart->series->len <= 4096;
    palette_ramp((value - range->low) / (range->high - range->low), colour);
    g_autofree char *number = number_for_people(value);
    g_autofree char *tip = g_strdup_printf("%s, %s: %s", (char *)chart->series->pdata[row],
                                           (char *)chart->x_labels->pdata[column], number);
    svg_cell(&drawing->svg, x, y, width, height, colour, few ? tip : NULL);
    if (height >= 14 && text_width(number, TYPE_SIZE - 1) + 4 <= width)
        svg_text_ink(&drawing->svg, x + width / 2, y + height / 2 + 4, ANCHOR_MIDDLE, TYPE_SIZE - 1,
                     palette_ink_on(colour), number);
}

static void draw_row_labels(struct drawing *drawing, double height)
{
    const struct chart *chart = drawing->chart;
    guint every = 1;
    while (height * every < TYPE_SIZE + 1)
        every++;
    for (guint row = 0; row < chart->series->len; row += every) {
        g_autofree char *label = text_fit(chart->series->pdata[row], TYPE_SIZE, MOST_ROW_LABEL);
        svg_text(&drawing->svg, drawing->frame.left - 6,
                 drawing->frame.top + (row + 0.5) * height + 4, ANCHOR_END, TYPE_SIZE, label);
    }
}

void heat_draw(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct frame *frame = &drawing->frame;
    double widest = 0;
    const struct range range = range_of(chart);
    for (guint row = 0; row < chart->series->len; row++)
        widest = MAX(widest, text_width(chart->series->pdata[row], TYPE_SIZE));
    frame->left = MIN(widest, MOST_ROW_LABEL) + 14;
    double height = (frame->bottom - frame->top) / chart->series->len;
    /* A square matrix is drawn square where there is room. */
    if (chart->x_labels->len == chart->series->len)
        frame->right = MIN(frame->right, frame->left + MAX(height, 26) * chart->x_labels->len);
    double width = (frame->right - frame->left) / chart->x_labels->len;
    g_autofree double *middle = g_new(double, chart->x_labels->len + 1);
    for (guint column = 0; column < chart->x_labels->len; column++) {
        middle[column] = frame->left + (column + 0.5) * width;
        for (guint row = 0; row < chart->series->len; row++)
            draw_cell(drawing, column, row, &range, width, height);
    }
    draw_row_labels(drawing, height);
    axis_corner(drawing);
    groups_draw_labels(drawing, middle);
    axis_title_below(drawing);
    frame->right = frame->width - 12;
    draw_ramp(drawing, &range);
}
