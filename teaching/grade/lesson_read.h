/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads lesson.json: strictly, with the file and the path of what is wrong. */
#ifndef SIMGPU_TEACHING_GRADE_LESSON_READ_H
#define SIMGPU_TEACHING_GRADE_LESSON_READ_H

#include "teaching/grade/lesson.h"
#include <json-glib/json-glib.h>

/* path: a lesson's folder, or its lesson.json. NULL with an error. lesson_free. */
struct lesson *lesson_load(const char *path, GError **error);
/* Fills an empty lesson (lesson_new) from the file's tree. */
bool lesson_read(struct lesson *lesson, JsonNode *node, GError **error);

#endif
