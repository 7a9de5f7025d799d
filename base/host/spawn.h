/* SPDX-License-Identifier: BSD-3-Clause */
/* Starts a process that ends with this one. Unlike fork(), it leaves this one's memory alone:
 * behind a fork() each page is copied, or at least asked for again, when it is next written. */
#ifndef SIMGPU_BASE_HOST_SPAWN_H
#define SIMGPU_BASE_HOST_SPAWN_H

#include <sys/types.h>

struct spawn {
    char *const *argv, *const *environment; /* argv[0] is looked for in PATH */
    const int *files;                       /* descriptors that stay open although they are closed
                                             * on exec */
    unsigned n_files;
};

/* Returns 0, or why it can't be started, an errno. */
int spawn_process(pid_t *pid, const struct spawn *spawn);

#endif
