/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds files that belong to a workload but that the build puts elsewhere. */
#ifndef SIMGPU_WORKLOADS_LOADER_FIND_FILE_H
#define SIMGPU_WORKLOADS_LOADER_FIND_FILE_H

/* `directory` is where the workload file lies, absolute. Looks for `file` there, then in every
 * search directory joined with the last name of `directory`, then in every search directory.
 * An absolute `file` is taken as it is. Returns the path; NULL if it is nowhere, and *looked
 * (g_free) lists the places. search: NULL-terminated, or NULL. */
char *find_built_file(const char *directory, const char *const *search, const char *file,
                      char **looked);

#endif
