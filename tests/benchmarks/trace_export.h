/* SPDX-License-Identifier: BSD-3-Clause */
/* A trace that simgpu writes of a program or a workload, in a temporary folder. */
#ifndef SIMGPU_TESTS_BENCHMARKS_TRACE_EXPORT_H
#define SIMGPU_TESTS_BENCHMARKS_TRACE_EXPORT_H

#include <glib.h>
#include <stdbool.h>

struct trace_export {
    char *path;
    char *list; /* the kernelslist.g in it */
    char *hash; /* trace_hash */
};

/* words, up to a NULL: a workload file (*.json, relative to SIMGPU_SOURCE) with options, or a
 * program of the folder SIMGPU_PROGRAMS with arguments. platform: relative to SIMGPU_SOURCE. */
bool trace_export_make(struct trace_export *trace, const char *platform, const char *const *words,
                       GError **error);
void trace_export_clear(struct trace_export *trace);

/* Whether there are programs: without SIMGPU_PROGRAMS only workload files can be exported. */
bool trace_export_can(const char *const *words);

#endif
