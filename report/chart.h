/* SPDX-License-Identifier: BSD-3-Clause */
/* A figure's data and words, and its drawing. Each kind is drawn by a file of its own.
 *
 * The same chart is drawn at several widths: type and margins stay, the plot changes.
 */
#ifndef SIMGPU_REPORT_CHART_H
#define SIMGPU_REPORT_CHART_H

#include "report/scale.h"
#include "report/svg.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum chart_kind { CHART_BARS, CHART_STACKED, CHART_LINES, CHART_HEAT, CHART_PATTERN };

struct chart_point {
    double x, y;
};

struct chart_ring {
    struct chart_point at;
    uint32_t series;
};

struct chart_mark {
    uint32_t row;   /* in the chart's rows (y) */
    uint32_t class; /* in the chart's series */
    double start, length;
    double count; /* number of issues that it stands for */
};

struct chart {
    enum chart_kind kind;
    char *id; /* id of the page's element, and name of the files */
    char *title, *caption;
    char *x_title, *y_title; /* with units in brackets */
    GPtrArray *x_labels;     /* char *: groups of bars; columns of a heat map; places of lines */
    GArray *x_places;        /* of lines with labels: double, the place of each label */
    bool x_named;            /* the places are 0, 1, 2, ..., because the labels are no numbers */
    GPtrArray *series; /* char *: bars of a group, lines, classes of marks, rows of a heat map */
    GPtrArray *parts;  /* char *: parts of a stack; one, unnamed, in other kinds */
    guint *colours;    /* of stacks: of each part, in the palette; NULL: 0, 1, 2, ... */
    double *grid;      /* [x][series][part], NAN: nothing there; not of lines and patterns */
    GPtrArray *lines;  /* of lines: a GArray of struct chart_point for each series */
    GPtrArray *rows;   /* of patterns: char *, from the top */
    GArray *marks;     /* of patterns: struct chart_mark, in order of time */
    guint first_mean;  /* of bars: groups from here on are means, set apart; else the count */
    double reference;  /* of bars and lines: a line across at this value; NAN: none */
    double ideal;      /* of lines: also one in proportion to x, which is 1 here; NAN: none */
    double *published; /* of bars: published values, like `grid` without means; NULL: none */
    GArray *rings;     /* of lines: struct chart_ring, published values */
    bool x_log, y_log;
    bool shaded; /* of patterns: classes are levels of one quantity, from light to dark */
    bool share;  /* of stacks: values are shares, the axis ends at 100 % */
};

struct chart *chart_new(enum chart_kind kind, const char *title);
void chart_free(struct chart *chart);

/* Makes the grid, all NAN, when the labels are there. At least one series and part. */
void chart_make_grid(struct chart *chart);
double *chart_cell(const struct chart *chart, guint x, guint series, guint part);

/* The palette's index of a part of a stack. */
guint chart_part_colour(const struct chart *chart, guint part);

/* The label of a place on the x axis of lines; NULL: it has none. */
const char *chart_x_label(const struct chart *chart, double x);

/* Whether there is a number to draw. */
bool chart_has_data(const struct chart *chart);

struct chart_form {
    double width; /* the least width; a chart with much content becomes wider */
    const char *id;
    bool with_title; /* for a drawing that stands alone */
};

/* The drawing as SVG; g_free. */
char *chart_svg(const struct chart *chart, const struct chart_form *form);

/* The data as CSV (docs/howto/reports.md says how each kind looks); g_free. */
char *chart_csv(const struct chart *chart);

/* Sizes that drawing functions share. */
enum { TYPE_SIZE = 12, TITLE_SIZE = 15, LINE_HEIGHT = 17 };

struct frame {
    double width, height;            /* of the drawing */
    double left, right, top, bottom; /* of the plot */
};

struct drawing {
    struct svg svg;
    const struct chart *chart;
    struct frame frame;
};

void bars_draw(struct drawing *drawing);
void stacked_draw(struct drawing *drawing);
void lines_draw(struct drawing *drawing);
void heat_draw(struct drawing *drawing);
void pattern_draw(struct drawing *drawing);

#endif
