/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a whole file that a user has named, by base/output_file.h. */
#ifndef SIMGPU_BASE_WRITE_TEXT_H
#define SIMGPU_BASE_WRITE_TEXT_H

#include <glib.h>

/* Writes the text without its final 0. The error names the file. */
gboolean write_text(const char *path, const char *text, GError **error);

#endif
