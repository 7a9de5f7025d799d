/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of cells as a table for a terminal, or as CSV (RFC 4180). */
#ifndef SIMGPU_STUDY_CELLS_H
#define SIMGPU_STUDY_CELLS_H

#include <glib.h>
#include <stdbool.h>

struct cells {
    GPtrArray *rows; /* char **, all of the same length; the first one has the heads */
    unsigned n_left; /* columns of text, aligned left; the others are aligned right */
    bool text_last;  /* the last column is of text, too */
};

/* A table without rows. It owns rows that you add. */
struct cells cells_new(unsigned n_left);
void cells_clear(struct cells *cells);

void cells_append_text(GString *text, const struct cells *cells);
void cells_append_csv(GString *text, const struct cells *cells);

/* The shortest text that reads back as the same number; NaN: "". g_free. */
char *cell_exact(double value);
/* A text for people. whole: without a point; else with three places behind the point, or as many
 * digits. NaN: "-". g_free. */
char *cell_short(double value, bool whole);
/* Whether a column has whole numbers only. */
bool cells_are_whole(const double *values, unsigned n);

#endif
