/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/wide.h"

#include "base/csv_field.h"
#include "study/cells.h"
#include "study/derive.h"
#include "study/store_sql.h"

#include <math.h>

/* The columns of metrics. */
struct columns {
    GPtrArray *names;  /* char * */
    GHashTable *index; /* name to its index + 1 */
};

static void columns_init(struct columns *columns)
{
    columns->names = g_ptr_array_new_with_free_func(g_free);
    columns->index = g_hash_table_new(g_str_hash, g_str_equal);
}

static void columns_clear(struct columns *columns)
{
    g_hash_table_unref(columns->index);
    g_ptr_array_unref(columns->names);
}

static void add_column(struct columns *columns, const char *name)
{
    if (g_hash_table_contains(columns->index, name))
        return;
    g_ptr_array_add(columns->names, g_strdup(name));
    unsigned n = columns->names->len;
    g_hash_table_insert(columns->index, columns->names->pdata[n - 1], GUINT_TO_POINTER(n));
}

/* Goes through the metrics of a point. Without `values` it collects columns, else it fills a value
 * in for each. */
static bool each_metric(struct store *store, const char *key, struct columns *columns,
                        double *values, GError **error)
{
    const char *const texts[] = {key, NULL};
    sqlite3_stmt *statement = store_prepare(
        store, "SELECT name, value FROM metric WHERE key = ?1 ORDER BY rowid", texts, error);
    int state = SQLITE_ERROR;
    while (statement && (state = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        if (!values)
            add_column(columns, name);
        else if (sqlite3_column_type(statement, 1) != SQLITE_NULL)
            values[GPOINTER_TO_UINT(g_hash_table_lookup(columns->index, name)) - 1] =
                sqlite3_column_double(statement, 1);
    }
    if (statement && state != SQLITE_DONE)
        store_fail(store, error);
    sqlite3_finalize(statement);
    return state == SQLITE_DONE;
}

static void append_field(GString *text, const char *field)
{
    g_string_append_c(text, ',');
    csv_field_append(text, field);
}

static void append_number(GString *text, double value)
{
    g_autofree char *number = cell_exact(value);
    append_field(text, number);
}

static void append_heads(GString *text, const struct study *study, const struct columns *columns)
{
    g_string_append(text, "position");
    for (unsigned a = 0; a < study->axes->len; a++)
        append_field(text, ((const struct study_axis *)study->axes->pdata[a])->name);
    append_field(text, "status");
    for (unsigned i = 0; i < study->derives->len; i++)
        append_field(text, ((const struct study_derive *)study->derives->pdata[i])->name);
    for (unsigned i = 0; i < columns->names->len; i++)
        append_field(text, columns->names->pdata[i]);
    g_string_append(text, "\r\n");
}

static bool append_metrics(GString *text, struct store *store, const char *key,
                           struct columns *columns, GError **error)
{
    unsigned n = columns->names->len;
    g_autofree double *values = g_new(double, n + 1);
    for (unsigned i = 0; i < n; i++)
        values[i] = (double)NAN;
    if (!each_metric(store, key, columns, values, error))
        return false;
    for (unsigned i = 0; i < n; i++)
        append_number(text, values[i]);
    g_string_append(text, "\r\n");
    return true;
}

/* derived: derive_values. */
static bool append_labels(GString *text, const struct study *study, const GPtrArray *points,
                          unsigned position, const double *derived, struct store *store,
                          GError **error)
{
    const struct study_point *point = points->pdata[position];
    struct store_run end;
    if (!store_get_end(store, point->key, &end, error))
        return false;
    g_string_append_printf(text, "%u", position);
    for (unsigned a = 0; a < study->axes->len; a++)
        append_field(text, study_point_label(study, point, a));
    append_field(text, end.status ? end.status : "missing");
    store_run_clear(&end);
    for (unsigned i = 0; i < study->derives->len; i++)
        append_number(text, derived[(size_t)i * points->len + position]);
    return true;
}

char *wide_csv(const struct study *study, const GPtrArray *points, struct store *store,
               GError **error)
{
    g_autofree double *derived = derive_values(study, points, store, error);
    g_autoptr(GString) text = g_string_new(NULL);
    struct columns columns;
    bool good = derived != NULL;
    columns_init(&columns);
    for (unsigned i = 0; good && i < points->len; i++)
        good = each_metric(store, ((const struct study_point *)points->pdata[i])->key, &columns,
                           NULL, error);
    append_heads(text, study, &columns);
    for (unsigned i = 0; good && i < points->len; i++)
        good = append_labels(text, study, points, i, derived, store, error) &&
               append_metrics(text, store, ((const struct study_point *)points->pdata[i])->key,
                              &columns, error);
    columns_clear(&columns);
    return good ? g_strdup(text->str) : NULL;
}
