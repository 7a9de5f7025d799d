/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that the readers of results' members share. */
#ifndef SIMGPU_REPORT_FIGURE_MEMBER_H
#define SIMGPU_REPORT_FIGURE_MEMBER_H

#include "report/figures.h"
#include "report/member_table.h"

/* Sets an INPUT_ERROR that names the results file and the member. Returns false. */
bool member_fail(const struct figure_request *request, GError **error, const char *what);

/* The index of a column; an error if there is none. */
bool member_column(const struct figure_request *request, const struct member_table *table,
                   const char *name, guint *out, GError **error);

/* An issue pattern: each row of the table is a mark. x names the column of its time. The first
 * metric names that of its row in the drawing. A second metric names that of its length; without it
 * the length is 1. series names that of its class. */
bool member_fill_pattern(struct chart *chart, const struct figure_request *request,
                         const struct member_table *table, GError **error);

/* An issue pattern of counts, as the observer "pattern" writes it: {"first_cycle", "column_cycles",
 * "warps": a row of counts for each}. False: the member has another form. */
bool member_fill_counts(struct chart *chart, JsonNode *member);

#endif
