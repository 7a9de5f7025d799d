/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a trace file, read from front to back, whatever it is packed in.
 *
 * The packing follows from the file's name: .xz (liblzma), .zst (libzstd), .tracez, else plain. A
 * file is never held in memory: memory is that of the unpacker (an xz file made with -9 asks for 64
 * MiB).
 */
#ifndef SIMGPU_SASS_TRACE_TEXT_SOURCE_H
#define SIMGPU_SASS_TRACE_TEXT_SOURCE_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct text_source;

struct text_source *text_source_open(const char *path, GError **error);
void text_source_free(struct text_source *source); /* NULL is fine */
/* Up to `size` bytes of text into `to`. Returns how many; 0 at the end; -1 with an error. */
ssize_t text_source_read(struct text_source *source, char *to, size_t size, GError **error);
/* False for a pipe: it can be read once only, and whoever writes it may write nothing else before.
 */
bool text_source_can_reopen(const char *path);

#endif
