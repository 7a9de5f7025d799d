/* SPDX-License-Identifier: BSD-3-Clause */
/* An instruction-issue pattern: a row a warp, a mark where it issued, over time.
 *
 * Source: the form is that of Figures 7 and 13 of the iPAWS paper (docs/howto/reports.md): warps
 * up, cycles across. Differs: marks of a class are one path; marks that would fall onto the same
 * tenth of a unit are one mark, so the drawing stays small whatever the run's length.
 */
#include "report/axis.h"
#include "report/number.h"
#include "report/palette.h"
#include "report/text.h"
#include <math.h>

enum { LEAST_MARK_TENTHS = 8 };

static double end_of(const struct chart *chart, double *start)
{
    double end = 0;
    *start = INFINITY;
    for (guint i = 0; i < chart->marks->len; i++) {
        const struct chart_mark *mark = &g_array_index(chart->marks, struct chart_mark, i);
        *start = MIN(*start, mark->start);
        end = MAX(end, mark->start + mark->length);
    }
    if (*start > end)
        *start = 0;
    return end > *start ? end : *start + 1;
}

/* One path for the marks of a class: M x,y h width, a row's height thick. */
static void draw_class(struct drawing *drawing, const struct scale *scale, guint class,
                       double height)
{
    const struct chart *chart = drawing->chart;
    struct svg *svg = &drawing->svg;
    g_autofree gint64 *drawn_to = g_new0(gint64, chart->rows->len + 1);
    svg_open(svg, "path");
    g_string_append(svg->text, " d=\"");
    for (guint i = 0; i < chart->marks->len; i++) {
        const struct chart_mark *mark = &g_array_index(chart->marks, struct chart_mark, i);
        if (mark->class != class)
            continue;
        gint64 from = (gint64)(scale_at(scale, mark->start) * 10);
        gint64 to = (gint64)(scale_at(scale, mark->start + mark->length) * 10);
        to = MAX(to, from + LEAST_MARK_TENTHS);
        from = MAX(from, drawn_to[mark->row]);
        if (to <= from)
            continue;
        drawn_to[mark->row] = to;
        g_string_append_c(svg->text, 'M');
        number_append_length(svg->text, (double)from / 10);
        g_string_append_c(svg->text, ',');
        number_append_length(svg->text, drawing->frame.top + (mark->row + 0.5) * height);
        g_string_append_c(svg->text, 'h');
        number_append_length(svg->text, (double)(to - from) / 10);
    }
    g_string_append_c(svg->text, '"');
    char level[8];
    palette_level(class, MAX(chart->series->len, 1), level);
    svg_attribute(svg, "stroke", chart->shaded ? level : palette_colour(class));
    svg_length(svg, "stroke-width", MAX(height * 0.8, 0.8));
    svg_attribute(svg, "fill", "none");
    svg_close_empty(svg);
}

static void draw_rows(struct drawing *drawing, double height)
{
    const struct chart *chart = drawing->chart;
    const struct frame *frame = &drawing->frame;
    guint every = 1;
    while (height * every < TYPE_SIZE + 1)
        every *= 2;
    for (guint row = 0; row < chart->rows->len; row += every) {
        double y = frame->top + (row + 0.5) * height;
        svg_text(&drawing->svg, frame->left - 6, y + 4, ANCHOR_END, TYPE_SIZE,
                 chart->rows->pdata[row]);
        svg_line(&drawing->svg, frame->left, y, frame->right, y, "#ececec");
    }
}

void pattern_draw(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct frame *frame = &drawing->frame;
    struct scale scale = {0};
    double start, end = end_of(chart, &start), widest = 0;
    for (guint row = 0; row < chart->rows->len; row++)
        widest = MAX(widest, text_width(chart->rows->pdata[row], TYPE_SIZE));
    frame->left = 20 + widest + 10;
    double height = (frame->bottom - frame->top) / MAX(chart->rows->len, 1);
    scale_set_exact(&scale, start, end);
    draw_rows(drawing, height);
    axis_below(drawing, &scale);
    for (guint class = 0; class < MAX(chart->series->len, 1); class ++)
        draw_class(drawing, &scale, class, height);
    axis_corner(drawing);
    axis_title_left(drawing);
    axis_title_below(drawing);
}
