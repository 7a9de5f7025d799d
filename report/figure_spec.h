/* SPDX-License-Identifier: BSD-3-Clause */
/* The content of a figure: an entry of a study's member "figures" (docs/howto/reports.md). */
#ifndef SIMGPU_REPORT_FIGURE_SPEC_H
#define SIMGPU_REPORT_FIGURE_SPEC_H

#include "report/chart.h"
#include "report/results.h"

enum figure_mean { MEAN_NONE, MEAN_GEOMETRIC, MEAN_HARMONIC, MEAN_ARITHMETIC };
enum figure_scale { FIGURE_SCALE_AUTO, FIGURE_SCALE_LINEAR, FIGURE_SCALE_LOG };

/* A label of an axis: "where" keeps the points that have it, or another one of the same axis;
 * "normalise" divides by them. */
struct figure_label {
    guint axis, label;
};

struct figure_spec {
    enum chart_kind kind;
    char *title, *caption; /* NULL: made from the rest */
    char *x, *series;      /* names of axes, or of columns of `member`; NULL: none */
    char **metrics;        /* names; a name with * is a pattern. Of a stack: its parts */
    char *member; /* of the results: the table to draw, a figure for each point; NULL: none */
    GArray *where, *normalise; /* struct figure_label */
    bool inverse;              /* of normalise: the baseline by the point, a speedup */
    bool optional;             /* a member of another form is no error, and makes no figure */
    bool share;                /* of stacks: parts of their sum */
    bool profile;              /* of lines: over the index of lists among the metrics; no x */
    enum figure_mean mean;
    enum figure_scale x_scale, y_scale;
    char *ideal; /* of lines: the label of x at which a line in proportion to x is 1; NULL: none */
    char *unit, *x_label, *y_label; /* NULL: known ones */
};

struct figure_spec *figure_spec_new(enum chart_kind kind);
void figure_spec_free(struct figure_spec *spec);

/* The study's figures; empty if it asks for none. struct figure_spec *. NULL on error: INPUT_ERROR
 * with the place, "results.sqlite: at figures[1].kind: ...". */
GPtrArray *figure_specs_read(const struct results_study *study, GError **error);

/* Figures for a study that has none of its own: bars or lines of the cycles, the issue slots, and
 * what observers left in the results. */
GPtrArray *figure_specs_default(const struct results_study *study);

#endif
