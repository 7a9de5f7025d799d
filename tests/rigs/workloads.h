/* SPDX-License-Identifier: BSD-3-Clause */
/* Every workload, at a size that takes a fraction of a second: tests that must hold for all of
 * them loop over this list, and a new workload is one row. */
#ifndef SIMGPU_TESTS_RIGS_WORKLOADS_H
#define SIMGPU_TESTS_RIGS_WORKLOADS_H

#include <glib.h>

struct small_workload {
    const char *file;    /* in the source tree */
    const char *sets[5]; /* ends with NULL */
    unsigned checks;     /* that it has */
};

extern const struct small_workload small_workloads[];
extern const int n_small_workloads;

extern const char *const schedulers[];
enum { SCHEDULERS = 2 };

/* For loop tests over workloads and schedulers: what run `index` is, out of all_runs(). */
const struct small_workload *workload_of_run(int index);
const char *scheduler_of_run(int index);
int all_runs(void);

/* The command line of that run; g_ptr_array_unref. */
GPtrArray *command_of_run(int index);

#endif
