/* SPDX-License-Identifier: BSD-3-Clause */
/* A member of a run's results as a table. Three forms are tables:
 *   [{"warp": 0, "parts": {"sync": 5}}, ...]           columns "warp" and "parts.sync"
 *   {"columns": ["cycle", "ipc"], "rows": [[0, 1.5], ...]}
 *   {"cycle": [0, 100], "metrics": {"ipc": [1.5, 2]}}   arrays of the same length
 */
#ifndef SIMGPU_REPORT_MEMBER_TABLE_H
#define SIMGPU_REPORT_MEMBER_TABLE_H

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>

struct member_table {
    GPtrArray *columns; /* char * */
    GPtrArray *cells;   /* JsonNode *, borrowed from the member; row after row; NULL: empty */
    guint n_rows;
};

/* False: the member has none of the three forms. Finish the table with _clear in any case. */
bool member_table_read(struct member_table *table, JsonNode *member);
void member_table_clear(struct member_table *table);

/* -1: there is none. */
int member_table_column(const struct member_table *table, const char *name);
/* The columns whose names fit one of these patterns, which may have a *. GArray of guint. */
GArray *member_table_columns(const struct member_table *table, char *const *patterns);
/* The number in a cell; NAN: it has none. */
double member_table_number(const struct member_table *table, guint row, guint column);
/* The text of a cell; "": it is empty. g_free. */
char *member_table_text(const struct member_table *table, guint row, guint column);

#endif
