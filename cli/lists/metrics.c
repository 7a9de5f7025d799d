/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/lists/metrics.h"
#include "cli/base/suggest.h"
#include "metrics/listing.h"

bool metrics_command(int argc, char **argv, char **text, GError **error)
{
    gboolean json = FALSE, markdown = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "As JSON", NULL},
                                    {"markdown", 0, 0, G_OPTION_ARG_NONE, &markdown,
                                     "As Markdown: docs/reference/metrics.md", NULL},
                                    {0}};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, "Lists everything that a run tells as a number.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!suggest_parse(context, &argc, &argv, error))
        return false;
    if (argc > 1 || (json && markdown)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "list-metrics takes no arguments, and --json or --markdown");
        return false;
    }
    *text = json ? metrics_list_json() : markdown ? metrics_list_markdown() : metrics_list_plain();
    return true;
}
