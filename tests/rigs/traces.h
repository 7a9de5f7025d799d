/* SPDX-License-Identifier: BSD-3-Clause */
/* The platforms of the tree, and synthetic traces (tests/traces) to run on them.
 *
 * Made by traces_start in main, before Check forks; traces_finish removes them.
 */
#ifndef SIMGPU_TESTS_RIGS_TRACES_H
#define SIMGPU_TESTS_RIGS_TRACES_H

#include <glib.h>

void traces_start(void);
void traces_finish(void);

/* platforms/ and platforms/calibration/, by name: paths in the source tree. */
int n_platforms(void);
const char *platform_file(int index);

/* Makes a trace in the folder of this run; returns the path of its list, g_free. settings: those of
 * synthetic.h, up to a NULL. */
char *trace_of(const char *kind, const char *const *settings);

/* A command line with a platform of the source tree and any workload; g_ptr_array_unref. */
GPtrArray *command_on(const char *platform, const char *workload);

/* For loop tests: five kernels, each of which takes a fraction of a second, on every platform. */
int trace_runs(void);
GPtrArray *command_of_trace_run(int index);
const char *platform_of_trace_run(int index);
char *name_of_trace_run(int index); /* g_free */

#endif
