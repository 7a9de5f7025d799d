/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/suggest.h"
#include "base/nearest_name.h"
#include <string.h>

/* The long options of a help text, with their dashes: GLib tells them in no other way. */
static GPtrArray *options_of(const char *help)
{
    GPtrArray *options = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) lines = g_strsplit(help, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *option = g_str_has_prefix(*line, "  ") ? strstr(*line, "--") : NULL;
        if (option && (option == *line + 2 || strncmp(*line, "  -", 3) == 0))
            g_ptr_array_add(options, g_strndup(option, strcspn(option, " =,")));
    }
    return options;
}

bool suggest_parse(GOptionContext *context, int *argc, char ***argv, GError **error)
{
    GError *problem = NULL;
    if (g_option_context_parse(context, argc, argv, &problem))
        return true;
    const char *wrong = strstr(problem->message, "--");
    if (wrong && g_error_matches(problem, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)) {
        g_autofree char *help = g_option_context_get_help(context, FALSE, NULL);
        g_autoptr(GPtrArray) options = options_of(help);
        g_autofree char *name = g_strndup(wrong, strcspn(wrong, "="));
        g_autofree char *hint = nearest_hint(name, options);
        char *message = g_strconcat(problem->message, hint, NULL);
        g_free(problem->message);
        problem->message = message;
    }
    g_propagate_error(error, problem);
    return false;
}

void suggest_spell_out_jobs(int argc, char **argv, GPtrArray *texts)
{
    for (int i = 1; i < argc; i++) {
        if (!g_str_has_prefix(argv[i], "-j") || !argv[i][2])
            continue;
        argv[i] = g_strdup_printf("--jobs=%s", argv[i] + 2);
        g_ptr_array_add(texts, argv[i]);
    }
}
