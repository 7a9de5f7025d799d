/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu traces: runs every kernelslist.g below a folder, each in a process of its own, and prints
 * the counters that Accel-Sim prints under its names beside ours. */
#ifndef SIMGPU_CLI_TRACES_TRACES_H
#define SIMGPU_CLI_TRACES_TRACES_H

#include <glib.h>
#include <stdbool.h>

enum traces_end { TRACES_DONE, TRACES_FAILED, TRACES_INTERRUPTED };

/* False on error, *usage telling whether the command line was wrong. */
bool traces_command(int argc, char **argv, const volatile int *interrupted, enum traces_end *end,
                    bool *usage, GError **error);

#endif
