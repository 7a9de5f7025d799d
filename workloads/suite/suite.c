/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu-suite: makes a study of the suite's programs, has simgpu study run it, and prints a table.
 * README.md of this folder says how. */
#include "workloads/suite/suite_paths.h"
#include "workloads/suite/suite_table.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

enum { EXIT_PASSED, EXIT_FAILED, EXIT_USAGE };

struct arguments {
    char *size, *platform, *programs, *results;
    char **options; /* NULL: none */
    char **names;   /* NULL: all */
    gboolean functional;
    int at_a_time;
};

static void arguments_finish(struct arguments *arguments)
{
    g_free(arguments->size);
    g_free(arguments->platform);
    g_free(arguments->programs);
    g_free(arguments->results);
    g_strfreev(arguments->options);
    g_strfreev(arguments->names);
}

static bool arguments_parse(struct arguments *arguments, int argc, char **argv, GError **error)
{
    *arguments = (struct arguments){.at_a_time = 1};
    const GOptionEntry entries[] = {
        {"size", 0, 0, G_OPTION_ARG_STRING, &arguments->size, "Of the inputs; otherwise default",
         "tiny|default|large"},
        {"platform", 0, 0, G_OPTION_ARG_FILENAME, &arguments->platform,
         "The GPU; otherwise the GTX 480", "FILE"},
        {"programs", 0, 0, G_OPTION_ARG_FILENAME, &arguments->programs,
         "Folder with the executables; otherwise those that simgpucc made", "FOLDER"},
        {"functional", 0, 0, G_OPTION_ARG_NONE, &arguments->functional,
         "Only compute: kernels take no simulated time", NULL},
        {"simgpu-option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->options,
         "Another option of simgpu, such as --scheduler=lrr; repeatable", "OPTION"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->results,
         "Keep the results, and run nothing again that is in them", "RESULTS"},
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &arguments->at_a_time, "Simulations at a time", "N"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->names, NULL,
         "[NAME|ABBREVIATION...]"},
        {0}};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, "Runs the programs of the suite, or those named.");
    g_option_context_set_description(
        context, "Exit codes: 0 all passed, 1 one failed, 2 wrong command line.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, error))
        return false;
    if (arguments->at_a_time >= 1)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--jobs wants a whole number of at least 1, not %d", arguments->at_a_time);
    return false;
}

/* The programs that were named, or all of them. Borrows from list. */
static GPtrArray *choose(const GPtrArray *list, char **names, GError **error)
{
    g_autoptr(GPtrArray) chosen = g_ptr_array_new();
    for (guint i = 0; !names && i < list->len; i++)
        g_ptr_array_add(chosen, list->pdata[i]);
    for (; names && *names; names++) {
        const struct suite_program *program = suite_list_find(list, *names, error);
        if (!program)
            return NULL;
        if (!g_ptr_array_find(chosen, program, NULL))
            g_ptr_array_add(chosen, (void *)program);
    }
    return g_steal_pointer(&chosen);
}

/* ./run builds no programs. */
static bool all_compiled(const char *folder, const GPtrArray *chosen, GError **error)
{
    for (guint i = 0; i < chosen->len; i++) {
        const struct suite_program *program = chosen->pdata[i];
        g_autofree char *path = g_build_filename(folder, program->name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
            continue;
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                    "%s has not been compiled; in simgpu's top folder, ninja -C build compiles all "
                    "programs (after the folder was moved: ./run first)",
                    path);
        return false;
    }
    return true;
}

/* The study that runs ends by itself at Ctrl-C and keeps what it has; so does the table. */
static void go_on(int signal)
{
    (void)signal;
}

/* simgpu study, whose progress is seen and whose table is not. Its exit code; -1 with an error. */
static int spawn_study(const struct arguments *arguments, const struct suite_setup *setup,
                       const char *file, const char *results, GError **error)
{
    g_autofree char *jobs = g_strdup_printf("--jobs=%d", arguments->at_a_time);
    const char *const words[] = {setup->simgpu, "study", file, "-o", results, jobs, NULL};
    int status;
    signal(SIGINT, go_on);
    if (!g_spawn_sync(NULL, (char **)words, NULL,
                      G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL,
                      NULL, &status, error))
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

static int run_study(const struct arguments *arguments, const struct suite_setup *setup,
                     const GPtrArray *chosen, GError **error)
{
    enum { SOME_FAILED = 1, INTERRUPTED = 130 }; /* simgpu study's */
    g_autofree char *folder = g_dir_make_tmp("simgpu-suite-XXXXXX", error);
    if (!folder)
        return EXIT_FAILED;
    g_autofree char *file = g_build_filename(folder, "suite.json", NULL);
    g_autofree char *own = g_build_filename(folder, "suite.sqlite", NULL);
    g_autofree char *text = suite_study_text(setup, chosen);
    const char *results = arguments->results ? arguments->results : own;
    unsigned failed = 0;
    int code = g_file_set_contents(file, text, -1, error)
                   ? spawn_study(arguments, setup, file, results, error)
                   : -1;
    bool ran = code == 0 || code == SOME_FAILED || code == INTERRUPTED;
    bool told = ran && suite_table_print(setup, chosen, results, &failed, error);
    g_unlink(file);
    g_unlink(own);
    g_rmdir(folder);
    if (!ran && code >= 0)
        return EXIT_USAGE;
    return told && failed == 0 ? EXIT_PASSED : EXIT_FAILED;
}

static int run_all(const struct arguments *arguments, const struct suite_paths *paths,
                   GError **error)
{
    static const char *const none[] = {NULL};
    struct suite_setup setup = {
        .simgpu = paths->simgpu,
        .programs = arguments->programs ? arguments->programs : paths->programs,
        .platform = arguments->platform ? arguments->platform : paths->platform,
        .options = arguments->options ? (const char *const *)arguments->options : none,
        .size = SUITE_DEFAULT,
        .functional = arguments->functional,
    };
    if (arguments->size && !suite_size_parse(&setup.size, arguments->size, error))
        return EXIT_USAGE;
    g_autoptr(GPtrArray) list = suite_list_read(paths->list, error);
    g_autoptr(GPtrArray) chosen = list ? choose(list, arguments->names, error) : NULL;
    if (!list && !g_file_test(paths->list, G_FILE_TEST_EXISTS))
        g_prefix_error(error, "this is neither where it was built nor installed; if simgpu's top "
                              "folder was moved, ./run there builds it anew: ");
    if (!chosen || !all_compiled(setup.programs, chosen, error))
        return EXIT_USAGE;
    return run_study(arguments, &setup, chosen, error);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    struct arguments arguments;
    struct suite_paths paths;
    suite_paths_init(&paths);
    int code = arguments_parse(&arguments, argc, argv, &error) ? run_all(&arguments, &paths, &error)
                                                               : EXIT_USAGE;
    if (error)
        fprintf(stderr, "simgpu-suite: %s\n", error->message);
    suite_paths_finish(&paths);
    arguments_finish(&arguments);
    return code;
}
