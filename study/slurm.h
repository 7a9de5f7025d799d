/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked of Slurm, through its own commands: sbatch to submit a job array, squeue to see
 * what is left of it. No accounting database is needed (sacct): whether a task did its work is seen
 * in its results, here only whether it is still waiting or running.
 *
 * Source: sbatch(1), squeue(1) of Slurm 22.05.
 */
#ifndef SIMGPU_STUDY_SLURM_H
#define SIMGPU_STUDY_SLURM_H

#include <glib.h>
#include <stdbool.h>

struct slurm_job {
    char *id;      /* of the array; NULL: none */
    char *cluster; /* of several; NULL: the one of the configuration */
};

void slurm_job_clear(struct slurm_job *job);
/* What sbatch --parsable prints: "id" or "id;cluster". False if it is something else. */
bool slurm_job_parse(struct slurm_job *job, const char *text);

struct slurm_submission {
    const char *name, *directory;
    const char *list;           /* file of command lines: task i runs line i, counted from 0 */
    const char *tasks;          /* "0-3,7" */
    const char *log;            /* where tasks write; %a: the task's number */
    unsigned cpus;              /* a task */
    const char *const *options; /* more for sbatch; NULL: none */
};

/* Submits the lines as a job array. *job is overwritten. */
bool slurm_submit(const struct slurm_submission *submission, struct slurm_job *job, GError **error);

enum slurm_task { SLURM_ENDED, SLURM_WAITING, SLURM_RUNNING };

/* The states of tasks 0 to n - 1; those that squeue does not list have ended. *any: whether it
 * lists one at all, whatever its number. An error if squeue cannot say: then nothing is known. */
bool slurm_tasks(const struct slurm_job *job, enum slurm_task *tasks, unsigned n, bool *any,
                 GError **error);
/* The same of what squeue printed, "%F|%K|%t" a line. */
void slurm_tasks_parse(const char *text, const struct slurm_job *job, enum slurm_task *tasks,
                       unsigned n, bool *any);

#endif
