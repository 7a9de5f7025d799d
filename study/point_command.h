/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of a point. */
#ifndef SIMGPU_STUDY_POINT_COMMAND_H
#define SIMGPU_STUDY_POINT_COMMAND_H

#include "study/study.h"

/* The words of a point's command. `more` stands behind its options and before "--".
 * NULL-terminated; strings are borrowed. g_free. */
char **point_words(const char *executable, const struct study_point *point,
                   const char *const *more);

/* The command line of a point, quoted for a shell. g_free. */
char *point_command(const char *executable, const struct study_point *point);

#endif
