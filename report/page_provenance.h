/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's account of how single runs were made: the object "provenance" of what --json writes.
 */
#ifndef SIMGPU_REPORT_PAGE_PROVENANCE_H
#define SIMGPU_REPORT_PAGE_PROVENANCE_H

#include "report/results.h"

/* Writes a table with a row for each run. Writes nothing for a study, since its points have keys
 * and commands, and nothing for results without provenance. */
void page_append_provenance(GString *out, const struct results_study *study);

#endif
