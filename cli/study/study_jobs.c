/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/study/study_jobs.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include "study/cluster.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

enum { RETRIES_DEFAULT = 2, RETRIES_MAX = 100 };

/* ---- the command line */

void study_jobs_options_clear(struct study_jobs_options *options)
{
    g_free(options->list);
    g_strfreev(options->files);
    g_free(options->sbatch);
}

GOptionEntry *study_jobs_entries(struct study_jobs_options *options)
{
    options->retries = -1;
    const GOptionEntry entries[] = {
        {"slurm", 0, 0, G_OPTION_ARG_NONE, &options->slurm,
         "Run the points as a Slurm job array; arguments after -- go to sbatch", NULL},
        {"chunk", 0, 0, G_OPTION_ARG_INT, &options->chunk_points,
         "With --slurm and --job-list: give each job N points", "N"},
        {"retries", 0, 0, G_OPTION_ARG_INT, &options->retries,
         "With --slurm: submit lost jobs again, N times at most (2)", "N"},
        {"job-list", 0, 0, G_OPTION_ARG_FILENAME, &options->list,
         "Run nothing: write the jobs to JOBS for other schedulers, one shell command on each line",
         "JOBS"},
        {"merge", 0, 0, G_OPTION_ARG_NONE, &options->merge,
         "Run nothing: add the results files after FILE to RESULTS", NULL},
        {0}};
    return g_memdup2(entries, sizeof entries);
}

void study_jobs_take_rest(struct study_jobs_options *options, int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        options->sbatch = g_memdup2(argv + i + 1, (size_t)(*argc - i) * sizeof *argv);
        argv[i] = NULL;
        *argc = i;
    }
}

static bool refuse(GError **error, const char *text)
{
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, text);
    return false;
}

bool study_jobs_check(struct study_jobs_options *options, int *argc, char **argv, GError **error)
{
    if (options->slurm + options->merge + (options->list != NULL) > 1)
        return refuse(error, "--slurm, --job-list and --merge exclude each other");
    if (options->sbatch && !options->slurm)
        return refuse(error, "arguments after -- go to sbatch, so they need --slurm");
    if (options->chunk_points != 0 && !options->slurm && !options->list)
        return refuse(error, "--chunk is for --slurm and --job-list");
    if (options->chunk_points < 0)
        return refuse(error, "--chunk wants a number of at least 1");
    if (options->retries != -1 && !options->slurm)
        return refuse(error, "--retries is for --slurm");
    if (options->retries < -1 || options->retries > RETRIES_MAX)
        return refuse(error, "--retries wants a number from 0 to 100");
    if (options->retries == -1)
        options->retries = RETRIES_DEFAULT;
    if (!options->merge)
        return true;
    if (*argc < 3)
        return refuse(error, "--merge wants results files after the study file");
    options->files = g_strdupv(argv + 2);
    *argc = 2;
    return true;
}

bool study_jobs_wanted(const struct study_jobs_options *options)
{
    return options->slurm || options->merge || options->list;
}

/* ---- carrying it out */

static bool chosen(const struct runner_setup *setup, unsigned position)
{
    return !setup->chosen || setup->chosen[position];
}

/* How the chosen points stand in the store: *state, and *open for each position. g_free. */
static bool *take_stock(const struct runner_setup *setup, struct runner_state *state,
                        GError **error)
{
    bool *open = g_new0(bool, setup->points->len);
    *state = (struct runner_state){.left_s = -1};
    for (unsigned i = 0; i < setup->points->len; i++) {
        const struct study_point *point = g_ptr_array_index(setup->points, i);
        struct store_run run;
        if (!chosen(setup, i))
            continue;
        bool good = store_get_run(setup->store, point->key, &run, error);
        bool done = good && g_strcmp0(run.status, "done") == 0;
        state->points++;
        state->kept += done;
        state->failed += good && run.key && !done;
        open[i] = !done;
        store_run_clear(&run);
        if (!good) {
            g_free(open);
            return NULL;
        }
    }
    return open;
}

static bool merge(const struct study_jobs *jobs, const struct runner_setup *setup,
                  struct runner_state *state, GError **error)
{
    for (char **file = jobs->options->files; *file; file++)
        if (!store_merge(setup->store, *file, error))
            return false;
    g_autofree bool *open = take_stock(setup, state, error);
    return open != NULL;
}

static bool write_list(const struct study_jobs *jobs, const struct job_setup *job,
                       const struct runner_setup *setup, struct runner_state *state, GError **error)
{
    g_autofree bool *open = take_stock(setup, state, error);
    if (!open)
        return false;
    if (g_mkdir(job->folder, 0777) != 0 && errno != EEXIST)
        return input_error_at(error, job->folder, 0, "%s", g_strerror(errno));
    GPtrArray *chunks = job_chunks(job, open, setup->points->len);
    bool written = job_list_write(chunks, jobs->options->list, error);
    if (written)
        fprintf(stderr, "simgpu: %u jobs in %s; then: simgpu study %s --merge %s/*.sqlite -o %s\n",
                chunks->len, jobs->options->list, jobs->study_file, job->folder, jobs->results);
    g_ptr_array_unref(chunks);
    /* What failed before is among the jobs. */
    state->failed = 0;
    return written;
}

static void say(void *data, const char *text)
{
    (void)data;
    output_line(stderr, "simgpu: %s", text);
}

static bool run_on_cluster(const struct study_jobs *jobs, const struct job_setup *job,
                           const struct runner_setup *setup, struct runner_state *state,
                           GError **error)
{
    const struct cluster_setup cluster = {.study = setup->study,
                                          .points = setup->points,
                                          .chosen = setup->chosen,
                                          .store = setup->store,
                                          .job = *job,
                                          .version = setup->version,
                                          .sbatch = jobs->options->sbatch,
                                          .retries = (unsigned)jobs->options->retries,
                                          .interrupted = setup->interrupted,
                                          .watch = study_progress_watch,
                                          .say = say,
                                          .data = jobs->progress};
    return cluster_run(&cluster, state, error);
}

bool study_jobs_run(const struct study_jobs *jobs, const struct runner_setup *setup,
                    struct runner_state *state, GError **error)
{
    if (jobs->options->merge)
        return merge(jobs, setup, state, error);
    g_autofree char *directory = g_get_current_dir();
    g_autofree char *file = g_canonicalize_filename(jobs->study_file, NULL);
    g_autofree char *results = g_canonicalize_filename(jobs->results, NULL);
    g_autofree char *folder = g_strconcat(results, ".jobs", NULL);
    const struct job_setup job = {.executable = setup->executable,
                                  .study_file = file,
                                  .directory = directory,
                                  .folder = folder,
                                  .jobs = MAX(1, jobs->jobs),
                                  .cores = jobs->cores,
                                  .chunk_points = (unsigned)jobs->options->chunk_points};
    return jobs->options->list ? write_list(jobs, &job, setup, state, error)
                               : run_on_cluster(jobs, &job, setup, state, error);
}
