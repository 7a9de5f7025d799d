/* SPDX-License-Identifier: BSD-3-Clause */
/* A study's results as one table that data frames and databases read: a row a point, a column for
 * each axis, derived value and metric (docs/explanation/studies.md, "One table of everything").
 */
#ifndef SIMGPU_STUDY_WIDE_H
#define SIMGPU_STUDY_WIDE_H

#include "study/store.h"

/* CSV (RFC 4180): position, the axes, status, what is derived, then every metric that any point of
 * the study has, in the order of the results. What a point lacks is empty. g_free; NULL on error.
 */
char *wide_csv(const struct study *study, const GPtrArray *points, struct store *store,
               GError **error);

#endif
