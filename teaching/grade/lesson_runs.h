/* SPDX-License-Identifier: BSD-3-Clause */
/* Simulates a lesson's runs when somebody asks for their metrics: each command once. */
#ifndef SIMGPU_TEACHING_GRADE_LESSON_RUNS_H
#define SIMGPU_TEACHING_GRADE_LESSON_RUNS_H

#include "teaching/grade/answers.h"
#include "teaching/grade/lesson.h"

struct lesson_runs;

struct lesson_runs_site {
    const struct lesson *lesson;
    const struct answers *answers; /* NULL: nobody's; runs with plug-ins then fail */
    double seconds;                /* that a run with a plug-in may take */
};

/* The site's pointers are borrowed. NULL with an error: no temporary folder. */
struct lesson_runs *lesson_runs_new(const struct lesson_runs_site *site, GError **error);
/* Removes what was made. NULL is fine. */
void lesson_runs_free(struct lesson_runs *runs);

/* The value of a parameter, or of RUN.METRIC: data is a struct lesson_runs. An error in the domain
 * GRADE_FAULT (plugin_build.h) is the student's plug-in's; others are the lesson's, and name no
 * file. */
bool lesson_runs_lookup(void *data, const char *name, double *value, GError **error);

/* How many simulations there were, and how many seconds they took. */
unsigned lesson_runs_count(const struct lesson_runs *runs, double *seconds);
/* Whether some of them ran plug-ins. */
bool lesson_runs_confined(const struct lesson_runs *runs);

#endif
