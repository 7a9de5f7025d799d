/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes the charts of a study's figures. It picks the points and looks up their numbers. If a
 * figure leaves an axis open, it splits the figure into one for each value of the axis. */
#ifndef SIMGPU_REPORT_FIGURES_H
#define SIMGPU_REPORT_FIGURES_H

#include "report/figure_spec.h"

/* Makes struct chart *. Their ids differ from those in `taken` (a set of strings), and are added to
 * it. Figures without any number are left out. If one of `specs` made no chart at all, a text about
 * it is added to `empty`, as char * (NULL: nobody asks). NULL on error: INPUT_ERROR. */
GPtrArray *figures_make(const struct results_study *study, const GPtrArray *specs,
                        GHashTable *taken, GPtrArray *empty, GError **error);

/* A figure about some of the points. Everything is borrowed. */
struct figure_request {
    const struct results_study *study;
    const struct figure_spec *spec;
    const GPtrArray *rows;      /* struct results_row * */
    const char *const *metrics; /* without patterns, NULL-terminated */
    const char *title;
    const char *unit; /* unit of the values; "": none, or several */
    /* All times of a figure have one unit. */
    double time_factor;
    const char *time_unit;
};

/* Of axes and metrics: bars, stacks, heat maps; lines. NULL-free. */
struct chart *figure_grid(const struct figure_request *request);
struct chart *figure_lines(const struct figure_request *request);
/* Over the index of lists. */
struct chart *figure_profile(const struct figure_request *request);
/* A chart of a member of the results: the figure's member or, if that has a *, one that fits. NULL
 * on error. */
struct chart *figure_member(const struct figure_request *request, const char *path, GError **error);

/* The point's number as the figure shows it: normalised if the figure asks for it. A stack is
 * normalised by the sum of its parts. */
double figure_value(const struct figure_request *request, const struct results_row *row,
                    const char *metric);

/* The published value of a point, in the figure's unit. For a mean or an oracle it is that of its
 * group. NAN: there is none, or only a bound, or the figure is normalised. */
double figure_published(const struct figure_request *request, const struct results_row *row,
                        const char *metric);

/* Labels of an axis that some of the rows have, as indices in the axis' order; g_array_unref. */
GArray *figure_labels(const struct figure_request *request, guint axis);

/* Whether 1 stands for a baseline in all values of the figure. */
bool figure_is_relative(const struct figure_request *request);

/* Names for series of several metrics: the words in which they differ. Each has its own unit if the
 * units differ. g_strfreev. */
char **figure_metric_names(const struct figure_request *request);

/* Sets the chart's caption and the titles of its axes. */
void figure_set_words(struct chart *chart, const struct figure_request *request);

/* Call it when a stack's grid is full. Leaves out parts that are 0 everywhere. share: makes shares.
 */
void figure_finish_stack(struct chart *chart, bool share);

/* The unit of a metric by its name: "cycles", "bytes", "s"; "" for plain counts and ratios. */
const char *metric_unit(const char *name);

/* "warp instructions" for "sm.warp_instructions"; g_free. */
char *metric_words(const char *name);

/* "sm.slots_issued" becomes "issued" beside "sm.slots_idle": the common begin of all names is left
 * out, up to a dot or underscore. Names of a stack's parts also lose the text before the last dot,
 * if the rest still differs. g_strfreev. */
char **metric_short_names(const char *const *names, bool parts);

/* Picoseconds become ns, us, ms or s, whatever fits the largest value; returns the unit. */
const char *picosecond_unit(double largest, double *factor);

#endif
