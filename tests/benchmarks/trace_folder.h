/* SPDX-License-Identifier: BSD-3-Clause */
/* A synthetic trace (tests/traces) in a temporary folder, for as long as a benchmark needs it. */
#ifndef SIMGPU_TESTS_BENCHMARKS_TRACE_FOLDER_H
#define SIMGPU_TESTS_BENCHMARKS_TRACE_FOLDER_H

#include "tests/traces/synthetic.h"

struct trace_folder {
    char *path;
    char *list; /* the kernelslist.g in it */
    struct trace_counts counts;
};

/* settings: those of the kind, up to a NULL, and the binary version behind them. */
bool trace_folder_make(struct trace_folder *folder, const char *kind, const char *const *settings,
                       unsigned version, GError **error);
/* False, with a message on stderr, if somebody else has left a file in it. */
bool trace_folder_clear(struct trace_folder *folder);

#endif
