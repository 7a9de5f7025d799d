/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the points of a study: each in a process of its own, several at a time.
 *
 * A point whose key is done in the store is not run again; failed ones and those that took too long
 * are. Whatever its end, a point becomes a row the moment its process ends. Nothing is put into
 * files on the way: the result comes through a pipe, and processes end when the runner is killed,
 * so that an interrupted study leaves the finished rows and nothing else.
 *
 * A point is done when its process ended with 0, or with 5 (limit reached), which only happens if
 * the study asks for a limit. A failed check makes it a failed point.
 */
#ifndef SIMGPU_STUDY_RUNNER_H
#define SIMGPU_STUDY_RUNNER_H

#include "study/store.h"

/* How far a study is. */
struct runner_state {
    unsigned points;       /* to be looked at in all */
    unsigned kept;         /* done before */
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
    unsigned cores;                  /* that they share; see runner_threads */
    const volatile int *interrupted; /* becomes non-zero: end the processes and return */
    /* Called when a point has ended (with its row), with both NULL a few times a second. */
    void (*watch)(void *data, const struct runner_state *state, const struct study_point *point,
                  const struct store_run *run);
    void *watch_data;
};

/* False on an error of the store or of starting processes. *state: how it ended. */
bool runner_run(const struct runner_setup *setup, struct runner_state *state, GError **error);

/* How many threads a point gets that starts while so many have not ended, itself included: points
 * run side by side cost less than threads, so cores go to threads where there are more cores than
 * points. Results never depend on it. */
unsigned runner_threads(const struct runner_setup *setup, unsigned left);

#endif
