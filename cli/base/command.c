/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/command.h"

GOptionContext *command_context(const struct command_call *call, const char *summary,
                                const char *description, const GOptionEntry *entries)
{
    GOptionContext *context = g_option_context_new(call->synopsis);
    g_option_context_set_summary(context, summary);
    if (description)
        g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    return context;
}

enum exit_code command_end(bool good)
{
    return good ? EXIT_DONE : EXIT_BAD_INPUT;
}
