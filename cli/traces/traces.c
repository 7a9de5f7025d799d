/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/traces/traces.h"
#include "base/input_error.h"
#include "base/named_files.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/traces/traces_run.h"
#include "cli/traces/traces_table.h"
#include <string.h>

static const char *const description =
    "simgpu runs every kernelslist.g in FOLDER and below on PLATFORM, with the options after --, "
    "such\n"
    "as -- --set sm.count=40 --trace-version 70. It prints counters by Accel-Sim's names\n"
    "(gpu_tot_sim_cycle) beside ours (cycles). docs/reference/metrics.md says how they differ.\n"
    "\n"
    "Exit codes: 0 all are done, 1 some failed, 2 wrong command line, 3 bad input,\n"
    "130 interrupted.";

enum { MOST_JOBS = 4096 };

struct traces_options {
    char *platform, *folder, *csv, *json;
    char **more; /* what follows "--"; NULL: nothing */
    int jobs;
};

static void options_finish(struct traces_options *options)
{
    g_free(options->platform);
    g_free(options->folder);
    g_free(options->csv);
    g_free(options->json);
    g_strfreev(options->more);
}

static void take_more(struct traces_options *options, int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            options->more = g_strdupv(argv + i + 1);
            argv[i] = NULL;
            *argc = i;
        }
}

static bool read_operands(struct traces_options *options, int argc, char **argv, GError **error)
{
    if (argc != 3) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a platform file and a folder, found %d argument%s", argc - 1,
                    argc == 2 ? "" : "s");
        return false;
    }
    if (options->jobs < 1 || options->jobs > MOST_JOBS) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--jobs wants a number from 1 to %d, not %d", MOST_JOBS, options->jobs);
        return false;
    }
    if (options->csv && g_strcmp0(options->csv, options->json) == 0) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "--csv and --json want different files, not both %s", options->csv);
        return false;
    }
    options->platform = g_strdup(argv[1]);
    options->folder = g_strdup(argv[2]);
    return true;
}

static bool read_options(struct traces_options *options, const struct command_call *call,
                         GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    *options = (struct traces_options){.jobs = (int)MIN(g_get_num_processors(), MOST_JOBS)};
    const GOptionEntry entries[] = {
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs,
         "Run N programs at a time; by default one for each processor", "N"},
        {"csv", 0, 0, G_OPTION_ARG_FILENAME, &options->csv,
         "Write rows of program,accel_sim,metric,unit,value to FILE; - is standard output", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
         "Write the counters of each program to FILE; - is standard output", "FILE"},
        {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Runs all Accel-Sim traces below a folder.", description, entries);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    take_more(options, &argc, argv);
    suggest_spell_out_jobs(argc, argv, texts);
    return suggest_parse(context, &argc, &argv, error) && read_operands(options, argc, argv, error);
}

static bool write_to(const char *file, char *(*make)(const GPtrArray *), const GPtrArray *programs,
                     GError **error)
{
    g_autofree char *text = file ? make(programs) : NULL;
    return !text || output_write(file, text, error);
}

static bool tell(const struct traces_options *options, const GPtrArray *programs, GError **error)
{
    bool on_output = g_strcmp0(options->csv, "-") == 0 || g_strcmp0(options->json, "-") == 0;
    g_autofree char *text = on_output ? NULL : traces_text(programs);
    if (text)
        output_text(stdout, text);
    return write_to(options->csv, traces_csv, programs, error) &&
           write_to(options->json, traces_json, programs, error);
}

static enum exit_code code_of(const GPtrArray *programs, bool interrupted)
{
    for (guint i = 0; i < programs->len && !interrupted; i++)
        if (!((const struct traced_program *)programs->pdata[i])->result)
            return EXIT_CHECK_FAILED;
    return interrupted ? EXIT_INTERRUPTED : EXIT_DONE;
}

static enum exit_code run(struct traces_options *options, const volatile int *interrupted,
                          GError **error)
{
    g_autofree char *executable = g_file_read_link("/proc/self/exe", error);
    if (!executable || !named_file_find(&named_platforms, &options->platform, error))
        return EXIT_BAD_INPUT;
    g_autoptr(GPtrArray) programs = traces_found(options->folder);
    if (programs->len == 0) {
        input_error_at(error, options->folder, 0,
                       "expected a folder with a kernelslist.g in it or below, found none");
        return EXIT_BAD_INPUT;
    }
    const struct traces_run run = {.executable = executable,
                                   .platform = options->platform,
                                   .options = options->more,
                                   .programs = programs,
                                   .jobs = (unsigned)options->jobs,
                                   .interrupted = interrupted};
    if (!traces_run(&run, error) || !tell(options, programs, error))
        return EXIT_BAD_INPUT;
    return code_of(programs, *interrupted != 0);
}

enum exit_code traces_command(const struct command_call *call, GError **error)
{
    struct traces_options options;
    enum exit_code code = EXIT_USAGE;
    if (read_options(&options, call, error))
        code = run(&options, call->interrupted, error);
    options_finish(&options);
    return code;
}
