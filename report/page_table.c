/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/page_table.h"
#include "base/csv_field.h"
#include "report/number.h"
#include "report/page.h"
#include "report/text.h"
#include "results/format.h"
#include "study/published.h"
#include <math.h>
#include <string.h>

void page_append_data_link(GString *out, const char *name, const char *words, const char *csv)
{
    g_autofree char *data = g_base64_encode((const guchar *)csv, strlen(csv));
    g_string_append(out, "<a class=\"data\" download=\"");
    text_append_escaped(out, name);
    g_string_append_printf(out, "\" href=\"data:text/csv;charset=utf-8;base64,%s\">%s</a>", data,
                           words);
}

static void cell(GString *out, const char *tag, const char *class, const char *text)
{
    g_string_append_printf(out, "<%s%s%s%s>", tag, class ? " class=\"" : "", class ? class : "",
                           class ? "\"" : "");
    text_append_escaped(out, text ? text : "");
    g_string_append_printf(out, "</%s>", tag);
}

static bool is_done(const struct results_row *row)
{
    return strcmp(row->status, "done") == 0;
}

void page_append_failures(GString *out, const struct results_study *study)
{
    bool any = false;
    for (guint i = 0; i < study->rows->len; i++) {
        const struct results_row *row = study->rows->pdata[i];
        if (is_done(row))
            continue;
        if (!any)
            g_string_append(
                out, "<h3>Points that are not done</h3>\n<div class=\"scroll wrap\"><table>\n<tr>"
                     "<th>point</th><th>status</th><th>reason</th><th>command</th></tr>\n");
        any = true;
        g_autofree char *point = results_row_text(study, row);
        g_string_append(out, "<tr>");
        cell(out, "td", NULL, point);
        cell(out, "td", NULL, row->status);
        cell(out, "td", NULL, row->reason);
        g_string_append(out, "<td>");
        cell(out, "code", NULL, row->command);
        g_string_append(out, "</td></tr>\n");
    }
    if (any)
        g_string_append(out, "</table></div>\n");
}

/* ---- beside publications */

static bool value_at(const void *data, const char *name, unsigned position, double *value,
                     GError **error)
{
    const struct results_study *study = data;
    (void)error;
    *value = (double)NAN;
    for (guint i = 0; i < study->rows->len; i++) {
        const struct results_row *row = study->rows->pdata[i];
        if (row->position == position)
            *value = results_value(study, row, name);
    }
    return true;
}

/* Two columns of words, so many of numbers, and words. */
static void append_cells(GString *out, const struct cells *cells, guint numbers)
{
    g_string_append(out, "<div class=\"scroll wrap\"><table>\n");
    for (guint r = 0; r < cells->rows->len; r++) {
        char **row = cells->rows->pdata[r];
        g_string_append(out, "<tr>");
        for (guint i = 0; row[i]; i++)
            cell(out, r == 0 ? "th" : "td", i >= 2 && i < 2 + numbers ? "n" : NULL, row[i]);
        g_string_append(out, "</tr>\n");
    }
    g_string_append(out, "</table></div>\n");
}

/* A table with its data for people to take along. */
static void append_with_data(GString *out, const struct results_study *study, const char *suffix,
                             const struct cells *shown, const struct cells *exact, guint numbers)
{
    g_autoptr(GString) csv = g_string_new(NULL);
    g_autofree char *id = text_id(study->name);
    g_autofree char *name = g_strdup_printf("%s-%s.csv", id, suffix);
    cells_append_csv(csv, exact);
    g_string_append(out, "<p class=\"note\">");
    page_append_data_link(out, name, "data as CSV", csv->str);
    g_string_append(out, "</p>\n");
    append_cells(out, shown, numbers);
}

void page_append_published(GString *out, const struct results_study *study)
{
    const struct published_source source = {.value = value_at, .data = study};
    if (!study->published || study->published->len == 0)
        return;
    g_autofree struct published_own *own = published_own_values(study->published, &source, NULL);
    struct cells shown[] = {published_cells(study->published, own, false),
                            published_agreement(study->published, own, false)};
    struct cells exact[] = {published_cells(study->published, own, true),
                            published_agreement(study->published, own, true)};
    g_string_append(out, "<h3>Published values</h3>\n");
    append_with_data(out, study, "published", &shown[0], &exact[0], 4);
    if (shown[1].rows->len > 1)
        append_with_data(out, study, "agreement", &shown[1], &exact[1], 6);
    for (guint i = 0; i < G_N_ELEMENTS(shown); i++) {
        cells_clear(&shown[i]);
        cells_clear(&exact[i]);
    }
}

/* ---- points */

static const struct {
    const char *metric, *title;
    double factor;
} columns[] = {{RESULT_CYCLES, "cycles", 1},
               {RESULT_ELAPSED_PS, "elapsed (µs)", 1e-6},
               {"sm.warp_instructions", "warp instructions", 1},
               {"sm.slots_issued", "slots issued", 1},
               {"sm.l1d_misses", "L1D misses", 1},
               {"l2.misses", "L2 misses", 1},
               {"dram.read_bytes", "DRAM bytes read", 1}};

void page_append_points(GString *out, const struct results_study *study)
{
    g_autofree char *csv = page_points_csv(study);
    g_autofree char *stem = text_id(study->name);
    g_autofree char *name = g_strconcat(stem, "-points.csv", NULL);
    g_string_append(out, "<h3>Points</h3>\n<p>");
    page_append_data_link(out, name, "all metrics of all points as CSV", csv);
    g_string_append(out, "</p>\n<div class=\"scroll\"><table>\n<tr>");
    for (guint i = 0; i < study->axes->len; i++)
        cell(out, "th", NULL, results_axis_at(study, i)->name);
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        cell(out, "th", "n", columns[i].title);
    g_string_append(out, "</tr>\n");
    for (guint k = 0; k < study->rows->len; k++) {
        const struct results_row *row = study->rows->pdata[k];
        g_string_append(out, "<tr>");
        for (guint i = 0; i < study->axes->len; i++)
            cell(out, "td", NULL, results_label(study, row, i));
        for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
            double value = results_value(study, row, columns[i].metric) * columns[i].factor;
            g_autofree char *number = number_for_people(value);
            cell(out, "td", "n", number);
        }
        g_string_append(out, "</tr>\n");
    }
    g_string_append(out, "</table></div>\n");
}

static void csv_field(GString *out, const char *text)
{
    if (out->len > 0 && out->str[out->len - 1] != '\n')
        g_string_append_c(out, ',');
    csv_field_append(out, text);
}

static bool is_of_kernel(const char *metric)
{
    return g_str_has_prefix(metric, "kernel.") || g_str_has_prefix(metric, "longest_kernel.");
}

/* All metrics that any point has but those of kernels, in the order in which points have them
 * first. */
static GPtrArray *all_metrics(const struct results_study *study)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < study->rows->len; i++) {
        g_auto(GStrv) names = results_names(study, study->rows->pdata[i], "*");
        for (char **name = names; *name; name++) {
            if (g_hash_table_contains(seen, *name) || is_of_kernel(*name))
                continue;
            g_ptr_array_add(all, g_strdup(*name));
            g_hash_table_add(seen, all->pdata[all->len - 1]);
        }
    }
    return all;
}

char *page_points_csv(const struct results_study *study)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GPtrArray) metrics = all_metrics(study);
    for (guint i = 0; i < study->axes->len; i++)
        csv_field(out, results_axis_at(study, i)->name);
    csv_field(out, "status");
    for (guint i = 0; i < metrics->len; i++)
        csv_field(out, metrics->pdata[i]);
    g_string_append_c(out, '\n');
    for (guint k = 0; k < study->rows->len; k++) {
        const struct results_row *row = study->rows->pdata[k];
        for (guint i = 0; i < study->axes->len; i++)
            csv_field(out, results_label(study, row, i));
        csv_field(out, row->status);
        for (guint i = 0; i < metrics->len; i++) {
            g_autofree char *number = number_exact(results_value(study, row, metrics->pdata[i]));
            csv_field(out, number);
        }
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}
