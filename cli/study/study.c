/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/study/study.h"

#include "base/input_error.h"
#include "base/write_text.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/base/version.h"
#include "cli/run/search_dirs.h"
#include "cli/study/study_check.h"
#include "cli/study/study_jobs.h"
#include "cli/study/study_progress.h"
#include "study/derive.h"
#include "study/key.h"
#include "study/originals.h"
#include "study/runner.h"
#include "study/study_read.h"
#include "study/table.h"
#include "study/wide.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const description =
    "FILE is a study (docs/explanation/studies.md). simgpu skips points that RESULTS already has\n"
    "under the same key, and runs failed ones again. An interrupted study goes on where it was.\n"
    "\n"
    "With --slurm the points run as a Slurm job array. RESULTS has to be on a file system that "
    "all\n"
    "nodes share. -j N then holds for each job, which asks for N CPUs.\n"
    "\n"
    "Exit codes: 0 all points are done, 1 some failed, 2 wrong command line, 3 bad input,\n"
    "130 interrupted.";

/* No number that anybody gives for -j or --cores. */
enum { UNGIVEN = INT_MIN };

struct study_options {
    char *file, *results, *points, *metrics, *programs, *wide;
    int jobs, cores; /* 0: not said */
    gboolean show, csv, published;
    struct study_jobs_options past;
};

struct study_job {
    struct study_options options;
    char *executable;
    struct study *study;
    GPtrArray *points;
    bool *chosen;
    struct store *store;
};

static void job_clear(struct study_job *job)
{
    store_close(job->store);
    g_free(job->chosen);
    if (job->points)
        g_ptr_array_unref(job->points);
    study_free(job->study);
    g_free(job->executable);
    g_free(job->options.file);
    g_free(job->options.results);
    g_free(job->options.points);
    g_free(job->options.metrics);
    g_free(job->options.programs);
    g_free(job->options.wide);
    study_jobs_options_clear(&job->options.past);
}

/* ---- the command line */

/* studies/cache-size.json has its results in cache-size.sqlite, in the current folder. g_free. */
static char *results_name(const char *study)
{
    g_autofree char *name = g_path_get_basename(study);
    if (g_str_has_suffix(name, ".json"))
        name[strlen(name) - strlen(".json")] = 0;
    return g_strconcat(name, ".sqlite", NULL);
}

/* Of what is counted; what nobody has given becomes 0. */
static bool check_number(const char *name, int *number, GError **error)
{
    if (*number == UNGIVEN) {
        *number = 0;
        return true;
    }
    if (*number >= 1 && *number <= 4096)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s wants a number from 1 to 4096, not %d", name, *number);
    return false;
}

static bool check_options(struct study_options *options, int argc, char **argv, GError **error)
{
    if (!study_jobs_check(&options->past, &argc, argv, error))
        return false;
    if (argc != 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a study file, found %d arguments", argc - 1);
        return false;
    }
    if (!check_number("--jobs", &options->jobs, error) ||
        !check_number("--cores", &options->cores, error))
        return false;
    if (options->programs && study_jobs_wanted(&options->past)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--programs is only for points that run here");
        return false;
    }
    options->file = g_strdup(argv[1]);
    if (!options->results)
        options->results = results_name(options->file);
    options->show |= options->published;
    return true;
}

static bool read_options(struct study_options *options, const struct command_call *call,
                         GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    options->jobs = options->cores = UNGIVEN;
    const GOptionEntry entries[] = {
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs,
         "Run N points at a time; by default one for each processor", "N"},
        {"cores", 0, 0, G_OPTION_ARG_INT, &options->cores,
         "Share N cores among the points that run at a time. If there are more cores than points, "
         "each point uses several. By default one core for each point",
         "N"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->results,
         "Keep the results in RESULTS; for FILE NAME.json the default is NAME.sqlite", "RESULTS"},
        {"points", 0, 0, G_OPTION_ARG_STRING, &options->points, "Run only these points", "0-7,9"},
        {"show", 0, 0, G_OPTION_ARG_NONE, &options->show,
         "Run nothing, show the results that exist", NULL},
        {"csv", 0, 0, G_OPTION_ARG_NONE, &options->csv, "Print the grid as CSV", NULL},
        {"published", 0, 0, G_OPTION_ARG_NONE, &options->published,
         "Run nothing, print only the published values beside the results that exist", NULL},
        {"wide", 0, 0, G_OPTION_ARG_FILENAME, &options->wide,
         "Also write a CSV file with a row for each point and a column for each axis and metric",
         "CSV"},
        {"programs", 0, 0, G_OPTION_ARG_FILENAME, &options->programs,
         "Run the original programs in DIR instead of the study's own", "DIR"},
        {"metrics", 0, 0, G_OPTION_ARG_STRING, &options->metrics,
         "Show these metrics instead of the study's", "NAME,NAME"},
        {0}};
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autofree GOptionEntry *past = study_jobs_entries(&options->past);
    g_autoptr(GOptionContext) context =
        command_context(call,
                        "Runs the points of a study, keeps their results and prints "
                        "them as a table.",
                        description, entries);
    g_option_context_add_main_entries(context, past, NULL);
    study_jobs_take_rest(&options->past, &argc, argv);
    suggest_spell_out_jobs(argc, argv, texts);
    return suggest_parse(context, &argc, &argv, error) && check_options(options, argc, argv, error);
}

/* ---- what decides a result */

/* The runtime library that programs are linked with: BUILD/runtime/cuda or the installed one. */
static char *find_runtime(const char *folder)
{
    static const char name[] = "libsimgpu-cudart.so";
    g_autofree char *built = g_build_filename(folder, "..", "runtime", "cuda", name, NULL);
    if (g_file_test(built, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer(&built);
    g_autofree char *installed =
        g_build_filename(folder, SIMGPU_CUDART_FOLDER, "..", "..", name, NULL);
    return g_file_test(installed, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&installed) : NULL;
}

static void make_keys(struct study_job *job)
{
    g_auto(GStrv) dirs = search_dirs();
    g_autofree char *folder = g_path_get_dirname(job->executable);
    g_autofree char *runtime = find_runtime(folder);
    /* As it runs: its path may lead to a newer one by now. */
    const struct key_context context = {.version = SIMGPU_VERSION,
                                        .executable = "/proc/self/exe",
                                        .runtime = runtime,
                                        .search_dirs = (const char *const *)dirs};
    study_keys(job->points, &context);
}

static bool take_originals(const struct study_job *job, GError **error)
{
    g_autofree char *own = study_use_originals(job->study, job->options.programs, error);
    if (own && *own && !job->options.show)
        fprintf(
            stderr,
            "simgpu: %s has no original programs; these programs of the suite run instead: %s\n",
            job->options.programs, own);
    return own != NULL;
}

static bool prepare(struct study_job *job, GError **error)
{
    const struct study_options *options = &job->options;
    job->executable = g_file_read_link("/proc/self/exe", error);
    if (!job->executable)
        return false;
    job->study = study_load(options->file, error);
    if (!job->study)
        return false;
    if (options->published && job->study->published->len == 0)
        return input_error_at(error, options->file, 0, "at published: it has no published values");
    if (options->programs && !take_originals(job, error))
        return false;
    job->points = study_points(job->study);
    if (!options->show && !study_check(job->study, job->points, error))
        return false;
    if (options->points) {
        job->chosen = study_select(options->points, job->points->len, error);
        if (!job->chosen)
            return false;
    }
    make_keys(job);
    /* What is published can be read before anything has run. */
    if (options->published && !g_file_test(options->results, G_FILE_TEST_EXISTS))
        job->store = store_open(STORE_IN_MEMORY, STORE_WRITE, error);
    else
        job->store = store_open(options->results, options->show ? STORE_READ : STORE_WRITE, error);
    return job->store != NULL;
}

/* ---- running and showing */

static bool run_points(struct study_job *job, const volatile int *interrupted, enum exit_code *end,
                       GError **error)
{
    struct runner_state state;
    struct study_progress *progress = study_progress_new(job->study);
    const unsigned points =
        job->options.jobs ? (unsigned)job->options.jobs : g_get_num_processors();
    const struct runner_setup setup = {.study = job->study,
                                       .points = job->points,
                                       .chosen = job->chosen,
                                       .store = job->store,
                                       .executable = job->executable,
                                       .version = SIMGPU_VERSION,
                                       .jobs = points,
                                       .cores = (unsigned)job->options.cores,
                                       .interrupted = interrupted,
                                       .watch = study_progress_watch,
                                       .watch_data = progress};
    const struct study_jobs jobs = {.options = &job->options.past,
                                    .study_file = job->options.file,
                                    .results = job->options.results,
                                    .progress = progress,
                                    .jobs = (unsigned)job->options.jobs,
                                    .cores = (unsigned)job->options.cores};
    bool elsewhere = study_jobs_wanted(&job->options.past);
    bool good = store_put_study(job->store, job->study, job->points, error) &&
                (elsewhere ? study_jobs_run(&jobs, &setup, &state, error)
                           : runner_run(&setup, &state, error)) &&
                study_derive(job->study, job->points, job->store, error);
    study_progress_free(progress);
    if (!good)
        return false;
    unsigned left = state.points - state.kept - state.done - state.failed;
    fprintf(stderr, "simgpu: %u points: %u done before, %u done, %u failed, %u left; in %s\n",
            state.points, state.kept, state.done, state.failed, left, job->options.results);
    if (*interrupted)
        *end = EXIT_INTERRUPTED;
    else if (state.failed > 0 || (left > 0 && !job->options.past.list))
        *end = EXIT_CHECK_FAILED;
    return true;
}

static bool print(const struct study_job *job, GError **error)
{
    g_auto(GStrv) metrics = job->options.metrics ? g_strsplit(job->options.metrics, ",", -1) : NULL;
    const char *const *names = (const char *const *)metrics;
    g_autofree char *text =
        job->options.published
            ? table_published(job->study, job->points, job->store, job->options.csv, error)
        : job->options.csv ? table_csv(job->study, job->points, job->store, names, error)
                           : table_text(job->study, job->points, job->store, names, error);
    if (text && job->options.csv)
        fputs(text, stdout);
    else if (text)
        output_text(stdout, text);
    return text != NULL;
}

static bool write_wide(const struct study_job *job, GError **error)
{
    if (!job->options.wide)
        return true;
    g_autofree char *text = wide_csv(job->study, job->points, job->store, error);
    return text && write_text(job->options.wide, text, error);
}

static bool warn_of_unknown(const struct study_job *job, const char *place, const char *metric,
                            GError **error)
{
    bool known = true;
    if (metric && !store_knows_metric(job->store, job->study->name, metric, &known, error))
        return false;
    if (!known)
        output_line(stderr, "simgpu: warning: %s: no finished point has a metric \"%s\"", place,
                    metric);
    return true;
}

/* Which numbers a run has is known when it has ended: a name that is wrong shows then. */
static bool warn_of_metrics(const struct study_job *job, GError **error)
{
    g_auto(GStrv) chosen = job->options.metrics ? g_strsplit(job->options.metrics, ",", -1) : NULL;
    g_autofree char *shown =
        chosen ? g_strdup("--metrics") : g_strdup_printf("%s: at show", job->options.file);
    for (char **name = chosen ? chosen : job->study->show; *name; name++)
        if (!warn_of_unknown(job, shown, *name, error))
            return false;
    for (unsigned i = 0; i < job->study->published->len; i++) {
        const struct study_published *entry = job->study->published->pdata[i];
        g_autofree char *place = g_strdup_printf("%s: at published[%u]", job->options.file, i);
        if (!warn_of_unknown(job, place, entry->derive >= 0 ? NULL : entry->name, error))
            return false;
    }
    for (unsigned i = 0; i < job->study->derives->len; i++) {
        const struct study_derive *derive = job->study->derives->pdata[i];
        g_autofree char *place = g_strdup_printf("%s: at derive[%u]", job->options.file, i);
        if (!warn_of_unknown(job, place, derive->metric, error) ||
            !warn_of_unknown(job, place, derive->by, error))
            return false;
    }
    return true;
}

enum exit_code study_command(const struct command_call *call, GError **error)
{
    struct study_job job = {0};
    enum exit_code code = EXIT_USAGE, end = EXIT_DONE;
    if (read_options(&job.options, call, error)) {
        bool good =
            prepare(&job, error) &&
            (job.options.show || run_points(&job, call->interrupted, &end, error)) &&
            (end == EXIT_INTERRUPTED || job.options.past.list ||
             (print(&job, error) && write_wide(&job, error) && warn_of_metrics(&job, error)));
        code = good ? end : EXIT_BAD_INPUT;
    }
    job_clear(&job);
    return code;
}
