/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/report.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/base/version.h"
#include "report/report.h"
#include <stdio.h>

static const char *const description =
    "RESULTS is a file of simgpu study, or one that --json wrote. The page shows several such "
    "files\n"
    "side by side. It needs no other file and no network. docs/howto/reports.md explains it.";

static bool write_page(const char *html, const char *output, guint n_figures, GError **error)
{
    if (!output) {
        fputs(html, stdout);
        return true;
    }
    if (!write_text(output, html, error))
        return false;
    fprintf(stderr, "simgpu: %s: %u figure%s\n", output, n_figures, n_figures == 1 ? "" : "s");
    return true;
}

enum exit_code report_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    g_autofree char *output = NULL, *png = NULL, *svg = NULL, *html = NULL;
    guint n_figures = 0;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
         "Write the page to FILE instead of standard output", "FILE"},
        {"png", 0, 0, G_OPTION_ARG_FILENAME, &png, "Also write each figure as PNG into DIR", "DIR"},
        {"svg", 0, 0, G_OPTION_ARG_FILENAME, &svg, "Also write each figure as SVG into DIR", "DIR"},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Makes a page of tables and figures from results.", description, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc < 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "expected a results file");
        return EXIT_USAGE;
    }
    const struct report_request request = {(const char *const *)argv + 1, png, svg, SIMGPU_VERSION};
    g_autoptr(GPtrArray) empty = g_ptr_array_new_with_free_func(g_free);
    if (!report_make(&request, &html, &n_figures, empty, error))
        return EXIT_BAD_INPUT;
    for (guint i = 0; i < empty->len; i++)
        output_line(stderr, "simgpu: no point has numbers for the figure %s",
                    (const char *)empty->pdata[i]);
    return command_end(write_page(html, output, n_figures, error));
}
