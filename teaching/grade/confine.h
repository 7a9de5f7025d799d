/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a program of somebody else's apart: with limits of time and memory, without network, with
 * one folder to write to and a few to read.
 *
 * Source: Linux, landlock(7) (files), seccomp(2) (system calls), setrlimit(2). What the kernel does
 * not offer is left out and told: confine_kernel.
 * Units: seconds, bytes.
 */
#ifndef SIMGPU_TEACHING_GRADE_CONFINE_H
#define SIMGPU_TEACHING_GRADE_CONFINE_H

#include "teaching/grade/confine_rules.h"

/* How a confined program ended. */
enum confine_end {
    CONFINE_ENDED,   /* by itself: exit_code */
    CONFINE_CRASHED, /* by a signal: exit_code is its number */
    CONFINE_TOO_LONG,
    CONFINE_TOO_LARGE,
    CONFINE_NOT_STARTED
};

struct confine_outcome {
    enum confine_end end;
    int exit_code;
    char *result; /* what it wrote to file 3, at most CONFINE_MOST_RESULT bytes */
    char *errors; /* the last of what it wrote to standard error and output */
};

enum { CONFINE_MOST_RESULT = 64 << 20, CONFINE_MOST_ERRORS = 8 << 10 };

/* Runs the words (the first is a path) to the end. rules: NULL for a program that is trusted; then
 * only its output is taken. */
void confine_run(char *const *words, const struct confine_rules *rules,
                 struct confine_outcome *outcome);
void confine_outcome_clear(struct confine_outcome *outcome);

/* How it ended, in words: "it took too long". */
const char *confine_how(const struct confine_outcome *outcome);

/* What keeps programs apart here, in words: "landlock, seccomp, limits". g_free. */
char *confine_kernel(void);

#endif
