/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/page.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/page_provenance.h"
#include "report/page_run.h"
#include "report/page_style.h"
#include "report/page_table.h"
#include "report/text.h"
#include <string.h>

/* A drawing that is wider than this scrolls instead of shrinking. */
enum { WIDE = 940, NARROW = 366 };

static void append_plot(GString *out, const struct chart *chart, const char *class, double width)
{
    g_autofree char *id = g_strconcat(chart->id, "-", class, NULL);
    const struct chart_form form = {width, id, false};
    g_autofree char *svg = chart_svg(chart, &form);
    double drawn = g_ascii_strtod(strstr(svg, "width=\"") + strlen("width=\""), NULL);
    g_string_append_printf(out, "<div class=\"%s\"><div class=\"plot%s\">\n%s</div></div>\n", class,
                           drawn <= width ? " fit" : "", svg);
}

static void append_figure(GString *out, const struct chart *chart, guint number)
{
    g_string_append_printf(out, "<figure id=\"%s\" class=\"chart\">\n", chart->id);
    append_plot(out, chart, "wide", WIDE);
    append_plot(out, chart, "narrow", NARROW);
    g_autofree char *csv = chart_csv(chart);
    g_autofree char *name = g_strconcat(chart->id, ".csv", NULL);
    g_string_append_printf(out, "<figcaption><b>Figure %u.</b> ", number);
    text_append_escaped(out, chart->title);
    g_string_append(out, ". ");
    text_append_escaped(out, chart->caption);
    g_string_append_c(out, ' ');
    page_append_data_link(out, name, "data as CSV", csv);
    g_string_append(out, "</figcaption>\n</figure>\n");
}

static void append_contents(GString *out, const struct page_study *studies, guint n)
{
    guint number = 0;
    g_string_append(out, "<nav aria-label=\"Figures\"><ol>\n");
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < studies[i].charts->len; k++) {
            const struct chart *chart = studies[i].charts->pdata[k];
            g_string_append_printf(out, "<li value=\"%u\"><a href=\"#%s\">", ++number, chart->id);
            text_append_escaped(out, chart->title);
            g_string_append(out, "</a></li>\n");
        }
    g_string_append(out, "</ol></nav>\n");
}

static const char *title_of(const struct results_study *study)
{
    return study->title ? study->title : study->name;
}

/* How many points there are, in words. */
static void append_counts(GString *out, const struct results_study *study)
{
    guint done = 0;
    for (guint i = 0; i < study->rows->len; i++)
        done += strcmp(((const struct results_row *)study->rows->pdata[i])->status, "done") == 0;
    g_string_append_printf(out, "<p class=\"note\">%u of %u points done", done, study->rows->len);
    for (guint i = 0; i < study->axes->len; i++) {
        const struct results_axis *axis = results_axis_at(study, i);
        g_string_append(out, i == 0 ? ": " : " × ");
        text_append_escaped(out, axis->name);
        g_string_append_printf(out, " (%u)", axis->labels->len);
    }
    g_string_append(out, ".</p>\n");
}

static void append_study(GString *out, const struct page_study *study, bool with_title,
                         guint *number)
{
    g_string_append(out, "<section>\n");
    if (with_title) {
        g_string_append(out, "<h2>");
        text_append_escaped(out, title_of(study->results));
        g_string_append(out, "</h2>\n");
    }
    if (study->results->description) {
        g_string_append(out, "<p>");
        text_append_escaped(out, study->results->description);
        g_string_append(out, "</p>\n");
    }
    bool run = page_is_run(study->results);
    if (run)
        page_append_summary(out, study->results);
    else
        append_counts(out, study->results);
    for (guint i = 0; i < study->charts->len; i++)
        append_figure(out, study->charts->pdata[i], ++*number);
    for (guint i = 0; study->empty && i < study->empty->len; i++) {
        g_string_append(out, "<p class=\"note\">No point has numbers for the figure ");
        text_append_escaped(out, study->empty->pdata[i]);
        g_string_append(out, ".</p>\n");
    }
    page_append_published(out, study->results);
    if (run)
        page_append_run_tables(out, study->results);
    else
        page_append_points(out, study->results);
    page_append_failures(out, study->results);
    page_append_provenance(out, study->results);
    g_string_append(out, "</section>\n");
}

char *page_html(const struct page_study *studies, guint n, const char *version)
{
    GString *out =
        g_string_new("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
    const char *title = n == 1 ? title_of(studies[0].results) : "Studies";
    text_append_escaped(out, title);
    g_string_append_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<header><h1>",
                           page_style);
    text_append_escaped(out, title);
    g_string_append_printf(out,
                           "</h1>\n<p class=\"note\">Made by simgpu %s. Bars and points show their "
                           "values when pointed at; the data of each figure is in this file.</p>\n",
                           version);
    g_string_append(out, "</header>\n");
    append_contents(out, studies, n);
    g_string_append(out, "<main>\n");
    guint number = 0;
    for (guint i = 0; i < n; i++)
        append_study(out, &studies[i], n > 1, &number);
    g_string_append(out, "</main>\n</body>\n</html>\n");
    return g_string_free(out, FALSE);
}
