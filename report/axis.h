/* SPDX-License-Identifier: BSD-3-Clause */
/* Axes with ticks, grid lines and titles. */
#ifndef SIMGPU_REPORT_AXIS_H
#define SIMGPU_REPORT_AXIS_H

#include "report/chart.h"

/* The number of ticks for which a plot of this height or width has room. */
unsigned axis_wanted_ticks(double length, double each);

/* Draws the y axis of a scale that has low and high. Sets the frame's left, to make room for the
 * labels, and the scale's places. percent: labels in per cent. */
void axis_left(struct drawing *drawing, struct scale *scale, bool percent);

/* Draws the numeric x axis below the plot; sets the scale's places. */
void axis_below(struct drawing *drawing, struct scale *scale);

/* The x axis' title, in the middle below everything. */
void axis_title_below(struct drawing *drawing);
/* The y axis' title, turned, on the left edge. */
void axis_title_left(struct drawing *drawing);

/* The line around the plot's left and lower side. */
void axis_corner(struct drawing *drawing);

#endif
