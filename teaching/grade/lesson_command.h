/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of a lesson's run, with the lesson's numbers in it. */
#ifndef SIMGPU_TEACHING_GRADE_LESSON_COMMAND_H
#define SIMGPU_TEACHING_GRADE_LESSON_COMMAND_H

#include "teaching/grade/lesson.h"

/* Adds the words of the run's command, without the executable. machine: the file of the student's
 * platform, if the run wants one; else NULL. policies: with the options that choose them. False
 * with an error: the lesson is broken. */
bool lesson_command_words(const struct lesson *lesson, const struct lesson_run *run,
                          const char *machine, bool policies, GPtrArray *words, GError **error);
/* The same for a person, with all options. g_free; NULL with an error. */
char *lesson_command_text(const struct lesson *lesson, const struct lesson_run *run,
                          GError **error);

#endif
