/* SPDX-License-Identifier: BSD-3-Clause */
/* What `simgpu study` does past one machine: --slurm, --job-list and --merge. */
#ifndef SIMGPU_CLI_STUDY_STUDY_JOBS_H
#define SIMGPU_CLI_STUDY_STUDY_JOBS_H

#include "cli/study/study_progress.h"
#include "study/runner.h"

struct study_jobs_options {
    gboolean slurm, merge;
    char *list;          /* --job-list */
    int chunk_points;    /* 0: not said */
    int retries;         /* negative: not said */
    char **files;        /* --merge: results files */
    const char **sbatch; /* what follows -- on the command line; NULL: nothing */
};

void study_jobs_options_clear(struct study_jobs_options *options);
/* Entries for the command line, up to one that is empty. g_free. */
GOptionEntry *study_jobs_entries(struct study_jobs_options *options);
/* Takes "--" and what follows out of argv; the strings are borrowed from it. */
void study_jobs_take_rest(struct study_jobs_options *options, int *argc, char **argv);
/* Checks them, and takes the files behind the study's out of argv. */
bool study_jobs_check(struct study_jobs_options *options, int *argc, char **argv, GError **error);
/* Whether something else than running here is asked for. */
bool study_jobs_wanted(const struct study_jobs_options *options);

struct study_jobs {
    const struct study_jobs_options *options;
    const char *study_file, *results;
    struct study_progress *progress;
    unsigned jobs;  /* -j; 0: not said */
    unsigned cores; /* --cores; 0: not said */
};

/* Does what is asked for in place of runner_run; the setup's jobs are not looked at. */
bool study_jobs_run(const struct study_jobs *jobs, const struct runner_setup *setup,
                    struct runner_state *state, GError **error);

#endif
