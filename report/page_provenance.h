/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's account of how single runs were made: the object "provenance" of what --json writes.
 */
#ifndef SIMGPU_REPORT_PAGE_PROVENANCE_H
#define SIMGPU_REPORT_PAGE_PROVENANCE_H

#include "report/results.h"

/* A table with a row for each run; nothing for a study, whose points have keys and commands, and
 * for results that do not say how they were made. */
void page_append_provenance(GString *out, const struct results_study *study);

#endif
