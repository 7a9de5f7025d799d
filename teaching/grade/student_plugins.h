/* SPDX-License-Identifier: BSD-3-Clause */
/* The plug-ins that a student has handed in: each is built once. */
#ifndef SIMGPU_TEACHING_GRADE_STUDENT_PLUGINS_H
#define SIMGPU_TEACHING_GRADE_STUDENT_PLUGINS_H

#include "teaching/grade/answers.h"

struct student_plugin {
    char *folder;  /* of its own; its runs may write there */
    char *library; /* NULL: it could not be made */
    GError *error; /* then: why */
};

struct student_plugins;

/* answers: NULL for nobody's; borrowed. folder: for what is built. seconds: for each compilation.
 */
struct student_plugins *student_plugins_new(const struct answers *answers, const char *folder,
                                            double seconds);
void student_plugins_free(struct student_plugins *plugins); /* NULL is fine */

/* The plug-in whose path is the answer of this name. */
const struct student_plugin *student_plugins_get(struct student_plugins *plugins,
                                                 const char *answer);

/* What a run with a plug-in may read: the system's libraries, simgpu, and the lesson. char *, with
 * a NULL at its end; g_ptr_array_unref. */
GPtrArray *student_plugin_reads(const char *executable, const char *lesson, const char *platform,
                                const char *workload);

#endif
