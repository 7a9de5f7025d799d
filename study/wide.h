/* SPDX-License-Identifier: BSD-3-Clause */
/* A study's results as one table for data frames and databases. Each point has a row; each axis,
 * derived value and metric has a column (docs/explanation/studies.md, "One table of everything").
 */
#ifndef SIMGPU_STUDY_WIDE_H
#define SIMGPU_STUDY_WIDE_H

#include "study/store.h"

/* CSV (RFC 4180): position, axes, status, derived values, then every metric that any point of the
 * study has, in the order of the results. A missing value is empty. g_free; NULL on error. */
char *wide_csv(const struct study *study, const GPtrArray *points, struct store *store,
               GError **error);

#endif
