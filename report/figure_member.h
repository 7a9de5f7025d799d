/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files that read members of results share. */
#ifndef SIMGPU_REPORT_FIGURE_MEMBER_H
#define SIMGPU_REPORT_FIGURE_MEMBER_H

#include "report/figures.h"
#include "report/member_table.h"

/* INPUT_ERROR that names the results file and the member. Returns false. */
bool member_fail(const struct figure_request *request, GError **error, const char *what);

/* The index of a column; an error if there is none. */
bool member_column(const struct figure_request *request, const struct member_table *table,
                   const char *name, guint *out, GError **error);

/* An issue pattern: a row of the table a mark. x: the column of its time; the first metric: of its
 * row in the drawing; a second one: of its length, else it is 1; series: of its class. */
bool member_fill_pattern(struct chart *chart, const struct figure_request *request,
                         const struct member_table *table, GError **error);

/* An issue pattern of counts, as the observer "pattern" writes it: {"first_cycle", "column_cycles",
 * "warps": a row of counts each}. False: the member is nothing of the kind. */
bool member_fill_counts(struct chart *chart, JsonNode *member);

#endif
