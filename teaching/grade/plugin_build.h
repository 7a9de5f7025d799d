/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a shared library of a student's policy. */
#ifndef SIMGPU_TEACHING_GRADE_PLUGIN_BUILD_H
#define SIMGPU_TEACHING_GRADE_PLUGIN_BUILD_H

#include <glib.h>
#include <stdbool.h>

/* The student's work is at fault, not the lesson. */
#define GRADE_FAULT grade_fault_quark()
GQuark grade_fault_quark(void);

/* Copies the file (.c or .so) into the folder and compiles it there, apart from everything else.
 * Returns the library's path (g_free), or NULL with an error: GRADE_FAULT with what the compiler
 * says, or INPUT_ERROR if there is no compiler. */
char *plugin_build(const char *file, const char *folder, double seconds, GError **error);

#endif
