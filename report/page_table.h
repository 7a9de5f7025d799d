/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's tables, and links to data that lies in the page itself. */
#ifndef SIMGPU_REPORT_PAGE_TABLE_H
#define SIMGPU_REPORT_PAGE_TABLE_H

#include "report/results.h"

/* A link that saves the text as a file of this name. */
void page_append_data_link(GString *out, const char *name, const char *words, const char *csv);

/* Points that are not done, with reason and command; nothing if there are none. */
void page_append_failures(GString *out, const struct results_study *study);

/* Published values beside the study's, and the same as CSV; nothing if there are none. */
void page_append_published(GString *out, const struct results_study *study);

/* Every point with the figures that people look at first, and all metrics as CSV, but for those
 * of single kernels, which are many. */
void page_append_points(GString *out, const struct results_study *study);

#endif
