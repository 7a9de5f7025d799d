/* SPDX-License-Identifier: BSD-3-Clause */
/* What a study derives of its points' metrics: speedups over a baseline, means, oracles.
 *
 * speedup, relative
 *     of a point: the baseline is the point with the same values but those that "over" names.
 * ratio
 *     of a point.
 * means, best
 *     of a group: the points that differ in the axes of "across" only. Every point of a group has
 *     the same value, also those that "where" leaves out of it. Excluded combinations are no part
 *     of a group.
 *
 * There is no value (NaN) where something it needs is missing: a mean of some of the points would
 * not be comparable with a mean of all. Geometric and harmonic means are of positive numbers only.
 */
#ifndef SIMGPU_STUDY_DERIVE_H
#define SIMGPU_STUDY_DERIVE_H

#include "study/store.h"

/* values[i * points->len + position] for entry i of study->derives; g_free. NULL on error. */
double *derive_values(const struct study *study, const GPtrArray *points, struct store *store,
                      GError **error);

/* The same into the table `derived`. */
bool study_derive(const struct study *study, const GPtrArray *points, struct store *store,
                  GError **error);

/* Whether an entry has one value a group (means, best), not one a point. */
bool derive_is_of_group(const struct study_derive *derive);
/* Whether two points are in one group of such an entry. */
bool derive_same_group(const struct study *study, const struct study_derive *derive,
                       const struct study_point *a, const struct study_point *b);
/* Whether its "where" lets a point count. */
bool derive_counts(const struct study_derive *derive, const struct study_point *point);

#endif
