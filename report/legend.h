/* SPDX-License-Identifier: BSD-3-Clause */
/* The legend: above the plot, in rows as wide as the drawing. */
#ifndef SIMGPU_REPORT_LEGEND_H
#define SIMGPU_REPORT_LEGEND_H

#include "report/chart.h"

/* The legend's height; 0: this chart needs none. */
double legend_height(const struct chart *chart, double width);
void legend_draw(struct drawing *drawing, double width, double top);

#endif
