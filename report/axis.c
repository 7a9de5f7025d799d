/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/axis.h"
#include "report/number.h"
#include "report/text.h"
#include <math.h>

enum { TITLE_ROOM = 20, TICK_LENGTH = 4, LABEL_GAP = 6 };

unsigned axis_wanted_ticks(double length, double each)
{
    return (unsigned)CLAMP(length / each, 2, 20);
}

static char *label(const struct scale *scale, const struct ticks *ticks, guint i, bool percent)
{
    double largest = MAX(fabs(scale->low), fabs(scale->high));
    double value = ticks->values[i];
    if (percent) {
        g_autofree char *number = number_tick(value * 100, ticks->step * 100, largest * 100);
        return g_strconcat(number, " %", NULL);
    }
    return number_tick(value, scale->logarithmic ? value : ticks->step,
                       scale->logarithmic ? value : largest);
}

void axis_left(struct drawing *drawing, struct scale *scale, bool percent)
{
    struct frame *frame = &drawing->frame;
    struct svg *svg = &drawing->svg;
    struct ticks ticks;
    scale->from = frame->bottom;
    scale->to = frame->top;
    scale_ticks(scale, axis_wanted_ticks(frame->bottom - frame->top, 38), &ticks);
    double widest = 0;
    for (guint i = 0; i < ticks.n; i++) {
        g_autofree char *text = label(scale, &ticks, i, percent);
        widest = MAX(widest, text_width(text, TYPE_SIZE));
    }
    frame->left = TITLE_ROOM + widest + LABEL_GAP + TICK_LENGTH;
    for (guint i = 0; i < ticks.n; i++) {
        double y = scale_at(scale, ticks.values[i]);
        g_autofree char *text = label(scale, &ticks, i, percent);
        svg_line(svg, frame->left, y, frame->right, y, SVG_FAINT);
        svg_text(svg, frame->left - LABEL_GAP, y + 4, ANCHOR_END, TYPE_SIZE, text);
    }
    axis_title_left(drawing);
}

void axis_below(struct drawing *drawing, struct scale *scale)
{
    struct frame *frame = &drawing->frame;
    struct svg *svg = &drawing->svg;
    struct ticks ticks;
    scale->from = frame->left;
    scale->to = frame->right - 10;
    scale_ticks(scale, axis_wanted_ticks(scale->to - scale->from, 75), &ticks);
    for (guint i = 0; i < ticks.n; i++) {
        double x = scale_at(scale, ticks.values[i]);
        g_autofree char *text = label(scale, &ticks, i, false);
        svg_line(svg, x, frame->bottom, x, frame->bottom + TICK_LENGTH, SVG_AXIS);
        svg_text(svg, x, frame->bottom + TICK_LENGTH + 13, ANCHOR_MIDDLE, TYPE_SIZE, text);
    }
}

void axis_title_below(struct drawing *drawing)
{
    const struct frame *frame = &drawing->frame;
    double room = frame->right - frame->left;
    g_autofree char *title = text_fit(drawing->chart->x_title, TYPE_SIZE, room);
    svg_text(&drawing->svg, (frame->left + frame->right) / 2, frame->height - 6, ANCHOR_MIDDLE,
             TYPE_SIZE, title);
}

void axis_title_left(struct drawing *drawing)
{
    const struct frame *frame = &drawing->frame;
    double room = frame->bottom - frame->top + 30;
    g_autofree char *title = text_fit(drawing->chart->y_title, TYPE_SIZE, room);
    double middle = (frame->top + frame->bottom) / 2;
    svg_text_turned(&drawing->svg, 13, middle, ANCHOR_MIDDLE, TYPE_SIZE, -90, title);
}

void axis_corner(struct drawing *drawing)
{
    const struct frame *frame = &drawing->frame;
    svg_line(&drawing->svg, frame->left, frame->top, frame->left, frame->bottom, SVG_AXIS);
    svg_line(&drawing->svg, frame->left, frame->bottom, frame->right, frame->bottom, SVG_AXIS);
}
