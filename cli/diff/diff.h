/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff A B: what differs between two results of --json, in words and numbers. */
#ifndef SIMGPU_CLI_DIFF_DIFF_H
#define SIMGPU_CLI_DIFF_DIFF_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is the word "diff". Prints; *equal: all but the object "host" is the same. False on an
 * error, then *usage tells a wrong command line from bad input. */
bool diff_command(int argc, char **argv, bool *usage, bool *equal, GError **error);

#endif
