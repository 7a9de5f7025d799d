/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/lists/metrics.h"
#include "cli/base/suggest.h"
#include "metrics/listing.h"
#include <stdio.h>

enum exit_code metrics_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    gboolean json = FALSE, markdown = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "As JSON", NULL},
                                    {"markdown", 0, 0, G_OPTION_ARG_NONE, &markdown,
                                     "Print Markdown, as in docs/reference/metrics.md", NULL},
                                    {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Lists every number that a run gives.", NULL, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc > 1 || (json && markdown)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "list-metrics takes no arguments, only --json or --markdown");
        return EXIT_USAGE;
    }
    g_autofree char *text = json       ? metrics_list_json()
                            : markdown ? metrics_list_markdown()
                                       : metrics_list_plain();
    fputs(text, stdout);
    return EXIT_DONE;
}
