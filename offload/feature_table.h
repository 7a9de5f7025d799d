/* SPDX-License-Identifier: BSD-3-Clause */
/* A table from a CSV file. Each launch has a row, and each feature has a named column.
 *
 * Cells are texts. They must be numbers only in columns that somebody asks for. So a table may have
 * further columns of any kind.
 * Source: RFC 4180. Differs: lines may end with LF alone, and empty lines are skipped.
 */
#ifndef SIMGPU_OFFLOAD_FEATURE_TABLE_H
#define SIMGPU_OFFLOAD_FEATURE_TABLE_H

#include <glib.h>
#include <stdbool.h>

struct feature_row {
    GStrv cells;   /* one for each column */
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
/* The same; the error lists the table's columns. */
bool feature_table_column(const struct feature_table *table, const char *column, unsigned *out,
                          GError **error);
const char *feature_table_text(const struct feature_table *table, unsigned row, unsigned column);
/* Reads a finite number; anything else is an error. */
bool feature_table_number(const struct feature_table *table, unsigned row, unsigned column,
                          double *out, GError **error);

#endif
