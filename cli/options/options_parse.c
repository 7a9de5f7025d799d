/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/options_parse.h"
#include "base/named_files.h"
#include "base/program_words.h"
#include "cli/base/suggest.h"
#include "cli/options/command_line.h"
#include "cli/options/count_texts.h"
#include "cli/options/list_options.h"
#include "cli/options/option_files.h"
#include "cli/options/options_check.h"
#include <string.h>

/* Before and behind the lines about subcommands. */
static const char *const description =
    "Keys of --set:\n"
    "  GROUP.PROPERTY        a property of the platform file, such as sm.l1d.size=32KiB\n"
    "  GROUP.count           how many of them, such as sm.count=80\n"
    "  scalars.NAME          a scalar of the workload file, such as scalars.rows=1024\n"
    "  KIND.NAME             a parameter of the policy of that kind, such as "
    "warp_scheduler.limit=4\n"
    "  engine.lookahead      an upper bound in SM cycles, such as 1; results never depend on it\n"
    "\n"
    "simgpu help SUBCOMMAND prints the help of a subcommand, as --help does.\n";

static const char *const exit_codes =
    "\n"
    "Exit codes: 0 done, 1 a check failed (with --check), 2 wrong command line, 3 bad input\n"
    "or an output that simgpu can't write, 4 deadlock, 5 limit reached, 130 interrupted.";

/* Cuts argv at "--"; what follows is a program with its arguments. */
static void take_program(struct options *options, int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        options->program = g_strdupv(argv + i + 1);
        options->programs = program_words_split(options->program);
        *argc = i;
        argv[i] = NULL;
        return;
    }
}

/* Names of platforms and workloads become paths. */
static bool find_operands(struct options *options, GError **error)
{
    options->platform_name = g_strdup(options->platform);
    return named_file_find(&named_platforms, &options->platform, error) &&
           (!options->workload || named_file_find(&named_workloads, &options->workload, error));
}

/* What is left of argv: a platform, and a workload unless a program follows. */
static bool read_operands(struct options *options, int argc, char **argv, GError **error)
{
    for (guint i = 0; options->programs && i < options->programs->len; i++)
        if (!*(char **)options->programs->pdata[i]) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "expected a program after %s",
                        i == 0 ? "--" : PROGRAM_WORDS_AND);
            return false;
        }
    bool platform_alone = options->dump_platform || options->list_properties;
    if ((options->program || platform_alone) && argc == 2) {
        options->platform = g_strdup(argv[1]);
        return true;
    }
    if (options->program) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a platform file before --, found %d arguments", argc - 1);
        return false;
    }
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

/* SM cycles: 7 to 14 ms of the GPUs' time, in which even spinning on a lock of all threads ends.
 * ASSUMED. */
static const uint64_t DEFAULT_PATIENCE = 10000000;

/* ---- the table, in the order of --help ---- */

static void add_inputs(GOptionContext *context, struct options *options)
{
    const GOptionEntry entries[] = {
        {"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->sets,
         "Give a property or scalar another value; repeatable", "KEY=VALUE"},
        {"policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->policies,
         "Choose a policy or a set that --list-policies names; repeatable", "KIND=NAME"},
        {"scheduler", 0, 0, G_OPTION_ARG_STRING, &options->scheduler,
         "Short for --policy warp_scheduler=NAME", "NAME"},
        {"profile-in", 0, 0, G_OPTION_ARG_FILENAME, &options->profile_in,
         "Tell policies what an earlier run learned about the kernels: a file of --profile-out",
         "FILE"},
        {"profile-out", 0, 0, G_OPTION_ARG_FILENAME, &options->profile_out,
         "Write what policies have learned about the kernels to FILE", "FILE"},
        {"lines-out", 0, 0, G_OPTION_ARG_FILENAME, &options->lines_out,
         "Write to FILE which lines of memory each block reads, for block schedulers", "FILE"},
        {"host-apps", 0, 0, G_OPTION_ARG_FILENAME, &options->host_apps,
         "Run the applications of FILE on the host's cores, beside the GPU's work", "FILE"},
        {"host-app", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->host_app,
         "Run only this application of --host-apps; repeatable", "NAME"},
        {"dump-platform", 0, 0, G_OPTION_ARG_FILENAME, &options->dump_platform,
         "Write the whole platform, merged with its base platforms and every --set, to FILE (- is "
         "standard output), and simulate nothing",
         "FILE"},
        {"plugin", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->plugins,
         "Load a policy from a shared library; repeatable", "FILE"},
        {0}};
    option_files_add(options->files, context, entries);
}

static void add_results(GOptionContext *context, struct options *options)
{
    const GOptionEntry entries[] = {
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
         "Write all results to FILE; - is standard output", "FILE"},
        {"csv", 0, 0, G_OPTION_ARG_FILENAME, &options->csv,
         "Write all results to FILE as rows of scope,index,name,metric,unit,value", "FILE"},
        {"features", 0, 0, G_OPTION_ARG_FILENAME, &options->features,
         "Write the features of every launch to FILE as CSV; simgpu train learns from them",
         "FILE"},
        {"launch-features", 0, 0, G_OPTION_ARG_NONE, &options->launch_features,
         "Add the features of every launch to the results of --json", NULL},
        {"per-kernel", 0, 0, G_OPTION_ARG_NONE, &options->per_kernel,
         "Give results of every launch; otherwise simgpu sums launches beyond 256 up by kernel",
         NULL},
        {0}};
    option_files_add(options->files, context, entries);
}

/* Kernels that take no simulated time. */
static void add_computing(GOptionContext *context, struct options *options,
                          struct count_texts *counts)
{
    const GOptionEntry entries[] = {
        {"functional", 0, 0, G_OPTION_ARG_NONE, &options->functional,
         "Only compute: kernels take no simulated time", NULL},
        {"compile-kernels", 0, 0, G_OPTION_ARG_STRING, &counts->compile,
         "Choose when kernels that are only computed are compiled for this machine: auto, when "
         "they run long (default); never; first, before they run. Results are the same",
         "WHEN"},
        {"recompute", 0, 0, G_OPTION_ARG_NONE, &options->recompute,
         "Compute launches again whose result is known from an equal one on the same memory", NULL},
        {"sanitize", 0, 0, G_OPTION_ARG_STRING, &options->sanitize,
         "Look for the mistakes that these checkers know (memory, race, init, sync, leak; or all). "
         "Kernels that are timed are also computed, for the checkers",
         "NAME,..."},
        {"sanitize-error", 0, 0, G_OPTION_ARG_NONE, &options->sanitize_error,
         "Exit with code 1 if --sanitize has found an error", NULL},
        {"sanitize-suppress", 0, 0, G_OPTION_ARG_FILENAME, &options->sanitize_suppress,
         "Leave out findings that a line of FILE fits: CHECKER FILE FUNCTION", "FILE"},
        {0}};
    option_files_add(options->files, context, entries);
}

/* How far a run comes, and how one sees that. */
static void add_ends(GOptionContext *context, struct options *options, struct count_texts *counts)
{
    const GOptionEntry entries[] = {
        {"max-cycles", 0, 0, G_OPTION_ARG_STRING, &counts->max_cycles,
         "Stop after N SM cycles, or after N warp instructions of a functional launch (exit code "
         "5)",
         "N"},
        {"max-wall", 0, 0, G_OPTION_ARG_STRING, &counts->max_wall,
         "Stop after so much wall time, such as 90s, 15m or 1.5h, with the results so far (exit "
         "code 5)",
         "TIME"},
        {"checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &options->checkpoint,
         "Keep an image of the run in DIR, made at the ends of launches; the same command goes on "
         "from there after the run was killed",
         "DIR"},
        {"checkpoint-every", 0, 0, G_OPTION_ARG_STRING, &counts->checkpoint_every,
         "Make an image after so much wall time, such as 10m; 0: at each launch's end (by default "
         "as often as costs 5 % of the time)",
         "TIME"},
        {"progress-from", 0, 0, G_OPTION_ARG_FILENAME, &options->progress_from,
         "Show progress and the time left by instructions: FILE is what --json has written of a "
         "former run, for instance with --functional",
         "FILE"},
        {0}};
    option_files_add(options->files, context, entries);
}

/* How much is simulated. */
static void add_detail(GOptionContext *context, struct options *options, struct count_texts *counts)
{
    const GOptionEntry entries[] = {
        {"on-fault", 0, 0, G_OPTION_ARG_STRING, &counts->on_fault,
         "Choose what happens if a kernel accesses memory outside of all allocations: stop "
         "(default); error: the program gets an error and goes on, as for other faults; report: "
         "near an allocation, simgpu says so once and the kernel goes on",
         "WHAT"},
        {"patience", 0, 0, G_OPTION_ARG_STRING, &counts->patience,
         "Report a launch, once, if none of its warps leaves its loop for N SM cycles (10,000,000)",
         "N"},
        {"kernels", 0, 0, G_OPTION_ARG_STRING, &options->kernels,
         "Simulate only these launches (numbers from 0) or kernels; only compute the others",
         "3-5,8,NAME"},
        {"max-instructions", 0, 0, G_OPTION_ARG_STRING, &counts->max_instructions,
         "Simulate N warp instructions; only compute launches that begin after them", "N"},
        {"max-blocks", 0, 0, G_OPTION_ARG_STRING, &counts->max_blocks,
         "Simulate only the first N blocks of each launch; only compute the others", "N"},
        {"representative", 0, 0, G_OPTION_ARG_NONE, &options->representative,
         "Time some launches and some blocks of long ones, compute the others, and estimate cycles "
         "and counters of all",
         NULL},
        {"error", 0, 0, G_OPTION_ARG_STRING, &counts->error,
         "Let --representative time so much that its estimate of cycles is within P per cent "
         "(3.5%)",
         "P%"},
        {"targets", 0, 0, G_OPTION_ARG_FILENAME, &options->targets,
         "End each program when it has executed as many instructions as FILE says", "FILE"},
        {"targets-out", 0, 0, G_OPTION_ARG_FILENAME, &options->targets_out,
         "Add to FILE how many instructions each program has executed", "FILE"},
        {"start-together", 0, 0, G_OPTION_ARG_NONE, &options->start_together,
         "Hold the programs' first kernels until each program has launched one", NULL},
        {0}};
    option_files_add(options->files, context, entries);
}

static void add_observation(GOptionContext *context, struct options *options,
                            struct count_texts *counts)
{
    const GOptionEntry entries[] = {
        {"export-trace", 0, 0, G_OPTION_ARG_FILENAME, &options->export_trace,
         "Write Accel-Sim traces of the executed kernels to DIR", "DIR"},
        {"export-format", 0, 0, G_OPTION_ARG_STRING, &options->export_format,
         "Write traces as version 5 or 6 of Accel-Sim's tracer, or as tracez, which is 6 packed "
         "(5)",
         "FORMAT"},
        {"trace-version", 0, 0, G_OPTION_ARG_INT, &options->trace_version,
         "Read or write traces as binary version N (61, 70, ...), whatever their headers say", "N"},
        {"unknown-opcodes", 0, 0, G_OPTION_ARG_NONE, &options->unknown_opcodes,
         "Accept traces with opcodes whose class simgpu guesses; else these end with exit code 3",
         NULL},
        {"trace-like", 0, 0, G_OPTION_ARG_NONE, &options->trace_like,
         "Run kernels as if from their exported traces: things that a trace lacks take no time",
         NULL},
        {"observe", 0, 0, G_OPTION_ARG_STRING, &options->observe,
         "Add what these observers see to the results of --json; or all (see --list-observers)",
         "NAME,..."},
        {"list-observers", 0, 0, G_OPTION_ARG_NONE, &options->list_observers, "List observers",
         NULL},
        {"threads", 0, 0, G_OPTION_ARG_STRING, &counts->threads,
         "Run units side by side on N threads (1), and the blocks of launches that are only "
         "computed. Results don't depend on it, unless blocks of such launches race. Runs that "
         "observe units or write traces use one thread",
         "N"},
        {"profile-host", 0, 0, G_OPTION_ARG_NONE, &options->profile_host,
         "Print how much time the simulation spends on each kind of unit, and how much threads can "
         "gain at most",
         NULL},
        {"explain", 0, 0, G_OPTION_ARG_NONE, &options->explain,
         "Say in words what the longest kernels wait for, and what limits each of the others; "
         "turns the observer latency on",
         NULL},
        {"check", 0, 0, G_OPTION_ARG_NONE, &options->check,
         "Exit with code 1 if one of the workload's checks fails", NULL},
        {0}};
    option_files_add(options->files, context, entries);
}

static bool parse_words(struct options *options, struct count_texts *counts, int *argc,
                        char ***argv, const char *subcommands, GError **error)
{
    g_autofree char *text = g_strconcat(description, subcommands, exit_codes, NULL);
    g_autoptr(GOptionContext) context =
        g_option_context_new("PLATFORM WORKLOAD | PLATFORM -- PROGRAM [ARGUMENT...] [--and "
                             "PROGRAM...]");
    g_option_context_set_summary(context, "Simulates a GPU that runs a workload or a program.");
    g_option_context_set_description(context, text);
    add_inputs(context, options);
    add_results(context, options);
    add_computing(context, options, counts);
    add_ends(context, options, counts);
    add_detail(context, options, counts);
    add_observation(context, options, counts);
    list_options_add(context, options);
    over_time_options_add(context, options->files, &options->over_time);
    film_run_options_add(context, options->files, &options->film);
    message_options_add(context, options->files, &options->messages);
    return suggest_parse(context, argc, argv, error);
}

bool options_parse(struct options *options, int argc, char **argv, const char *subcommands,
                   GError **error)
{
    *options = (struct options){.files = g_array_new(FALSE, FALSE, sizeof(struct option_file)),
                                .command_line = command_line_of_result(argv),
                                .patience = DEFAULT_PATIENCE};
    take_program(options, &argc, argv);
    struct count_texts counts = {0};
    bool good = parse_words(options, &counts, &argc, &argv, subcommands, error);
    good = good && count_texts_read(options, &counts, error) && options_check(options, error) &&
           over_time_options_check(&options->over_time, options->json != NULL, error) &&
           film_run_options_check(&options->film, error) &&
           message_options_check(
               &options->messages,
               g_strcmp0(options->json, "-") == 0 || g_strcmp0(options->csv, "-") == 0, error);
    count_texts_clear(&counts);
    if (!good)
        return false;
    if (options->list_policies || options->list_observers || options->list_platforms ||
        options->list_workloads || options->version)
        return true;
    if (options->list_properties && argc == 1)
        options->platform = g_strdup("fermi-gtx480");
    else if (!read_operands(options, argc, argv, error))
        return false;
    return find_operands(options, error);
}
