/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that a study derives from its points' metrics: speedups over a baseline, means, oracles.
 *
 * speedup, relative
 *     belong to a point. The baseline is the point with the same values, except those that "over"
 *     names.
 * ratio
 *     belongs to a point.
 * means, best
 *     belong to a group: the points that differ in the axes of "across" only. Every point of a
 * group has the same value, also points that "where" leaves out of it. Excluded combinations are no
 *     part of a group.
 *
 * If a needed number is missing, there is no value (NaN): you could not compare a mean of some
 * points with a mean of all. Geometric and harmonic means need positive numbers.
 */
#ifndef SIMGPU_STUDY_DERIVE_H
#define SIMGPU_STUDY_DERIVE_H

#include "study/store.h"

/* values[i * points->len + position] for entry i of study->derives; g_free. NULL on error. */
double *derive_values(const struct study *study, const GPtrArray *points, struct store *store,
                      GError **error);

/* Writes the same values into the table `derived`. */
bool study_derive(const struct study *study, const GPtrArray *points, struct store *store,
                  GError **error);

/* Whether an entry has one value for each group (means, best), not one for each point. */
bool derive_is_of_group(const struct study_derive *derive);
/* Whether two points are in one group of such an entry. */
bool derive_same_group(const struct study *study, const struct study_derive *derive,
                       const struct study_point *a, const struct study_point *b);
/* Whether a point counts by the entry's "where". */
bool derive_counts(const struct study_derive *derive, const struct study_point *point);

#endif
