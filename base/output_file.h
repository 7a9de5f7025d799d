/* SPDX-License-Identifier: BSD-3-Clause */
/* A file that a user has named, written whole or not at all.
 *
 * The text goes to a file without a name in the same folder. (If the file system has no such files,
 * it goes to a file with another name.) This file takes the name when it is closed and complete. So
 * nobody sees half of it, whatever happens to this process. An older file stays until then. If the
 * name leads to something else (a pipe, /dev/null, a link that leads nowhere), the text goes
 * straight into it. The same holds for a file in a folder without the right to write.
 */
#ifndef SIMGPU_BASE_OUTPUT_FILE_H
#define SIMGPU_BASE_OUTPUT_FILE_H

#include <glib.h>

struct output_file;

/* NULL with an error that names the file. path is copied. */
struct output_file *output_file_open(const char *path, GError **error);
/* output_file_close reports errors. */
void output_file_write(struct output_file *file, const char *bytes, gsize n_bytes);
/* False if it could not write all. It frees the file in any case. */
gboolean output_file_close(struct output_file *file, GError **error);
/* Drops the text, as if the file had never been opened. NULL is fine. */
void output_file_discard(struct output_file *file);

/* Whether the file could be opened now. Changes nothing. */
gboolean output_file_check(const char *path, GError **error);

#endif
