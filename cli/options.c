/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options.h"

static const char *const description =
    "Keys of --set:\n"
    "  GROUP.PROPERTY        a property of the platform file, such as sm.l1d.size=32KiB\n"
    "  GROUP.count           how many of them, such as sm.count=80\n"
    "  scalars.NAME          a scalar of the workload file, such as scalars.rows=1024\n"
    "  warp_scheduler.NAME   a parameter of the warp scheduler\n"
    "  engine.lookahead      an upper bound in SM cycles, such as 1; results never depend on it\n"
    "\n"
    "Exit codes: 0 done, 1 a check failed (with --check), 2 wrong command line, 3 bad input,\n"
    "4 deadlock, 5 limit reached, 130 interrupted.";

bool options_parse(struct options *options, int argc, char **argv, GError **error)
{
    *options = (struct options){0};
    g_autofree char *max_cycles = NULL;
    gboolean check = FALSE, list = FALSE, version = FALSE;
    const GOptionEntry entries[] = {
        {"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->sets,
         "Give a property or scalar another value; repeatable", "KEY=VALUE"},
        {"scheduler", 0, 0, G_OPTION_ARG_STRING, &options->scheduler,
         "Warp scheduler, one of --list-policies", "NAME"},
        {"plugin", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->plugins,
         "Load a policy from a shared library; repeatable", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
         "Write all results to FILE, - for standard output", "FILE"},
        {"max-cycles", 0, 0, G_OPTION_ARG_STRING, &max_cycles,
         "Stop after N SM cycles (exit code 5)", "N"},
        {"check", 0, 0, G_OPTION_ARG_NONE, &check,
         "Exit with code 1 when one of the workload's checks fails", NULL},
        {"list-policies", 0, 0, G_OPTION_ARG_NONE, &list, "List policies with parameters", NULL},
        {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL},
        {0}};
    g_autoptr(GOptionContext) context = g_option_context_new("PLATFORM WORKLOAD");
    g_option_context_set_summary(context, "Simulates a GPU that runs a workload.");
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, error))
        return false;
    options->check = check;
    options->list_policies = list;
    options->version = version;
    if (max_cycles && !g_ascii_string_to_unsigned(max_cycles, 10, 1, UINT64_MAX / 2,
                                                  &options->max_cycles, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--max-cycles wants a whole number of at least 1, not \"%s\"", max_cycles);
        return false;
    }
    if (list || version)
        return true;
    if (argc != 3) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a platform file and a workload file, found %d argument%s", argc - 1,
                    argc == 2 ? "" : "s");
        return false;
    }
    options->platform = g_strdup(argv[1]);
    options->workload = g_strdup(argv[2]);
    return true;
}

void options_clear(struct options *options)
{
    g_free(options->platform);
    g_free(options->workload);
    g_strfreev(options->sets);
    g_strfreev(options->plugins);
    g_free(options->scheduler);
    g_free(options->json);
    *options = (struct options){0};
}
