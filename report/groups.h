/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of bars along the x axis: their places and the turn of their labels. */
#ifndef SIMGPU_REPORT_GROUPS_H
#define SIMGPU_REPORT_GROUPS_H

#include "report/chart.h"

struct groups {
    const struct chart *chart;
    double left, step; /* place of the first group; distance to the next one */
    double bar;        /* a bar's width */
    double mean_gap;   /* between the last group and the first mean */
};

/* The least width of a drawing in which every bar can still be seen. */
double groups_needed_width(const struct chart *chart);

/* The room below the plot for labels of the x axis and its title, for all kinds. Set the frame's
 * width before. */
double groups_label_room(const struct chart *chart, const struct frame *frame);

/* Set the frame's left before. */
void groups_place(struct groups *groups, const struct drawing *drawing);
double groups_bar_x(const struct groups *groups, guint x, guint series);
double groups_middle(const struct groups *groups, guint x);

/* Draws labels below the plot, level or turned. `middle` has the place of each. */
void groups_draw_labels(struct drawing *drawing, const double *middle);

#endif
