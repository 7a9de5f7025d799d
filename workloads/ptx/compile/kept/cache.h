/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled kernels that are kept for the next run: files in the user's cache folder.
 *
 * A file's name is the digest of all that decides its contents. Files are written aside and
 * renamed, so that two processes may write the same one. When there are too many bytes, those go
 * that were used least recently.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_KEPT_CACHE_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_KEPT_CACHE_H

#include <glib.h>
#include <stdbool.h>

/* Where the folder is, or would be; g_free. */
char *kernel_cache_place(void);
/* Makes it if it isn't there. False: there is no place for it. */
bool kernel_cache_make(const char *folder);
/* Both; NULL: there is no place for it. */
char *kernel_cache_folder(void);
/* The path of the file for a digest; g_free. */
char *kernel_cache_path(const char *folder, const char *digest);
/* A second name of a file, by which it is found faster: of such a name the path, g_free; makes it
 * lead to the file at path, wherever it has led before. */
char *kernel_cache_link_path(const char *folder, const char *name);
void kernel_cache_link(const char *link, const char *path);
/* Removes a folder with its files. */
void kernel_cache_remove_folder(const char *folder);
/* Removes old files until the folder has at most `limit` bytes, what killed builders left, and
 * names of files that are gone. */
void kernel_cache_trim(const char *folder, guint64 limit);

#endif
