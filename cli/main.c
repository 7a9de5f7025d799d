/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu: the only place that exits and has a global. */
#include "base/host/fresh_pages.h"
#include "base/input_error.h"
#include "cli/base/commit.h"
#include "cli/base/output.h"
#include "cli/base/version.h"
#include "cli/base/wall_limit.h"
#include "cli/explain/explain.h"
#include "cli/explain/notes.h"
#include "cli/explain/sense.h"
#include "cli/explain/sense_units.h"
#include "cli/lists/named_lists.h"
#include "cli/lists/property_meaning.h"
#include "cli/options/options_parse.h"
#include "cli/run/choose.h"
#include "cli/run/session_run.h"
#include "cli/run/watch/progress.h"
#include "cli/subcommands.h"
#include "cli/write/csv.h"
#include "cli/write/json.h"
#include "cli/write/summary.h"
#include "policies/kinds.h"
#include "policies/sets.h"
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a short run takes of the heap. */
enum { HEAP_BYTES = 7 << 18 };

static struct signals signals;

static void on_interrupt(int signal)
{
    (void)signal;
    signals.interrupted = 1;
}

static void on_question(int signal)
{
    (void)signal;
    signals.asked = 1;
}

/* The first Ctrl-C ends the simulation in good order, a second one the process. So do SIGTERM,
 * which job schedulers send, and SIGHUP, unless nohup has made us deaf to it. SIGUSR1 asks. */
static void catch_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction end = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction question = {.sa_handler = on_question, .sa_flags = SA_RESTART}, before;
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (ends[i] != SIGHUP ||
            (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN))
            sigaction(ends[i], &end, NULL);
    sigaction(SIGUSR1, &question, NULL);
}

/* Crashes while plug-ins are loaded, an assertion's or a plug-in's own, are laid at their door. */
static char *plugin_blame;

static void on_crash(int signal)
{
    ssize_t written = write(STDERR_FILENO, plugin_blame, strlen(plugin_blame));
    (void)written;
    raise(signal); /* with the default action, by SA_RESETHAND */
}

static void blame_plugins(char *const *plugins)
{
    static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};
    if (!plugins || !plugins[0])
        return;
    g_autofree char *files = g_strjoinv(", ", (char **)plugins);
    plugin_blame = g_strdup_printf("simgpu: simgpu crashed. Suspect the plug-in %s first: it may "
                                   "break its header's contract or fail by itself\n",
                                   files);
    for (size_t i = 0; i < G_N_ELEMENTS(crashes); i++)
        sigaction(crashes[i], &action, NULL);
}

/* At the very end, --help's included: what went to a full disk is lost. */
static void check_standard_output(void)
{
    g_autofree char *problem = output_close_standard();
    if (!problem)
        return;
    fprintf(stderr, "simgpu: %s\n", problem);
    _exit(EXIT_BAD_INPUT);
}

static int exit_code_of(const struct session *session)
{
    /* A failed assertion is the program's own affair, as on a GPU, and so is what --sanitize
     * reports; results of all else are wrong. */
    if (session->outcome.end == GPU_FAULTED && session->outcome.fault != FAULT_ASSERT &&
        !sanitizer_finds_fault(session->watch.sanitizer, session->outcome.fault))
        return EXIT_BAD_INPUT;
    if (session->running.programs && !session->outcome.checks_passed &&
        session->outcome.end != GPU_LIMIT && session->outcome.end != GPU_DEADLOCK &&
        session->outcome.end != GPU_INTERRUPTED)
        return EXIT_CHECK_FAILED;
    if (session->setup.options->sanitize_error && sanitizer_errors(session->watch.sanitizer) > 0)
        return EXIT_CHECK_FAILED;
    switch (session->outcome.end) {
    case GPU_FAULTED: /* a workload's results are wrong, a program says so by itself */
        return session->running.programs ? EXIT_DONE : EXIT_CHECK_FAILED;
    case GPU_DONE:
        if (session_guesses(session))
            return EXIT_BAD_INPUT;
        return session->setup.options->check && !session->outcome.checks_passed ? EXIT_CHECK_FAILED
                                                                                : EXIT_DONE;
    case GPU_LIMIT:
        return EXIT_LIMIT;
    case GPU_DEADLOCK:
        return EXIT_DEADLOCK;
    case GPU_ABORTED:
        return EXIT_CHECK_FAILED;
    default:
        return EXIT_INTERRUPTED;
    }
}

static void summarize(const struct session *session, FILE *stream)
{
    g_autofree char *text = summary_text(session);
    g_autofree char *why = session->setup.options->explain
                               ? explain_text(session->running.gpu, session->watch.observation)
                               : g_strdup("");
    output_text(stream, text);
    output_text(stream, why);
}

/* Beside the results, so that both can be read for themselves. */
static void print_findings(const struct session *session)
{
    struct sanitizer *sanitizer = session->watch.sanitizer;
    if (!sanitizer)
        return;
    sanitizer_finish(sanitizer, session->outcome.end == GPU_DONE);
    g_autofree char *text = sanitizer_text(sanitizer);
    output_text(stderr, text);
}

static void print_lost(const struct session *session)
{
    for (guint i = 0; i < session->outcome.lost->len; i++)
        output_line(stderr, "simgpu: %s", (const char *)session->outcome.lost->pdata[i]);
}

static int report(const struct session *session)
{
    GError *error = NULL;
    print_findings(session);
    notes_print(session);
    const char *json = session->setup.options->json, *csv = session->setup.options->csv;
    if (json)
        output_note(session->outcome.lost, json_write(session, json, &error), &error);
    if (csv)
        output_note(
            session->outcome.lost,
            csv_write(session->running.gpu, setup_workload_name(&session->setup), csv, &error),
            &error);
    bool results_in_it = g_strcmp0(json, "-") == 0 || g_strcmp0(csv, "-") == 0 ||
                         g_strcmp0(session->setup.options->messages.file, "-") == 0;
    /* Results that are lost leave room for the summary, if only on the other stream. */
    bool failed = results_in_it && (fflush(stdout) != 0 || ferror(stdout));
    if (!results_in_it || failed)
        summarize(session, failed ? stderr : stdout);
    print_lost(session);
    return session->outcome.lost->len > 0 ? EXIT_BAD_INPUT : exit_code_of(session);
}

static void report_failure(const struct session *session)
{
    fputs(session->outcome.left_output->str, stdout);
    print_findings(session);
    print_lost(session);
}

static int dump_platform(const struct session *session, GError **error)
{
    g_autofree char *xml = choose_dump(&session->setup, error);
    bool written = xml && output_write(session->setup.options->dump_platform, xml, error);
    return written ? EXIT_DONE : EXIT_BAD_INPUT;
}

static void warn_of_sense(const struct session *session)
{
    g_autofree char *of_config = sense_warning(&session->setup.config);
    g_autofree char *of_policies =
        sense_of_policies(&session->setup.config, &session->setup.chosen);
    g_autoptr(GPtrArray) of_units = sense_of_units(&session->setup.config);
    for (guint i = 0; i < of_units->len; i++)
        output_line(stderr, "simgpu: warning: %s", (const char *)of_units->pdata[i]);
    if (of_config)
        output_line(stderr, "simgpu: warning: %s", of_config);
    if (of_policies)
        output_line(stderr, "simgpu: warning: %s", of_policies);
}

static const char *meaning_of(const char *model, const char *name)
{
    const struct property_meaning *row = property_meaning(model, name);
    return row ? row->meaning : NULL;
}

static int fail(const GError *error, enum exit_code code)
{
    output_error(error);
    return code;
}

/* Whether a run with the same command would begin anew, not go on where this one was stopped. */
static bool has_come_to_its_end(const struct session *session)
{
    return session->outcome.end != GPU_INTERRUPTED && !session->outcome.wall_time_over;
}

static int simulate(const struct options *options, const struct policy_registry *policies,
                    const char *program)
{
    struct session session;
    g_autoptr(GError) error = NULL;
    int code = EXIT_BAD_INPUT;
    uint64_t instructions;
    fresh_heap(HEAP_BYTES);
    bool read = session_read(&session, options, policies, &signals, &error) &&
                progress_read(options->progress_from, &instructions, &error);
    if (read && options->dump_platform) {
        code = dump_platform(&session, &error);
    } else if (read && options->list_properties) {
        g_autofree char *text = platform_describe(session.setup.platform, meaning_of);
        output_text(stdout, text);
        code = EXIT_DONE;
    } else if (read && session_prepare(&session, program, &signals, &error)) {
        warn_of_sense(&session);
        catch_signals();
        struct progress *progress = progress_start(session.running.gpu, instructions);
        struct wall_limit *limit = wall_limit_start(options->max_wall, &signals.interrupted);
        if (session.running.checkpoint)
            checkpoint_attach(session.running.checkpoint, session.running.programs, progress,
                              limit);
        bool ran = session_run(&session, &error);
        checkpoint_end(session.running.checkpoint, !ran || has_come_to_its_end(&session));
        wall_limit_end(limit);
        progress_end(progress);
        if (ran)
            code = report(&session);
        else
            report_failure(&session);
    }
    if (error)
        output_error(error);
    session_clear(&session);
    return code;
}

static int run(const struct options *options, const char *program)
{
    struct policy_registry *policies = policy_registry_new(policy_kinds);
    g_autoptr(GError) error = NULL;
    int code = EXIT_DONE;
    blame_plugins(options->plugins);
    for (char **path = options->plugins; path && *path && code == EXIT_DONE; path++)
        if (!policy_registry_load_plugin(policies, *path, &error))
            code = fail(error, EXIT_BAD_INPUT);
    if (code == EXIT_DONE && options->list_policies) {
        GString *text = g_string_new(NULL);
        policy_registry_describe(policies, text);
        policy_sets_describe(text);
        output_text(stdout, text->str);
        g_string_free(text, TRUE);
    } else if (code == EXIT_DONE && options->list_observers) {
        g_autofree char *text = observation_list();
        fputs(text, stdout);
    } else if (code == EXIT_DONE && (options->list_platforms || options->list_workloads)) {
        g_autofree char *text =
            options->list_platforms ? named_list_platforms() : named_list_workloads();
        output_text(stdout, text);
    } else if (code == EXIT_DONE && options->version) {
        printf("simgpu %s (%s)\n", SIMGPU_VERSION, simgpu_commit());
    } else if (code == EXIT_DONE) {
        code = simulate(options, policies, program);
    }
    policy_registry_free(policies);
    g_clear_pointer(&plugin_blame, g_free);
    return code;
}

int main(int argc, char **argv)
{
    struct options options;
    g_autoptr(GError) error = NULL;
    int code;
    setlocale(LC_CTYPE, "C.UTF-8"); /* arguments are UTF-8 in every locale */
    output_open_standard();
    atexit(check_standard_output);
    char *help[] = {argv[0], NULL, NULL};
    if (argc > 1 && strcmp(argv[1], "help") == 0)
        subcommand_ask_for_help(&argc, &argv, help);
    const struct subcommand *subcommand = argc > 1 ? subcommand_find(argv[1]) : NULL;
    if (subcommand) {
        if (subcommand_heeds_signals(subcommand))
            catch_signals();
        return subcommand_run(subcommand, argc - 1, argv + 1, &signals.interrupted);
    }
    if (argc > 1 && !subcommand_check_word(argv[1], &error))
        return fail(error, EXIT_USAGE);
    g_autofree char *others = subcommands_help();
    if (options_parse(&options, argc, argv, others, &error)) {
        code = run(&options, argv[0]);
    } else if (error->domain == INPUT_ERROR) {
        code = fail(error, EXIT_BAD_INPUT);
    } else {
        code = fail(error, EXIT_USAGE);
        fputs("Try --help.\n", stderr);
    }
    options_clear(&options);
    return code;
}
