/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu bubble-up APPLICATIONS`: how much CPU applications suffer from pressure on memory. */
#ifndef SIMGPU_CLI_OFFLOAD_BUBBLE_UP_H
#define SIMGPU_CLI_OFFLOAD_BUBBLE_UP_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "bubble-up". Writes CSV to -o's file or standard output.
 * *usage: the error is one of the command line. */
bool bubble_up_command(int argc, char **argv, bool *usage, GError **error);

#endif
