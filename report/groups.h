/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of bars along the x axis: where they stand and how their labels are turned. */
#ifndef SIMGPU_REPORT_GROUPS_H
#define SIMGPU_REPORT_GROUPS_H

#include "report/chart.h"

struct groups {
    const struct chart *chart;
    double left, step; /* of the first group; from one to the next */
    double bar;        /* a bar's width */
    double mean_gap;   /* between the last group and the first mean */
};

/* The least width of a drawing in which every bar can still be seen. */
double groups_needed_width(const struct chart *chart);

/* Below the plot: labels of the x axis and its title. The frame's width is set; all kinds. */
double groups_label_room(const struct chart *chart, const struct frame *frame);

/* The frame's left is set. */
void groups_place(struct groups *groups, const struct drawing *drawing);
double groups_bar_x(const struct groups *groups, guint x, guint series);
double groups_middle(const struct groups *groups, guint x);

/* Labels below the plot, level or turned; `middle` has the place of each. */
void groups_draw_labels(struct drawing *drawing, const double *middle);

#endif
