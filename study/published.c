/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/published.h"
#include <math.h>
#include <string.h>

static char **heads(bool exact)
{
    static const char *const names[] = {"what",           "where",  "published", "ours",
                                        "ours/published", "source", NULL};
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    if (exact)
        g_strv_builder_add(row, "name");
    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(names[i], "source") == 0)
            g_strv_builder_add(row, "same direction");
        g_strv_builder_add(row, names[i]);
    }
    return g_strv_builder_end(row);
}

/* bound: in front of it, or 0. */
static void add_number(GStrvBuilder *row, char bound, double value, bool exact)
{
    g_autofree char *text =
        exact ? cell_exact(value) : cell_short(value, cells_are_whole(&value, 1));
    g_autofree char *bounded = bound ? g_strdup_printf("%c %s", bound, text) : NULL;
    g_strv_builder_add(row, bounded ? bounded : text);
}

/* Above and below neutral are opposite directions; a value that is neutral has none. */
static const char *same_direction(const struct study_published *entry, double ours)
{
    if (isnan(ours))
        return "-";
    if (entry->bound)
        return (entry->bound == '>' ? ours > entry->value : ours < entry->value) ? "yes" : "no";
    if (!(entry->value > entry->neutral || entry->value < entry->neutral))
        return "-";
    bool opposite = (entry->value > entry->neutral && ours < entry->neutral) ||
                    (entry->value < entry->neutral && ours > entry->neutral);
    return opposite ? "no" : "yes";
}

static char **row_of(const struct study_published *entry, double ours, bool exact)
{
    g_autoptr(GStrvBuilder) row = g_strv_builder_new();
    if (exact)
        g_strv_builder_add(row, entry->name);
    g_strv_builder_add(row, entry->what);
    g_strv_builder_add(row, entry->where);
    add_number(row, entry->bound, entry->value, exact);
    add_number(row, 0, ours, exact);
    double ratio = entry->value != 0 && !entry->bound ? ours / entry->value : (double)NAN;
    g_autofree char *text = exact ? cell_exact(ratio) : cell_short(ratio, false);
    g_strv_builder_add(row, text);
    g_strv_builder_add(row, same_direction(entry, ours));
    g_strv_builder_add(row, entry->source);
    return g_strv_builder_end(row);
}

struct cells published_cells(const GPtrArray *entries, const double *ours, bool exact)
{
    struct cells cells = cells_new(2);
    cells.text_last = true;
    g_ptr_array_add(cells.rows, heads(exact));
    for (unsigned i = 0; i < entries->len; i++)
        g_ptr_array_add(cells.rows, row_of(entries->pdata[i], ours[i], exact));
    return cells;
}

double *published_ours(const struct study *study, const GPtrArray *points, struct store *store,
                       const double *derived, GError **error)
{
    g_autofree double *values = g_new(double, study->published->len + 1);
    for (unsigned i = 0; i < study->published->len; i++) {
        const struct study_published *entry = study->published->pdata[i];
        const struct study_point *point = points->pdata[entry->position];
        bool done = false;
        values[i] = (double)NAN;
        if (entry->derive >= 0)
            values[i] = derived[(size_t)entry->derive * points->len + entry->position];
        else if (!store_is_done(store, point->key, &done, error) ||
                 (done && !store_metric(store, point->key, entry->name, &values[i], error)))
            return NULL;
    }
    return g_steal_pointer(&values);
}
