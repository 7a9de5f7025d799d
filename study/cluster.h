/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a study through Slurm: submits its chunks as a job array, waits, merges what they leave, and
 * submits again what was lost, a stated number of times.
 *
 * A chunk is done when its results file has a row for each of its points. A row may say that the
 * point failed or took too long: that is a result, and is not tried again here. What is lost is
 * lost with its task: killed, its node gone, its time over.
 *
 * A job array runs on without whoever submitted it. So the number of the last array stays in the
 * folder of the chunks, and the next start waits for it and collects what it leaves before it
 * submits anything: a study is not run twice at a time, and nothing finished is lost.
 */
#ifndef SIMGPU_STUDY_CLUSTER_H
#define SIMGPU_STUDY_CLUSTER_H

#include "study/job_list.h"
#include "study/runner.h"

struct cluster_setup {
    const struct study *study;
    const GPtrArray *points; /* with their keys */
    const bool *chosen;      /* for each position; NULL: all */
    struct store *store;     /* that everything is merged into */
    struct job_setup job;    /* its folder is made; it is gone if nothing was lost */
    const char *version;
    const char *const *sbatch;       /* more options for sbatch; NULL: none */
    unsigned retries;                /* how often a chunk is submitted again */
    const volatile int *interrupted; /* becomes non-zero: return; the jobs go on */
    /* As of runner_setup; `running` counts tasks. */
    void (*watch)(void *data, const struct runner_state *state, const struct study_point *point,
                  const struct store_run *run);
    void (*say)(void *data, const char *text); /* what users must know, a line */
    void *data;                                /* of both */
};

/* False on an error of the store, of files, or of sbatch. */
bool cluster_run(const struct cluster_setup *setup, struct runner_state *state, GError **error);

#endif
