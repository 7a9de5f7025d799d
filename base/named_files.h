/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that come with simgpu, by name. They are in the clone that it was built in, or were
 * installed with it. simgpu finds them from the executable. */
#ifndef SIMGPU_BASE_NAMED_FILES_H
#define SIMGPU_BASE_NAMED_FILES_H

#include <glib.h>

struct named_kind {
    const char *what, *folder, *suffix;
    const char *list; /* the option that lists them */
};
extern const struct named_kind named_platforms, named_workloads;

/* Replaces a name by the path of its file: "volta-qv100" or "papers/cawa" for a platform, "spmv"
 * for a workload. A file of that name in the current folder comes first. A text that looks like a
 * path stays. *operand is g_freed and replaced. An unknown name is an error: returns false. */
gboolean named_file_find(const struct named_kind *kind, char **operand, GError **error);

/* The path of a folder that comes with simgpu, such as "lessons"; g_free. NULL: it is not there. */
char *named_folder(const char *folder);

/* named_files: all names, sorted; g_ptr_array_unref. named_file_path: the path of one; g_free. */
GPtrArray *named_files(const struct named_kind *kind);
char *named_file_path(const struct named_kind *kind, const char *name);

#endif
