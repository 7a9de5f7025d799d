/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares a student's answers with what a lesson expects. */
#ifndef SIMGPU_TEACHING_GRADE_GRADE_H
#define SIMGPU_TEACHING_GRADE_GRADE_H

#include "teaching/grade/lesson_runs.h"

struct grade_row {
    const struct lesson_check *check;
    bool right;
    char *got;      /* the answer; NULL: none, or nothing is to be answered */
    char *expected; /* NULL: it could not be computed; the report asks check->reveal */
    char *why;      /* what went wrong, beyond a wrong answer; NULL */
};

struct grade {
    GPtrArray *rows;     /* struct grade_row, in the order of the checks */
    GPtrArray *unasked;  /* char *: names of answers that no check and no run wants, sorted */
    double points, most; /* reached, of how many */
};

/* Runs what the checks need. NULL with an error: the lesson is broken. Everything that is the
 * student's fault costs points and no more. */
struct grade *grade_answers(const struct lesson *lesson, const struct answers *answers,
                            struct lesson_runs *runs, GError **error);
void grade_free(struct grade *grade); /* NULL is fine */

#endif
