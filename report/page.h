/* SPDX-License-Identifier: BSD-3-Clause */
/* The report: one HTML file that needs nothing else. */
#ifndef SIMGPU_REPORT_PAGE_H
#define SIMGPU_REPORT_PAGE_H

#include "report/results.h"

/* A study's part of a report. */
struct page_study {
    const struct results_study *results;
    GPtrArray *charts; /* struct chart * */
    GPtrArray *empty;  /* char *: texts about figures without numbers; NULL: none */
};

/* The page; g_free. version: simgpu's. */
char *page_html(const struct page_study *studies, guint n, const char *version);

/* The table of a study's points as CSV: axes, status, then every metric that a point has; g_free.
 */
char *page_points_csv(const struct results_study *study);

#endif
