/* SPDX-License-Identifier: BSD-3-Clause */
/* A grade in words, and in the formats of tools. */
#ifndef SIMGPU_TEACHING_GRADE_GRADE_REPORT_H
#define SIMGPU_TEACHING_GRADE_GRADE_REPORT_H

#include "teaching/grade/grade.h"

struct grade_report {
    const struct lesson *lesson;
    const struct grade *grade;
    const char *seed; /* as it was given; NULL: none */
    bool teacher;     /* what is expected stands everywhere */
};

/* All: g_free. */
char *grade_report_text(const struct grade_report *report);
/* JUnit's XML: a test case a check. */
char *grade_report_junit(const struct grade_report *report);
/* TAP 13. */
char *grade_report_tap(const struct grade_report *report);
char *grade_report_json(const struct grade_report *report);
/* What a student is asked: parameters, the commands of runs, questions. NULL with an error. */
char *grade_questions(const struct lesson *lesson, const char *seed, GError **error);

#endif
