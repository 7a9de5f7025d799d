/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/table.h"

#include "study/cells.h"
#include "study/derive.h"
#include "study/published.h"

#include <math.h>
#include <string.h>

/* What is shown of a study, read once. */
struct grid {
    const struct study *study;
    const GPtrArray *points;
    const char *const *metrics;
    unsigned n_metrics;
    double *values;         /* metric after metric, by position */
    double *derived;        /* of derive_values */
    struct store_run *ends; /* by position; status NULL: has not run */
    bool all_done;
};

static void grid_clear(struct grid *grid)
{
    for (unsigned i = 0; grid->ends && i < grid->points->len; i++)
        store_run_clear(&grid->ends[i]);
    g_free(grid->ends);
    g_free(grid->values);
    g_free(grid->derived);
}

static bool grid_read(struct grid *grid, struct store *store, GError **error)
{
    const unsigned n = grid->points->len;
    grid->ends = g_new0(struct store_run, n);
    grid->values = g_new0(double, (size_t)grid->n_metrics *n + 1);
    grid->all_done = true;
    for (unsigned i = 0; i < n; i++) {
        const struct study_point *point = grid->points->pdata[i];
        if (!store_get_end(store, point->key, &grid->ends[i], error))
            return false;
        const bool done = g_strcmp0(grid->ends[i].status, "done") == 0;
        grid->all_done &= done;
        for (unsigned m = 0; m < grid->n_metrics; m++) {
            double *value = &grid->values[(size_t)m * n + i];
            *value = (double)NAN;
            if (done && !store_metric(store, point->key, grid->metrics[m], value, error))
                return false;
        }
    }
    grid->derived = derive_values(grid->study, grid->points, store, error);
    return grid->derived != NULL;
}

static bool grid_init(struct grid *grid, const struct study *study, const GPtrArray *points,
                      struct store *store, const char *const *metrics, GError **error)
{
    *grid = (struct grid){.study = study,
                          .points = points,
                          .metrics = metrics ? metrics : (const char *const *)study->show};
    grid->n_metrics = g_strv_length((char **)grid->metrics);
    return grid_read(grid, store, error);
}

static const struct study_derive *derive_at(const struct grid *grid, unsigned i)
{
    return grid->study->derives->pdata[i];
}

static const double *derived_column(const struct grid *grid, unsigned i)
{
    return grid->derived + (size_t)i * grid->points->len;
}

static const char *status_of(const struct grid *grid, unsigned position)
{
    return grid->ends[position].status ? grid->ends[position].status : "missing";
}

static const char *axis_name(const struct grid *grid, unsigned axis)
{
    return ((const struct study_axis *)grid->study->axes->pdata[axis])->name;
}

/* ---- cells */

static char **heads(const struct grid *grid, bool csv)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    if (csv)
        g_strv_builder_add(row, "position");
    for (unsigned a = 0; a < grid->study->axes->len; a++)
        g_strv_builder_add(row, axis_name(grid, a));
    if (csv || !grid->all_done)
        g_strv_builder_add(row, "status");
    g_strv_builder_addv(row, (const char **)grid->metrics);
    for (unsigned i = 0; i < grid->study->derives->len; i++)
        if (csv || !derive_is_of_group(derive_at(grid, i)))
            g_strv_builder_add(row, derive_at(grid, i)->name);
    if (csv)
        g_strv_builder_add(row, "reason");
    return g_strv_builder_end(row);
}

/* The value of a column at a position. */
static void add_number(GStrvBuilder *row, const double *column, unsigned n, unsigned position,
                       bool csv)
{
    g_autofree char *text = csv ? cell_exact(column[position])
                                : cell_short(column[position], cells_are_whole(column, n));
    g_strv_builder_add(row, text);
}

static char **point_row(const struct grid *grid, unsigned position, bool csv)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    const unsigned n = grid->points->len;
    g_autofree char *number = g_strdup_printf("%u", position);
    if (csv)
        g_strv_builder_add(row, number);
    for (unsigned a = 0; a < grid->study->axes->len; a++)
        g_strv_builder_add(row, study_point_label(grid->study, grid->points->pdata[position], a));
    if (csv || !grid->all_done)
        g_strv_builder_add(row, status_of(grid, position));
    for (unsigned m = 0; m < grid->n_metrics; m++)
        add_number(row, grid->values + (size_t)m * n, n, position, csv);
    for (unsigned i = 0; i < grid->study->derives->len; i++)
        if (csv || !derive_is_of_group(derive_at(grid, i)))
            add_number(row, derived_column(grid, i), n, position, csv);
    if (csv)
        g_strv_builder_add(row, grid->ends[position].reason ? grid->ends[position].reason : "");
    return g_strv_builder_end(row);
}

static struct cells point_cells(const struct grid *grid, bool csv)
{
    struct cells cells = cells_new(grid->study->axes->len + (grid->all_done ? 0 : 1));
    g_ptr_array_add(cells.rows, heads(grid, csv));
    for (unsigned i = 0; i < grid->points->len; i++)
        g_ptr_array_add(cells.rows, point_row(grid, i, csv));
    return cells;
}

/* ---- CSV */

char *table_csv(const struct study *study, const GPtrArray *points, struct store *store,
                const char *const *metrics, GError **error)
{
    struct grid grid;
    if (!grid_init(&grid, study, points, store, metrics, error)) {
        grid_clear(&grid);
        return NULL;
    }
    struct cells cells = point_cells(&grid, true);
    GString *text = g_string_new(NULL);
    cells_append_csv(text, &cells);
    cells_clear(&cells);
    grid_clear(&grid);
    return g_string_free(text, FALSE);
}

/* ---- text */

/* Whether an entry is shown in the table of groups of an entry: both go across the same axes. */
static bool same_table(const struct grid *grid, unsigned i, unsigned k)
{
    const struct study_derive *a = derive_at(grid, i), *b = derive_at(grid, k);
    return derive_is_of_group(a) && derive_is_of_group(b) &&
           memcmp(a->across, b->across, grid->study->axes->len * sizeof *a->across) == 0;
}

/* A group by the labels that its points share, and the values; position -1: the heads. */
static char **group_row(const struct grid *grid, unsigned entry, int position)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    const unsigned n = grid->points->len;
    for (unsigned a = 0; a < grid->study->axes->len; a++)
        if (!derive_at(grid, entry)->across[a])
            g_strv_builder_add(
                row, position < 0
                         ? axis_name(grid, a)
                         : study_point_label(grid->study, grid->points->pdata[position], a));
    for (unsigned i = entry; i < grid->study->derives->len; i++) {
        if (!same_table(grid, entry, i))
            continue;
        if (position < 0)
            g_strv_builder_add(row, derive_at(grid, i)->name);
        else
            add_number(row, derived_column(grid, i), n, (unsigned)position, false);
    }
    return g_strv_builder_end(row);
}

static bool is_first_of_group(const struct grid *grid, const struct study_derive *derive,
                              unsigned position)
{
    for (unsigned i = 0; i < position; i++)
        if (derive_same_group(grid->study, derive, grid->points->pdata[i],
                              grid->points->pdata[position]))
            return false;
    return true;
}

static void append_groups(GString *text, const struct grid *grid, unsigned entry)
{
    const struct study_derive *derive = derive_at(grid, entry);
    for (unsigned i = 0; i < entry; i++)
        if (same_table(grid, i, entry))
            return;
    struct cells cells = cells_new(0);
    for (unsigned a = 0; a < grid->study->axes->len; a++)
        cells.n_left += !derive->across[a];
    g_ptr_array_add(cells.rows, group_row(grid, entry, -1));
    for (unsigned i = 0; i < grid->points->len; i++)
        if (is_first_of_group(grid, derive, i))
            g_ptr_array_add(cells.rows, group_row(grid, entry, (int)i));
    g_string_append_c(text, '\n');
    cells_append_text(text, &cells);
    cells_clear(&cells);
}

static void append_failures(GString *text, const struct grid *grid)
{
    for (unsigned i = 0; i < grid->points->len; i++) {
        const struct store_run *end = &grid->ends[i];
        if (!end->status || strcmp(end->status, "done") == 0)
            continue;
        g_autofree char *point = study_point_text(grid->study, grid->points->pdata[i]);
        g_string_append_printf(text, "\npoint %u (%s): %s: %s\n  %s\n", i, point, end->status,
                               end->reason, end->command);
    }
}

/* ---- beside publications */

static void append_cells(GString *text, struct cells cells, bool csv)
{
    if (csv)
        cells_append_csv(text, &cells);
    else
        cells_append_text(text, &cells);
    cells_clear(&cells);
}

static bool append_published(GString *text, const struct grid *grid, struct store *store, bool csv,
                             GError **error)
{
    const GPtrArray *entries = grid->study->published;
    const struct published_runs runs = {grid->study, grid->points, store, grid->derived};
    const struct published_source source = published_from_runs(&runs);
    g_autofree struct published_own *own = published_own_values(entries, &source, error);
    if (!own)
        return false;
    append_cells(text, published_cells(entries, own, csv), csv);
    struct cells agreement = published_agreement(entries, own, csv);
    if (agreement.rows->len == 1) {
        cells_clear(&agreement);
        return true;
    }
    g_string_append(text, csv ? "\r\n" : "\n");
    append_cells(text, agreement, csv);
    return true;
}

char *table_published(const struct study *study, const GPtrArray *points, struct store *store,
                      bool csv, GError **error)
{
    struct grid grid;
    g_autoptr(GString) text = g_string_new(NULL);
    const bool good = grid_init(&grid, study, points, store, NULL, error) &&
                      append_published(text, &grid, store, csv, error);
    grid_clear(&grid);
    return good ? g_strdup(text->str) : NULL;
}

char *table_text(const struct study *study, const GPtrArray *points, struct store *store,
                 const char *const *metrics, GError **error)
{
    struct grid grid;
    if (!grid_init(&grid, study, points, store, metrics, error)) {
        grid_clear(&grid);
        return NULL;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s\n\n", study->title);
    struct cells cells = point_cells(&grid, false);
    cells_append_text(text, &cells);
    cells_clear(&cells);
    for (unsigned i = 0; i < study->derives->len; i++)
        if (derive_is_of_group(derive_at(&grid, i)))
            append_groups(text, &grid, i);
    bool good = true;
    if (study->published->len > 0) {
        g_string_append_c(text, '\n');
        good = append_published(text, &grid, store, false, error);
    }
    append_failures(text, &grid);
    grid_clear(&grid);
    return g_string_free(text, !good);
}
