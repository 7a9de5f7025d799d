/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff's groups of numbers. A value belongs to the first group whose prefix begins its path;
 * one that no group knows belongs to a group named after the outermost member. */
#include "cli/diff/diff_numbers.h"
#include "results/format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 10 };

/* Prefixes in the order of the text. */
static const struct group {
    const char *title, *prefix;
    bool shares; /* issue slots, as shares of those while kernels run */
} groups[] = {
    {"time", "elapsed_", false},
    {"time", RESULT_TOTAL("dispatcher."), false},
    {"issue slots, as shares of the slots while kernels run", RESULT_TOTAL("sm.slots_"), true},
    {"L1 data cache", RESULT_TOTAL("sm.l1d_"), false},
    {"SMs", RESULT_TOTAL("sm."), false},
    {"L2", RESULT_TOTAL("l2."), false},
    {"DRAM", RESULT_TOTAL("dram."), false},
    {"interconnect", RESULT_TOTAL("request_ports."), false},
    {"interconnect", RESULT_TOTAL("reply_ports."), false},
    {"host", RESULT_TOTAL("host_commands."), false},
    {"results of policies, over all launches and SMs", RESULT_POLICY ".", false}};

/* What policies tell by launch and SM, as arrays have it. */
static bool is_told_apart(const char *path)
{
    return g_str_has_prefix(path, RESULT_POLICY ".") &&
           g_ascii_isdigit(path[strlen(RESULT_POLICY ".")]);
}

/* Said elsewhere in the text. */
static const char *const elsewhere[] = {RESULT_SCHEMA, RESULT_SMS, RESULT_SCHEDULERS,
                                        RESULT_L2_BANKS, RESULT_DRAM_CHANNELS};

struct row {
    char *title;
    const char *name;
    double a, b;
    bool share, in_a, in_b;
    unsigned order;
};

static void row_clear(void *data)
{
    g_free(((struct row *)data)->title);
}

/* Relative to the larger one, so that "from 0" comes first. */
static double weight(const struct row *row)
{
    double larger = MAX(fabs(row->a), fabs(row->b));
    double difference = fabs(row->b - row->a);
    return row->share ? difference : larger > 0 ? difference / larger : 0;
}

static int by_group(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    int titles = strcmp(x->title, y->title);
    if (titles != 0)
        return titles;
    if (weight(x) != weight(y))
        return weight(x) < weight(y) ? 1 : -1;
    return strcmp(x->name, y->name);
}

static bool is_elsewhere(const char *path)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(elsewhere); i++)
        if (strcmp(path, elsewhere[i]) == 0)
            return true;
    if (g_str_has_prefix(path, RESULT_POLICIES ".") ||
        g_str_has_prefix(path, RESULT_PROVENANCE "."))
        return true;
    return g_str_has_prefix(path, RESULT_KERNELS ".") && g_str_has_suffix(path, "." RESULT_CYCLES);
}

/* The first group of the same title: rows of both stand together. */
static unsigned order_of(unsigned group)
{
    unsigned first = 0;
    while (strcmp(groups[first].title, groups[group].title) != 0)
        first++;
    return first;
}

static void place(struct row *row, const struct diff_pair *pair, const char *path)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(groups); i++) {
        if (!g_str_has_prefix(path, groups[i].prefix) || is_told_apart(path))
            continue;
        row->title = g_strdup(groups[i].title);
        row->order = order_of(i);
        row->name =
            path + (g_str_has_prefix(path, RESULT_TOTALS ".") ? strlen(RESULT_TOTALS ".") : 0);
        row->share = groups[i].shares;
        if (row->share) {
            row->a = 100.0 * diff_slots_of(pair->a, path) / MAX(diff_slots(pair->a), 1);
            row->b = 100.0 * diff_slots_of(pair->b, path) / MAX(diff_slots(pair->b), 1);
        }
        return;
    }
    row->title = is_told_apart(path) ? g_strdup("results of policies, by launch and SM")
                                     : g_strndup(path, strcspn(path, "."));
    row->order = G_N_ELEMENTS(groups);
    row->name = path;
}

static void add_rows(GArray *rows, const struct diff_pair *pair, bool of_b)
{
    const struct diff_run *run = of_b ? pair->b : pair->a, *other = of_b ? pair->a : pair->b;
    for (guint i = 0; i < run->values->len; i++) {
        const struct diff_value *value = run->values->pdata[i];
        const struct diff_value *match = diff_run_value(other, value->path);
        if (!value->is_number || is_elsewhere(value->path) || (of_b && match))
            continue;
        struct row row = {.a = of_b ? 0 : value->number,
                          .b = of_b    ? value->number
                               : match ? match->number
                                       : 0,
                          .in_a = !of_b,
                          .in_b = of_b || match};
        place(&row, pair, value->path);
        if (row.a != row.b || !row.in_a || !row.in_b)
            g_array_append_val(rows, row);
        else
            row_clear(&row);
    }
}

static void add_row(GString *text, const struct row *row)
{
    g_string_append_printf(text, "  %-44s ", row->name);
    if (row->share) {
        g_string_append_printf(text, "%12.1f %% %12.1f %%  %+.1f points\n", row->a, row->b,
                               row->b - row->a);
    } else if (!row->in_a || !row->in_b) {
        g_string_append_printf(text, "only in %s, %.15g\n", row->in_a ? "a" : "b",
                               row->in_a ? row->a : row->b);
    } else {
        g_autofree char *change = diff_change(row->a, row->b);
        g_string_append_printf(text, "%14.15g %14.15g  %s\n", row->a, row->b, change);
    }
}

void diff_text_numbers(GString *text, const struct diff_pair *pair)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    g_array_set_clear_func(rows, row_clear);
    add_rows(rows, pair, false);
    add_rows(rows, pair, true);
    g_array_sort(rows, by_group);
    guint first = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct row *row = &g_array_index(rows, struct row, i);
        if (i == 0 || strcmp(row->title, g_array_index(rows, struct row, i - 1).title) != 0) {
            first = i;
            g_string_append_printf(text, "\n%s\n", row->title);
        }
        if (i - first < MOST_ROWS || pair->all)
            add_row(text, row);
        bool last = i + 1 == rows->len ||
                    strcmp(row->title, g_array_index(rows, struct row, i + 1).title) != 0;
        if (last && i - first >= MOST_ROWS && !pair->all)
            g_string_append_printf(text, "  and %u more; --all prints them\n",
                                   i - first + 1 - MOST_ROWS);
    }
}
