/* SPDX-License-Identifier: BSD-3-Clause */
/* Talks to Slurm through its own commands: sbatch submits a job array, and squeue lists the tasks
 * that are left. No accounting database (sacct) is needed. squeue tells whether a task still waits
 * or runs. The task's results tell whether it did its work.
 *
 * Source: sbatch(1), squeue(1) of Slurm 22.05.
 */
#ifndef SIMGPU_STUDY_SLURM_H
#define SIMGPU_STUDY_SLURM_H

#include <glib.h>
#include <stdbool.h>

struct slurm_job {
    char *id;      /* the array's id; NULL: none */
    char *cluster; /* one of several; NULL: the one of the configuration */
};

void slurm_job_clear(struct slurm_job *job);
/* Reads the output of sbatch --parsable: "id" or "id;cluster". False: it is something else. */
bool slurm_job_parse(struct slurm_job *job, const char *text);

struct slurm_submission {
    const char *name, *directory;
    const char *list;           /* file of command lines: task i runs line i, counted from 0 */
    const char *tasks;          /* "0-3,7" */
    const char *log;            /* file for the tasks' output; %a: the task's number */
    unsigned cpus;              /* for each task */
    const char *const *options; /* more for sbatch; NULL: none */
};

/* Submits the lines as a job array. *job is overwritten. */
bool slurm_submit(const struct slurm_submission *submission, struct slurm_job *job, GError **error);

enum slurm_task { SLURM_ENDED, SLURM_WAITING, SLURM_RUNNING };

/* The states of tasks 0 to n - 1. Tasks that squeue does not list have ended. *any: whether it
 * lists a task at all, of any number. An error if squeue cannot answer: then nothing is known. */
bool slurm_tasks(const struct slurm_job *job, enum slurm_task *tasks, unsigned n, bool *any,
                 GError **error);
/* The same for squeue's output, with lines of the form "%F|%K|%t". */
void slurm_tasks_parse(const char *text, const struct slurm_job *job, enum slurm_task *tasks,
                       unsigned n, bool *any);

#endif
