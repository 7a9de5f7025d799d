/* SPDX-License-Identifier: BSD-3-Clause */
/* The runs that HeteroPDP's evaluation is made of, from a study's results.
 *
 * The study has the axes program, beside (none, or CPU applications with + between them) and target
 * (cpu, gpu), and its points have --launch-features. Of each run's kernels it takes the mean of
 * their launches' features and seconds; of its applications the slowdowns. Units: seconds.
 */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_RUNS_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_RUNS_H

#include "offload/placement.h"
#include "policies/offload/offload.h"

enum { EVALUATED_MAX_APPLICATIONS = PLACEMENT_MAX_APPLICATIONS };

struct evaluated_kernel {
    char *name;
    double features[OFFLOAD_FEATURES], seconds; /* means of its launches */
    unsigned launches;
};

struct evaluated_run {
    char *program, *beside; /* beside: "none", "mcf", "lbm+mcf" */
    enum target target;
    GArray *kernels; /* struct evaluated_kernel, at least one */
    double seconds;  /* of the whole program, with copies */
    double slowdown[EVALUATED_MAX_APPLICATIONS];
};

struct evaluated_runs {
    char *file;
    GPtrArray *all;      /* struct evaluated_run */
    GPtrArray *programs; /* char *, in the order of the runs */
    GPtrArray *besides;  /* char *, without "none" */
    struct offload_host host;
};

/* NULL with an error that names the file. */
struct evaluated_runs *evaluated_runs_read(const char *file, GError **error);
void evaluated_runs_free(struct evaluated_runs *runs);

/* NULL: there is none. */
const struct evaluated_run *evaluated_runs_find(const struct evaluated_runs *runs,
                                                const char *program, const char *beside,
                                                enum target target);
/* The kernel of a run by its name; NULL: there is none. */
const struct evaluated_kernel *evaluated_run_kernel(const struct evaluated_run *run,
                                                    const char *name);
/* The kernel of a program that takes most of its time on both targets together, alone. */
const char *evaluated_runs_main_kernel(const struct evaluated_runs *runs, const char *program);

/* The applications' names; g_strfreev. None of "none". */
char **evaluated_applications(const char *beside);

#endif
