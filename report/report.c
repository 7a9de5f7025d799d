/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/report.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/part_colours.h"
#include "report/png.h"
#include <errno.h>
#include <sys/stat.h>

/* A figure that stands alone: its width, and the pixels of a PNG for each unit (about 240 to the
 * inch when it is as wide as a page of paper). */
#define ALONE_WIDTH 760
#define PNG_SCALE   2.0

static bool write_chart(const struct chart *chart, const struct report_request *request,
                        GError **error)
{
    const struct chart_form form = {ALONE_WIDTH, chart->id, true};
    g_autofree char *svg = chart_svg(chart, &form);
    if (request->svg) {
        g_autofree char *path = g_strdup_printf("%s/%s.svg", request->svg, chart->id);
        if (!write_text(path, svg, error))
            return false;
    }
    if (!request->png)
        return true;
    g_autofree char *path = g_strdup_printf("%s/%s.png", request->png, chart->id);
    return png_write(svg, PNG_SCALE, path, error);
}

static bool make_folder(const char *folder, GError **error)
{
    if (!folder || g_mkdir_with_parents(folder, 0777) == 0)
        return true;
    return input_error_at(error, folder, 0, "%s", g_strerror(errno));
}

static bool make_charts(const struct results_study *study, GHashTable *taken,
                        struct page_study *page, GError **error)
{
    g_autoptr(GPtrArray) specs = figure_specs_read(study, error);
    if (!specs)
        return false;
    bool chosen = specs->len > 0;
    if (!chosen) {
        g_ptr_array_unref(specs);
        specs = figure_specs_default(study);
    }
    page->results = study;
    page->empty = chosen ? g_ptr_array_new_with_free_func(g_free) : NULL;
    page->charts = figures_make(study, specs, taken, page->empty, error);
    return page->charts != NULL;
}

static bool write_figures(const struct page_study *page, const struct report_request *request,
                          GError **error)
{
    for (guint i = 0; (request->png || request->svg) && i < page->charts->len; i++)
        if (!write_chart(page->charts->pdata[i], request, error))
            return false;
    return true;
}

static void choose_colours(const struct page_study *pages, guint n)
{
    g_autoptr(GPtrArray) charts = g_ptr_array_new();
    for (guint i = 0; i < n; i++)
        g_ptr_array_extend(charts, pages[i].charts, NULL, NULL);
    part_colours_choose(charts);
}

bool report_make(const struct report_request *request, char **html, guint *n_figures,
                 GPtrArray *empty, GError **error)
{
    if (!make_folder(request->png, error) || !make_folder(request->svg, error))
        return false;
    struct results *results = results_open(request->files, error);
    if (!results)
        return false;
    guint n = results->studies->len;
    g_autofree struct page_study *pages = g_new0(struct page_study, n);
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool right = true;
    *n_figures = 0;
    for (guint i = 0; right && i < n; i++) {
        right = make_charts(results->studies->pdata[i], taken, &pages[i], error);
        *n_figures += right ? pages[i].charts->len : 0;
        for (guint k = 0; right && pages[i].empty && k < pages[i].empty->len; k++)
            g_ptr_array_add(empty, g_strdup(pages[i].empty->pdata[k]));
    }
    if (right)
        choose_colours(pages, n);
    for (guint i = 0; right && i < n; i++)
        right = write_figures(&pages[i], request, error);
    if (right)
        *html = page_html(pages, n, request->version);
    for (guint i = 0; i < n; i++) {
        g_clear_pointer(&pages[i].charts, g_ptr_array_unref);
        g_clear_pointer(&pages[i].empty, g_ptr_array_unref);
    }
    results_free(results);
    return right;
}
