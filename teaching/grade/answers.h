/* SPDX-License-Identifier: BSD-3-Clause */
/* A student's answers: a text file with a line "name = value" for each, and # comments. */
#ifndef SIMGPU_TEACHING_GRADE_ANSWERS_H
#define SIMGPU_TEACHING_GRADE_ANSWERS_H

#include <glib.h>

struct answers {
    char *file, *folder;
    GHashTable *values; /* name -> value; a name without a value has none */
};

/* A name given twice, a line without =, and a file that is no text are errors. */
struct answers *answers_load(const char *path, GError **error);
struct answers *answers_parse(const char *file, const char *text, gsize length, GError **error);
void answers_free(struct answers *answers); /* NULL is fine */

/* NULL: not answered. */
const char *answers_get(const struct answers *answers, const char *name);
/* The path of the file that an answer names, from the folder of the answers on. g_free. NULL: not
 * answered, or answers is NULL. */
char *answers_path(const struct answers *answers, const char *name);

#endif
