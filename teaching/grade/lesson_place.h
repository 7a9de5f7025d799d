/* SPDX-License-Identifier: BSD-3-Clause */
/* Where lessons are. */
#ifndef SIMGPU_TEACHING_GRADE_LESSON_PLACE_H
#define SIMGPU_TEACHING_GRADE_LESSON_PLACE_H

#include <glib.h>

/* The folder of a lesson: a path, the name of one that comes with simgpu ("02-one-load"), or its
 * number ("02", "2"). g_free; NULL with an error that lists the lessons. */
char *lesson_place(const char *operand, GError **error);

#endif
