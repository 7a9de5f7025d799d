/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/legend.h"
#include "report/palette.h"
#include "report/text.h"

enum { KEY_WIDTH = 16, KEY_GAP = 6, ENTRY_GAP = 18, MARGIN = 8, RAMP_HEIGHT = 38 };

/* What the colours of a chart stand for. */
static const GPtrArray *entries(const struct chart *chart)
{
    return chart->kind == CHART_STACKED ? chart->parts : chart->series;
}

static bool needed(const struct chart *chart)
{
    const GPtrArray *names = entries(chart);
    if (chart->kind == CHART_HEAT || names->len == 0)
        return false;
    return names->len > 1 || (chart->kind == CHART_STACKED && *(char *)names->pdata[0]);
}

static double entry_width(const char *name, double width)
{
    double wanted = KEY_WIDTH + KEY_GAP + text_width(name, TYPE_SIZE) + ENTRY_GAP;
    return MIN(wanted, width - 2 * MARGIN);
}

/* Calls nothing but measures: the place of each entry, row by row. Returns the rows. */
static unsigned place(const GPtrArray *names, double width, double *x, unsigned *row)
{
    double at = MARGIN;
    unsigned line = 0;
    for (guint i = 0; i < names->len; i++) {
        double wide = entry_width(names->pdata[i], width);
        if (at > MARGIN && at + wide - ENTRY_GAP > width - MARGIN) {
            at = MARGIN;
            line++;
        }
        x[i] = at;
        row[i] = line;
        at += wide;
    }
    return line + 1;
}

double legend_height(const struct chart *chart, double width)
{
    if (chart->kind == CHART_HEAT)
        return RAMP_HEIGHT;
    if (!needed(chart))
        return 0;
    const GPtrArray *names = entries(chart);
    g_autofree double *x = g_new(double, names->len);
    g_autofree unsigned *row = g_new(unsigned, names->len);
    return place(names, width, x, row) * LINE_HEIGHT + 4.0;
}

static void draw_key(struct drawing *drawing, unsigned index, double x, double y)
{
    struct svg *svg = &drawing->svg;
    if (drawing->chart->shaded) {
        char level[8];
        palette_level(index, drawing->chart->series->len, level);
        svg_cell(svg, x, y - 9, KEY_WIDTH, 11, level, NULL);
        return;
    }
    if (drawing->chart->kind != CHART_LINES) {
        bool stacked = drawing->chart->kind == CHART_STACKED;
        svg_block(svg, x, y - 9, KEY_WIDTH, 11,
                  stacked ? chart_part_colour(drawing->chart, index) : index, NULL);
        return;
    }
    svg_open(svg, "line");
    svg_length(svg, "x1", x);
    svg_length(svg, "y1", y - 4);
    svg_length(svg, "x2", x + KEY_WIDTH);
    svg_length(svg, "y2", y - 4);
    svg_attribute(svg, "stroke", palette_line(index));
    svg_attribute(svg, "stroke-width", "2");
    if (palette_dash(index))
        svg_attribute(svg, "stroke-dasharray", palette_dash(index));
    svg_close_empty(svg);
    svg_marker(svg, x + KEY_WIDTH / 2.0, y - 4, index, NULL);
}

void legend_draw(struct drawing *drawing, double width, double top)
{
    if (!needed(drawing->chart))
        return;
    const GPtrArray *names = entries(drawing->chart);
    g_autofree double *x = g_new(double, names->len);
    g_autofree unsigned *row = g_new(unsigned, names->len);
    place(names, width, x, row);
    for (guint i = 0; i < names->len; i++) {
        double y = top + row[i] * LINE_HEIGHT + 13;
        double room = entry_width(names->pdata[i], width) - KEY_WIDTH - KEY_GAP;
        g_autofree char *name = text_fit(names->pdata[i], TYPE_SIZE, room);
        draw_key(drawing, i, x[i], y);
        svg_text(&drawing->svg, x[i] + KEY_WIDTH + KEY_GAP, y, ANCHOR_START, TYPE_SIZE, name);
    }
}
