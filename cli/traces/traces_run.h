/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs traced programs as processes of the command itself, some at a time. */
#ifndef SIMGPU_CLI_TRACES_TRACES_RUN_H
#define SIMGPU_CLI_TRACES_TRACES_RUN_H

#include "cli/traces/traces_found.h"
#include <stdbool.h>

struct traces_run {
    const char *executable, *platform;
    char *const *options; /* of each run; NULL-terminated, may be NULL */
    GPtrArray *programs;  /* struct traced_program: result and reason are filled in */
    unsigned jobs;        /* at a time, at least 1 */
    const volatile int *interrupted;
};

/* False if a process can't be started. Programs that fail, and warnings, are told on standard error
 * when they end. */
bool traces_run(const struct traces_run *run, GError **error);

#endif
