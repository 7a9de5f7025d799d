/* SPDX-License-Identifier: BSD-3-Clause */
/* The programs of a workload file: "program": ["./kmeans", "20000"], or several of those under
 * "programs", which share the GPU. */
#ifndef SIMGPU_WORKLOADS_LOADER_PROGRAM_LIST_H
#define SIMGPU_WORKLOADS_LOADER_PROGRAM_LIST_H

#include "base/json/place.h"
#include <json-glib/json-glib.h>

enum { PROGRAMS_MAX = 16 };

/* Appends the argument vectors (char **) that the root object names. */
bool program_list_read(GPtrArray *programs, const struct json_place *root, JsonObject *object,
                       GError **error);
/* Replaces each program's name by its path: it is looked for like other files that are built
 * (find_file.h); a name without '/' that isn't found there is left to PATH. */
bool program_list_find(GPtrArray *programs, const char *file, const char *directory,
                       const char *const *search_dirs, GError **error);

#endif
