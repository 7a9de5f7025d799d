/* SPDX-License-Identifier: BSD-3-Clause */
/* What publications say about values of a study, beside the study's own: "published" of a study
 * file. An entry is about one point, or about a group of points that have one value. */
#ifndef SIMGPU_STUDY_PUBLISHED_H
#define SIMGPU_STUDY_PUBLISHED_H

#include "study/cells.h"
#include "study/store.h"

/* A table of entries (struct study_published *) with a study's own values of them, NaN where there
 * is none. exact: numbers in full, and a column for the name. cells_clear. */
struct cells published_cells(const GPtrArray *entries, const double *ours, bool exact);

/* The own value of each entry; g_free. derived: of derive_values. NULL on error. */
double *published_ours(const struct study *study, const GPtrArray *points, struct store *store,
                       const double *derived, GError **error);

#endif
