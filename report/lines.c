/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines over a number: SMs, bytes of cache, time. Colour, dash and marker all tell lines apart. */
#include "report/axis.h"
#include "report/groups.h"
#include "report/number.h"
#include "report/palette.h"
#include "report/text.h"
#include <math.h>

/* With more points than this a line has no markers and no tooltips. */
enum { MOST_MARKERS = 40 };

struct range {
    double low, high;
};

static void include(struct range *range, double value)
{
    if (isnan(value))
        return;
    range->low = isnan(range->low) ? value : MIN(range->low, value);
    range->high = isnan(range->high) ? value : MAX(range->high, value);
}

static const GArray *line_of(const struct chart *chart, guint series)
{
    return chart->lines->pdata[series];
}

static void find_ranges(const struct chart *chart, struct range *x, struct range *y)
{
    *x = *y = (struct range){NAN, NAN};
    for (guint i = 0; i < chart->lines->len; i++) {
        const GArray *line = line_of(chart, i);
        for (guint k = 0; k < line->len; k++) {
            const struct chart_point *point = &g_array_index(line, struct chart_point, k);
            include(x, point->x);
            include(y, point->y);
        }
    }
    for (guint i = 0; i < chart->rings->len; i++) {
        const struct chart_ring *ring = &g_array_index(chart->rings, struct chart_ring, i);
        include(x, ring->at.x);
        include(y, ring->at.y);
    }
    for (guint i = 0; i < chart->x_places->len; i++)
        include(x, g_array_index(chart->x_places, double, i));
    include(y, chart->reference);
    include(y, x->low / chart->ideal);
    include(y, x->high / chart->ideal);
    if (isnan(x->low))
        *x = (struct range){0, 1};
    if (isnan(y->low))
        *y = (struct range){0, 1};
}

static void set_scales(const struct drawing *drawing, struct scale *x, struct scale *y)
{
    const struct chart *chart = drawing->chart;
    struct range across, up;
    find_ranges(chart, &across, &up);
    if (chart->x_log && across.low > 0)
        scale_set_log(x, across.low, across.high);
    else if (chart->x_named)
        scale_set_exact(x, -0.5, chart->x_labels->len - 0.5);
    else if (across.low < across.high)
        scale_set_exact(x, across.low, across.high);
    else
        scale_set_linear(x, across.low, across.high, 2);
    if (chart->y_log && up.low > 0)
        scale_set_log_wide(y, up.low, up.high);
    else
        scale_set_linear(y, MIN(up.low, 0), up.high,
                         axis_wanted_ticks(drawing->frame.bottom - drawing->frame.top, 38));
}

static void draw_path(struct drawing *drawing, const struct scale *x, const struct scale *y,
                      guint series)
{
    struct svg *svg = &drawing->svg;
    const GArray *line = line_of(drawing->chart, series);
    bool down = false;
    svg_open(svg, "path");
    g_string_append(svg->text, " d=\"");
    for (guint k = 0; k < line->len; k++) {
        const struct chart_point *point = &g_array_index(line, struct chart_point, k);
        if (isnan(point->y)) {
            down = false;
            continue;
        }
        g_string_append_c(svg->text, down ? 'L' : 'M');
        number_append_length(svg->text, scale_at(x, point->x));
        g_string_append_c(svg->text, ',');
        number_append_length(svg->text, scale_at(y, point->y));
        down = true;
    }
    g_string_append_c(svg->text, '"');
    svg_attribute(svg, "fill", "none");
    svg_attribute(svg, "stroke", palette_line(series));
    svg_attribute(svg, "stroke-width", line->len > MOST_MARKERS ? "1.5" : "2");
    svg_attribute(svg, "stroke-linejoin", "round");
    if (palette_dash(series))
        svg_attribute(svg, "stroke-dasharray", palette_dash(series));
    svg_close_empty(svg);
}

/* In proportion to x: straight if both scales are of one kind. */
static void draw_ideal(struct drawing *drawing, const struct scale *x, const struct scale *y)
{
    enum { STEPS = 48 };
    struct svg *svg = &drawing->svg;
    double ideal = drawing->chart->ideal;
    if (isnan(ideal))
        return;
    svg_open(svg, "path");
    g_string_append(svg->text, " d=\"");
    for (guint i = 0; i <= STEPS; i++) {
        double part = (double)i / STEPS;
        double at = x->logarithmic ? x->low * pow(x->high / x->low, part)
                                   : x->low + (x->high - x->low) * part;
        g_string_append_c(svg->text, i > 0 ? 'L' : 'M');
        number_append_length(svg->text, scale_at(x, at));
        g_string_append_c(svg->text, ',');
        number_append_length(svg->text, scale_at(y, at / ideal));
    }
    g_string_append_c(svg->text, '"');
    svg_attribute(svg, "fill", "none");
    svg_attribute(svg, "stroke", SVG_AXIS);
    svg_attribute(svg, "stroke-dasharray", "2 4");
    svg_close_empty(svg);
}

static void draw_markers(struct drawing *drawing, const struct scale *x, const struct scale *y,
                         guint series)
{
    const struct chart *chart = drawing->chart;
    const GArray *line = line_of(chart, series);
    if (line->len > MOST_MARKERS)
        return;
    for (guint k = 0; k < line->len; k++) {
        const struct chart_point *point = &g_array_index(line, struct chart_point, k);
        if (isnan(point->y))
            continue;
        const char *label = chart_x_label(chart, point->x);
        g_autofree char *across = label ? g_strdup(label) : number_for_people(point->x);
        g_autofree char *up = number_for_people(point->y);
        const char *name = chart->series->pdata[series];
        g_autofree char *tip = g_strdup_printf("%s%s%s: %s", name, *name ? ", " : "", across, up);
        svg_marker(&drawing->svg, scale_at(x, point->x), scale_at(y, point->y), series, tip);
    }
}

/* What publications give, where the points of the same line and place are. */
static void draw_rings(struct drawing *drawing, const struct scale *x, const struct scale *y)
{
    const struct chart *chart = drawing->chart;
    for (guint i = 0; i < chart->rings->len; i++) {
        const struct chart_ring *ring = &g_array_index(chart->rings, struct chart_ring, i);
        if (y->logarithmic && ring->at.y <= 0)
            continue;
        const char *name = chart->series->pdata[ring->series];
        g_autofree char *number = number_for_people(ring->at.y);
        g_autofree char *tip =
            g_strdup_printf("%s%spublished: %s", name, *name ? ", " : "", number);
        svg_ring(&drawing->svg, scale_at(x, ring->at.x), scale_at(y, ring->at.y),
                 palette_line(ring->series), tip);
    }
}

/* The labels of the places that were measured; one that would touch its neighbour is left out. */
static void draw_places(struct drawing *drawing, struct scale *x)
{
    const struct chart *chart = drawing->chart;
    const struct frame *frame = &drawing->frame;
    guint n = chart->x_labels->len;
    double margin = chart->x_named ? 0 : 24, free_from = -INFINITY;
    g_autofree double *middle = g_new(double, n + 1);
    x->from = frame->left + margin;
    x->to = frame->right - margin;
    for (guint i = 0; i < n; i++)
        middle[i] = scale_at(x, g_array_index(chart->x_places, double, i));
    if (chart->x_named) {
        groups_draw_labels(drawing, middle);
        return;
    }
    for (guint i = 0; i < n; i++) {
        const char *label = chart->x_labels->pdata[i];
        double half = text_width(label, TYPE_SIZE) / 2;
        svg_line(&drawing->svg, middle[i], frame->bottom, middle[i], frame->bottom + 4, SVG_AXIS);
        if (middle[i] - half < free_from)
            continue;
        svg_text(&drawing->svg, middle[i], frame->bottom + 17, ANCHOR_MIDDLE, TYPE_SIZE, label);
        free_from = middle[i] + half + 6;
    }
}

void lines_draw(struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    struct scale x = {0}, y = {0};
    set_scales(drawing, &x, &y);
    axis_left(drawing, &y, false);
    axis_corner(drawing);
    if (chart->x_places->len > 0)
        draw_places(drawing, &x);
    else
        axis_below(drawing, &x);
    if (!isnan(chart->reference)) {
        double at = scale_at(&y, chart->reference);
        svg_line(&drawing->svg, drawing->frame.left, at, drawing->frame.right, at, SVG_AXIS);
    }
    draw_ideal(drawing, &x, &y);
    for (guint i = 0; i < chart->lines->len; i++)
        draw_path(drawing, &x, &y, i);
    for (guint i = 0; i < chart->lines->len; i++)
        draw_markers(drawing, &x, &y, i);
    draw_rings(drawing, &x, &y);
    axis_title_below(drawing);
}
