/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/search_dirs.h"
#include <unistd.h>

/* BUILD/cli/simgpu (workloads, and the tests' kernels) and PREFIX/bin/simgpu. */
char **search_dirs(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0)
        return g_new0(char *, 1);
    path[length] = '\0';
    g_autofree char *folder = g_path_get_dirname(path);
    char **dirs = g_new0(char *, 4);
    dirs[0] = g_build_filename(folder, "..", "workloads", "examples", NULL);
    dirs[1] = g_build_filename(folder, "..", "tests", NULL);
    dirs[2] = g_build_filename(folder, "..", "share", "simgpu", "workloads", "examples", NULL);
    return dirs;
}
