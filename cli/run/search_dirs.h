/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SIMGPU_CLI_RUN_SEARCH_DIRS_H
#define SIMGPU_CLI_RUN_SEARCH_DIRS_H

#include <glib.h>

/* Where the build and the installation keep what they make of workload sources, found from the
 * executable: see workload_prepare. g_strfreev. */
char **search_dirs(void);

#endif
