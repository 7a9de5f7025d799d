/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the points of a study: each in a process of its own, several at a time.
 *
 * A point whose key is done in the store does not run again. Points that failed or took too long
 * do. However a point's process ends, the point becomes a row at this moment. Nothing goes into
 * files on the way: the result comes through a pipe, and processes end when the runner is killed.
 * So an interrupted study leaves the finished rows and nothing else.
 *
 * A point is done when its process ended with 0, or with 5 (limit reached), which only happens if
 * the study asks for a limit. A failed check makes it a failed point.
 */
#ifndef SIMGPU_STUDY_RUNNER_H
#define SIMGPU_STUDY_RUNNER_H

#include "study/store.h"

/* How far a study is. */
struct runner_state {
    unsigned points;       /* number of points in all */
    unsigned kept;         /* done before this run */
    unsigned done, failed; /* in this run; failed: time-outs, too */
    unsigned running;
    double elapsed_s;
    double left_s; /* estimated; negative: not known yet */
};

struct runner_setup {
    const struct study *study;
    const GPtrArray *points;
    const bool *chosen; /* for each position; NULL: all */
    struct store *store;
    const char *executable; /* simgpu's own path, for command lines; see child.h */
    const char *version;
    unsigned jobs;                   /* points at a time; at least 1 */
    unsigned cores;                  /* number of cores that they share; see runner_threads */
    const volatile int *interrupted; /* becomes non-zero: end the processes and return */
    /* Called when a point has ended, with its row. Also called a few times a second with both NULL.
     */
    void (*watch)(void *data, const struct runner_state *state, const struct study_point *point,
                  const struct store_run *run);
    void *watch_data;
};

/* False on an error of the store, or if a process does not start. *state: the state at the end. */
bool runner_run(const struct runner_setup *setup, struct runner_state *state, GError **error);

/* How many threads a point gets that starts now. left: the points that have not ended, itself
 * included. Points side by side cost less than threads. So cores go to threads only if there are
 * more cores than points. Results never depend on it. */
unsigned runner_threads(const struct runner_setup *setup, unsigned left);

#endif
