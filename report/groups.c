/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/groups.h"
#include "report/text.h"
#include <math.h>

enum { LEAST_BAR = 5, LEFT_MARGIN = 75, TITLE_ROOM = 22, MOST_LABEL = 150 };

static bool has_means(const struct chart *chart)
{
    return chart->first_mean < chart->x_labels->len;
}

double groups_needed_width(const struct chart *chart)
{
    double bars =
        (chart->series->len + 1.0) * (chart->x_labels->len + (has_means(chart) ? 0.5 : 0));
    return LEFT_MARGIN + LEAST_BAR * bars;
}

static double widest_label(const struct chart *chart)
{
    double widest = 0;
    for (guint i = 0; i < chart->x_labels->len; i++)
        widest = MAX(widest, text_width(chart->x_labels->pdata[i], TYPE_SIZE));
    return widest;
}

/* Half a turn to the left when level labels would touch. */
static bool turned(const struct chart *chart, double room)
{
    return chart->x_labels->len > 0 && widest_label(chart) + 6 > room / chart->x_labels->len;
}

/* Whether x has labels below instead of numbers. */
static bool has_labels(const struct chart *chart)
{
    return chart->kind == CHART_LINES ? chart->x_named : chart->x_labels->len > 0;
}

double groups_label_room(const struct chart *chart, const struct frame *frame)
{
    double room = TITLE_ROOM + 20;
    double plot = frame->right - LEFT_MARGIN - (chart->kind == CHART_HEAT ? 60 : 0);
    if (has_labels(chart) && turned(chart, plot - (has_means(chart) ? plot / 10 : 0)))
        room = TITLE_ROOM + 16 + MIN(widest_label(chart), MOST_LABEL) * 0.71;
    return room - (*chart->x_title ? 0 : TITLE_ROOM - 8);
}

void groups_place(struct groups *groups, const struct drawing *drawing)
{
    const struct chart *chart = drawing->chart;
    const struct frame *frame = &drawing->frame;
    double count = chart->x_labels->len + (has_means(chart) ? 0.5 : 0);
    groups->chart = chart;
    groups->left = frame->left + 2;
    groups->step = (frame->right - groups->left) / MAX(count, 1);
    groups->bar = MIN(groups->step * 0.84 / chart->series->len, 60);
    groups->mean_gap = has_means(chart) ? groups->step * 0.5 : 0;
}

double groups_middle(const struct groups *groups, guint x)
{
    double gap = x >= groups->chart->first_mean ? groups->mean_gap : 0;
    return groups->left + gap + (x + 0.5) * groups->step;
}

double groups_bar_x(const struct groups *groups, guint x, guint series)
{
    double width = groups->bar * groups->chart->series->len;
    return groups_middle(groups, x) - width / 2 + series * groups->bar;
}

void groups_draw_labels(struct drawing *drawing, const double *middle)
{
    const struct chart *chart = drawing->chart;
    const struct frame *frame = &drawing->frame;
    guint n = chart->x_labels->len;
    double step = n > 1 ? middle[1] - middle[0] : frame->right - frame->left;
    bool turn = turned(chart, step * n);
    guint every = 1;
    while (turn && step * every < TYPE_SIZE)
        every++;
    for (guint i = 0; i < n; i += every) {
        const char *label = chart->x_labels->pdata[i];
        if (turn) {
            double room =
                MIN(frame->height - frame->bottom - TITLE_ROOM - 4, MOST_LABEL * 0.71) / 0.71;
            g_autofree char *text = text_fit(label, TYPE_SIZE, MAX(room, 20));
            svg_text_turned(&drawing->svg, middle[i] + 4, frame->bottom + 12, ANCHOR_END, TYPE_SIZE,
                            -45, text);
        } else {
            svg_text(&drawing->svg, middle[i], frame->bottom + 16, ANCHOR_MIDDLE, TYPE_SIZE, label);
        }
    }
}
