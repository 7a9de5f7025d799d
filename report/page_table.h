/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's tables, and links to data that lies in the page itself. */
#ifndef SIMGPU_REPORT_PAGE_TABLE_H
#define SIMGPU_REPORT_PAGE_TABLE_H

#include "report/results.h"

/* A link that saves the text as a file of this name. */
void page_append_data_link(GString *out, const char *name, const char *words, const char *csv);

/* Writes the points that are not done, with reason and command; nothing if there are none. */
void page_append_failures(GString *out, const struct results_study *study);

/* Writes published values beside the study's, also as CSV; nothing if there are none. */
void page_append_published(GString *out, const struct results_study *study);

/* Writes every point with the figures that people look at first. The CSV has all metrics except
 * those of single kernels, which are many. */
void page_append_points(GString *out, const struct results_study *study);

#endif
