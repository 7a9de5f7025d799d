/* SPDX-License-Identifier: BSD-3-Clause */
/* A file that a user has named, written whole or not at all.
 *
 * What is written goes to a file without a name in the same folder (or, where the file system has
 * none such, one with another name), which takes the name when it is closed and all is there. So
 * nobody sees half of it, whatever happens to this process, and what was there before stays until
 * then. What is there and no plain file (a pipe, /dev/null, a link that leads nowhere) is written
 * into, and so is a file in a folder that one may not write to.
 */
#ifndef SIMGPU_BASE_OUTPUT_FILE_H
#define SIMGPU_BASE_OUTPUT_FILE_H

#include <glib.h>

struct output_file;

/* NULL with an error that names the file. path is copied. */
struct output_file *output_file_open(const char *path, GError **error);
/* What goes wrong is told by output_file_close. */
void output_file_write(struct output_file *file, const char *bytes, gsize n_bytes);
/* False if not all could be written; frees the file in any case. */
gboolean output_file_close(struct output_file *file, GError **error);
/* As if it had never been opened. NULL is fine. */
void output_file_discard(struct output_file *file);

/* Whether the file could be opened now; leaves everything as it is. */
gboolean output_file_check(const char *path, GError **error);

#endif
