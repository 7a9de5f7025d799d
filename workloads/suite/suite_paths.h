/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the command finds what it needs: in the build folder it was made in, or where it is
 * installed, relative to itself. */
#ifndef SIMGPU_PROGRAMS_SUITE_PATHS_H
#define SIMGPU_PROGRAMS_SUITE_PATHS_H

struct suite_paths {
    char *simgpu;   /* the command */
    char *programs; /* the folder with the suite's executables */
    char *list;     /* suite.json */
    char *platform; /* the GTX 480 */
};

void suite_paths_init(struct suite_paths *paths);
void suite_paths_finish(struct suite_paths *paths);

#endif
