/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors that a user can cause: one message that names the file and the place in it.
 *
 * Every reader of user input (platform XML, workload JSON, PTX, plug-ins) reports through these
 * two functions. So every message has the same form, and main can map the domain INPUT_ERROR to
 * exit code 3. The first error wins: a function that fails has set it once.
 */
#ifndef SIMGPU_BASE_INPUT_ERROR_H
#define SIMGPU_BASE_INPUT_ERROR_H

#include <glib.h>

#define INPUT_ERROR input_error_quark()

GQuark input_error_quark(void);

/* "file:line: message"; line 0 leaves the line out. Always returns false, for `return ...`. */
gboolean input_error_at(GError **error, const char *file, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* "file: at path: message", for JSON; path as in "steps[2].launch.grid[0]". Returns false. */
gboolean input_error_in(GError **error, const char *file, const char *path, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

#endif
