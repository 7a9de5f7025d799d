/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a study through Slurm: submits its chunks as a job array, waits, merges their results, and
 * submits lost chunks again, a stated number of times.
 *
 * A chunk is done when its results file has a row for each of its points. A row may say that the
 * point failed or took too long. That is a result, and is not tried again here. A chunk is lost
 * with its task: somebody killed the task, its node failed, or its time was over.
 *
 * A job array runs on without the process that submitted it. So the folder of the chunks keeps the
 * number of the last array. The next start waits for this array and collects its results before it
 * submits anything. So a study never runs twice at a time, and no finished point is lost.
 */
#ifndef SIMGPU_STUDY_CLUSTER_H
#define SIMGPU_STUDY_CLUSTER_H

#include "study/job_list.h"
#include "study/runner.h"

struct cluster_setup {
    const struct study *study;
    const GPtrArray *points; /* with their keys */
    const bool *chosen;      /* for each position; NULL: all */
    struct store *store;     /* results are merged into it */
    struct job_setup job;    /* cluster_run makes its folder, and removes it if nothing was lost */
    const char *version;
    const char *const *sbatch;       /* more options for sbatch; NULL: none */
    unsigned retries;                /* how often a chunk is submitted again */
    const volatile int *interrupted; /* becomes non-zero: return; the jobs go on */
    /* As in runner_setup; `running` counts tasks. */
    void (*watch)(void *data, const struct runner_state *state, const struct study_point *point,
                  const struct store_run *run);
    void (*say)(void *data, const char *text); /* a line that users must know */
    void *data;                                /* for both functions */
};

/* False on an error of the store, of files, or of sbatch. */
bool cluster_run(const struct cluster_setup *setup, struct runner_state *state, GError **error);

#endif
