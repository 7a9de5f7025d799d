/* SPDX-License-Identifier: BSD-3-Clause */
/* Published values of a study beside its own: "published" of a study file. An entry is about one
 * point, or about a group of points that have one value. study/agreement.h has the rules of the
 * comparison. */
#ifndef SIMGPU_STUDY_PUBLISHED_H
#define SIMGPU_STUDY_PUBLISHED_H

#include "study/agreement.h"
#include "study/cells.h"
#include "study/store.h"

/* A study's own value of an entry; NaN: there is none. A mean has its interval, too. */
struct published_own {
    double value;
    struct interval interval;
};

/* The source of values: those of a derived entry, or of a metric, at a position. False on error. */
struct published_source {
    bool (*value)(const void *data, const char *name, unsigned position, double *value,
                  GError **error);
    const void *data;
};

/* The own value of each entry (struct study_published *); g_free. NULL on error. */
struct published_own *published_own_values(const GPtrArray *entries,
                                           const struct published_source *source, GError **error);
/* The source for a study whose runs are in a store. derived: by derive_values. */
struct published_runs {
    const struct study *study;
    const GPtrArray *points;
    struct store *store;
    const double *derived;
};
struct published_source published_from_runs(const struct published_runs *runs);

/* A table of entries. exact: numbers in full, and a column for the name. cells_clear. */
struct cells published_cells(const GPtrArray *entries, const struct published_own *own, bool exact);

/* A table with a row for each set of two or more entries that differ in the program alone. The row
 * has the number of equal signs, the rank correlation, and the geometric means over the programs
 * that have both values, ours with its interval. Without such a set it has heads only. cells_clear.
 */
struct cells published_agreement(const GPtrArray *entries, const struct published_own *own,
                                 bool exact);

#endif
