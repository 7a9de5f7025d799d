/* SPDX-License-Identifier: BSD-3-Clause */
/* A table from a CSV file: one row a launch, one named column a feature.
 *
 * Cells are texts; those of the columns that somebody asks for have to be numbers. So a table may
 * have columns that nobody here knows.
 * Source: RFC 4180. Differs: lines may end with LF alone, and empty lines are skipped.
 */
#ifndef SIMGPU_OFFLOAD_FEATURE_TABLE_H
#define SIMGPU_OFFLOAD_FEATURE_TABLE_H

#include <glib.h>
#include <stdbool.h>

struct feature_row {
    GStrv cells;   /* as many as there are columns */
    unsigned line; /* in the file */
};

struct feature_table {
    char *file;
    GStrv columns; /* names, no two equal */
    unsigned n_columns;
    GPtrArray *rows; /* struct feature_row */
};

/* NULL with an error that names file and line. */
struct feature_table *feature_table_load(const char *file, GError **error);
struct feature_table *feature_table_parse(const char *file, const char *text, GError **error);
void feature_table_free(struct feature_table *table);

/* Index of a column, -1 if there is none. */
int feature_table_find(const struct feature_table *table, const char *column);
/* The same; with an error that lists the columns there are. */
bool feature_table_column(const struct feature_table *table, const char *column, unsigned *out,
                          GError **error);
const char *feature_table_text(const struct feature_table *table, unsigned row, unsigned column);
/* A finite number; else false with an error. */
bool feature_table_number(const struct feature_table *table, unsigned row, unsigned column,
                          double *out, GError **error);

#endif
