/* SPDX-License-Identifier: BSD-3-Clause */
/* A study's grid as text: a table for a terminal, or CSV. */
#ifndef SIMGPU_STUDY_TABLE_H
#define SIMGPU_STUDY_TABLE_H

#include "study/store.h"

/* metrics: NULL means those of the study's "show". CSV (RFC 4180) has a row for each point. The
 * table shows means and oracles apart, with a row for each group. g_free; NULL on error. */
char *table_text(const struct study *study, const GPtrArray *points, struct store *store,
                 const char *const *metrics, GError **error);
char *table_csv(const struct study *study, const GPtrArray *points, struct store *store,
                const char *const *metrics, GError **error);

/* Only the published values beside the study's, as CSV or as a table. */
char *table_published(const struct study *study, const GPtrArray *points, struct store *store,
                      bool csv, GError **error);

#endif
