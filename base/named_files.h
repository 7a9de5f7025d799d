/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that come with simgpu, by name: those of the clone that it was built in, or those that were
 * installed with it, found from the executable. */
#ifndef SIMGPU_BASE_NAMED_FILES_H
#define SIMGPU_BASE_NAMED_FILES_H

#include <glib.h>

struct named_kind {
    const char *what, *folder, *suffix;
    const char *list; /* the option that lists them */
};
extern const struct named_kind named_platforms, named_workloads;

/* What is a name becomes the path of its file: "volta-qv100" or "papers/cawa" for a platform,
 * "spmv" for a workload. A file of that name in the current folder comes first, and what looks like
 * a path stays. *operand is g_freed and replaced. False with an error for a name that there is none
 * of. */
gboolean named_file_find(const struct named_kind *kind, char **operand, GError **error);

/* All names, sorted; and the path of one. g_ptr_array_unref, g_free. */
GPtrArray *named_files(const struct named_kind *kind);
char *named_file_path(const struct named_kind *kind, const char *name);

#endif
