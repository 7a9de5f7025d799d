/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a study file. Its parts have readers of their own. */
#ifndef SIMGPU_STUDY_STUDY_READ_H
#define SIMGPU_STUDY_STUDY_READ_H

#include "study/study.h"

struct study *study_load(const char *path, GError **error);
/* The same for the text of a study file, as results keep it. Relative paths stay as they are, so
 * you can use the study for everything but runs. file: for messages. */
struct study *study_parse(const char *file, const char *text, GError **error);
void study_free(struct study *study); /* NULL is fine */

#endif
